import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
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
    const isOfOrder = problem.field === "sort";
    return (
      <EmptyState
        title={isOfOrder ? t("Not in this order") : t("Nothing to show for this search")}
        action={isOfOrder ? <ButtonLink href={unsorted}>{t("Show them newest first")}</ButtonLink> : all}
      >
        {errorText(t, problem.message)}
      </EmptyState>
    );
  }
  if (wanted.q !== undefined) {
    return (
      <EmptyState title={t("No campaign is called “{name}”", { name: wanted.q })} action={all}>
        {t(
          "A name is found by the beginnings of its words. Try fewer letters, another word, or the address of the campaign, its creator or its token.",
        )}
      </EmptyState>
    );
  }
  if (Object.values(wanted).some(Boolean)) {
    return (
      <EmptyState title={t("No campaign matches")} action={all}>
        {t("Remove a filter to see more.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("No campaign yet")}
      action={
        <ButtonLink href="/create" tone="primary">
          {t("Create the first one")}
        </ButtonLink>
      }
    >
      {t("A campaign locks tokens and releases them to its recipients over time.")}
    </EmptyState>
  );
}
