import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { campaignHref, campaignPartHref } from "@/components/campaign/campaign-href";
import { DownloadLinks } from "@/components/export/download-links";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Trans } from "@/components/i18n/trans";
import { StatementForm } from "@/components/statement/statement-form";
import { StatementLabels } from "@/components/statement/statement-labels";
import { StatementTable } from "@/components/statement/statement-table";
import { StatementDate, StatementNotices, StatementTotals } from "@/components/statement/statement-totals";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page/page-header";
import { PageNotFound } from "@/components/ui/page/page-not-found";
import { readParameter } from "@/components/ui/page/page-query";
import { PrintButton } from "@/components/ui/print-button";
import { campaignName } from "@/lib/contract/names";
import { isoDate } from "@/lib/core/vesting/curve";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";
import {
  RECIPIENTS_PER_PAGE,
  readStatementChoice,
  readStatementPage,
} from "@/lib/service/statement/statement-page";

type Props = PageProps<"/campaigns/[treeAddress]/statement">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { treeAddress } = await params;
  const campaign = await readCampaign(treeAddress, readParameter(await searchParams, "creation"));
  const t = await requestTranslator();
  return {
    title: campaign
      ? t("Statement of {campaign}", { campaign: campaignName(campaign, t) })
      : t("Campaign not found"),
  };
}

/** Shows the amounts of a campaign at a date, in total and per recipient, for accounting. */
export default async function StatementPage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const { treeAddress } = await params;
  const search = await searchParams;
  const creation = readParameter(search, "creation");
  const cursor = readParameter(search, "cursor");
  const form = { date: readParameter(search, "date"), withheld: readParameter(search, "withheld") };
  const head = await readCampaignHead(treeAddress, t, creation);
  if (!head) notFound();
  const { campaign, token } = head;
  const choice = await readStatementChoice(form);
  const statement = await readStatementPage(choice, { treeAddress, creation, cursor });
  if (!statement) return <PageNotFound />;
  const buildHref = (query: { cursor?: string }) =>
    campaignPartHref(campaign, "statement", { ...form, ...query });
  const { hasDateError, hasPercentError } = choice;
  const hasWithheld = statement.totals.withheld !== null;
  const list = getFile(treeAddress, { at: statement.at, withheld: hasWithheld && form.withheld, creation });
  const hasForfeited = statement.totals.forfeited !== "0";
  return (
    <div data-statement>
      <PageHeader
        parent={{ href: campaignHref(campaign), name: campaignName(campaign, t) }}
        title={t("Statement")}
        actions={
          <>
            <DownloadLinks files={[{ label: t("Export CSV"), list }]} />
            <PrintButton />
          </>
        }
      >
        <span className="hidden print:inline">{campaignName(campaign, t)} · </span>
        <Trans id="As of {date}" values={{ date: <StatementDate at={statement.at} /> }} />
      </PageHeader>
      <div className="space-y-6">
        <StatementForm
          action={`/campaigns/${treeAddress}/statement`}
          {...{ creation, withheld: form.withheld, hasDateError, hasPercentError }}
          date={form.date ?? isoDate(BigInt(statement.at)).slice(0, 10)}
        />
        <StatementNotices statement={statement} token={token} />
        <StatementTotals statement={statement} token={token} withheldPercent={form.withheld} />
        <StatementLabels
          {...{ creator: campaign.creator, token, hasWithheld, hasForfeited }}
          page={{
            ...{ treeAddress, creation, at: statement.at, cursor, limit: RECIPIENTS_PER_PAGE },
            withheldPercent: hasWithheld ? form.withheld : undefined,
          }}
        />
        {statement.recipients.length > 0 && (
          <Card title={t("Recipients")} aside={t("Amounts in {unit}", { unit: token.unit })}>
            <StatementTable
              {...{ recipients: statement.recipients, totals: statement.totals, creator: campaign.creator }}
              {...{ token, hasWithheld, hasForfeited }}
            />
          </Card>
        )}
        {(cursor || statement.nextCursor) && (
          <nav aria-label={t("Pages of recipients")} className="flex flex-wrap gap-2 print:hidden">
            {cursor && <ButtonLink href={buildHref({})}>{t("First page")}</ButtonLink>}
            {statement.nextCursor && (
              <ButtonLink href={buildHref({ cursor: statement.nextCursor })}>{t("Next page")}</ButtonLink>
            )}
          </nav>
        )}
      </div>
    </div>
  );
}

type FileQuery = { at: string; withheld: string | false | undefined; creation: string | undefined };

/** Returns the path of the file with the shown date. */
function getFile(treeAddress: string, { at, withheld, creation }: FileQuery): `/api/${string}` {
  const query = new URLSearchParams({ at });
  if (withheld) query.set("withheldPercent", withheld);
  if (creation !== undefined) query.set("creation", creation);
  return `/api/campaigns/${treeAddress}/statement?${query}`;
}
