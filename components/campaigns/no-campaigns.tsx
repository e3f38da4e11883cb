import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { FirstRun } from "@/components/landing/first-run";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

type NoCampaignsProps = {
  /** The filters of the list. */
  wanted: Readonly<Record<string, string | undefined>>;
  problem: { field: string; message: string } | null;
  /** The URL of the same list in its default order. */
  unsorted: string;
};

/** The empty state of a list of campaigns, with the reason and the next step. */
export function NoCampaigns({ wanted, problem, unsorted }: NoCampaignsProps) {
  const t = useTranslator();
  const all = <ButtonLink href="/campaigns">{t("Show all campaigns")}</ButtonLink>;
  if (problem) {
    const isSortError = problem.field === "sort";
    return (
      <EmptyState
        title={isSortError ? t("This sort order is not available") : t("This search is not valid")}
        action={isSortError ? <ButtonLink href={unsorted}>{t("Sort by newest first")}</ButtonLink> : all}
      >
        {errorText(t, problem.message)}
      </EmptyState>
    );
  }
  if (wanted.q !== undefined) {
    return (
      <EmptyState title={t("No campaigns match “{name}”", { name: wanted.q })} action={all}>
        {t(
          "The search matches the beginnings of words. Try fewer letters, another word, or the address of the campaign, creator or token.",
        )}
      </EmptyState>
    );
  }
  if (Object.values(wanted).some(Boolean)) {
    return (
      <EmptyState title={t("No matching campaigns")} action={all}>
        {t("Remove a filter to see more.")}
      </EmptyState>
    );
  }
  return <FirstRun />;
}
