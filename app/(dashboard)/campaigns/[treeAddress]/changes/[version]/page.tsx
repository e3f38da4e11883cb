import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { campaignHref, campaignPartHref } from "@/components/campaign/campaign-href";
import { ChangeCounts } from "@/components/campaign/change-counts";
import { ChangesTable } from "@/components/campaign/changes-table";
import { formatExactDifference } from "@/components/format/amount";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Card, Fact, Facts } from "@/components/ui/card";
import { TableSkeleton } from "@/components/ui/data-table/table-skeleton";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { pageNumber, readParameter } from "@/components/ui/page/page-query";
import { ListPosition } from "@/components/ui/paging/list-position";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import { ZoneNote } from "@/components/ui/values/zone-note";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { campaignName } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readChanges, readVersionTransactions } from "@/lib/service/pages/campaign-lists";
import { readTokens } from "@/lib/service/pages/tokens";

type Props = PageProps<"/campaigns/[treeAddress]/changes/[version]">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { treeAddress, version } = await params;
  const campaign = await readCampaign(treeAddress, readParameter(await searchParams, "creation"));
  const t = await requestTranslator();
  return {
    title: campaign
      ? t("Changes in version {version} of {campaign}", { version, campaign: campaignName(campaign, t) })
      : t("Campaign not found"),
  };
}

export default async function ChangesPage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const { treeAddress, version: text } = await params;
  const search = await searchParams;
  const campaign = await readCampaign(treeAddress, readParameter(search, "creation"));
  const version = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (!campaign || version < 2 || version > campaign.analytics.rootVersionCount) notFound();
  const page = pageNumber(search);
  const changes = (
    <div className="space-y-4 sm:space-y-6">
      <Card>
        <Changes {...{ campaign, version, page }} />
      </Card>
      <ZoneNote />
    </div>
  );
  const skeleton = (
    <Card>
      <TableSkeleton label={t("Loading changes")} />
    </Card>
  );
  return (
    <>
      <PageHeader
        title={t("Changes in version {version}", { version })}
        parent={{ href: campaignHref(campaign, { view: "roots" }), name: t("Recipient list versions") }}
      >
        {t("{campaign}: differences from version {version}", {
          campaign: campaignName(campaign, t),
          version: version - 1,
        })}
        <div className="mt-3">
          <Publication {...{ campaign, version }} />
        </div>
      </PageHeader>
      {/* A later page is awaited before the response starts, because its status is 404 if the page does
         not exist. */}
      {page > 1 ? changes : <Suspense fallback={skeleton}>{changes}</Suspense>}
    </>
  );
}

/** The time and the transaction of a version, and its root beside the previous one. */
async function Publication({ campaign, version }: Pick<ChangesProps, "campaign" | "version">) {
  const t = await requestTranslator();
  const [before, after] = [version - 1, version].map((number) =>
    campaign.rootVersions.find((rootVersion) => rootVersion.version === number),
  );
  if (!before || !after) return null;
  const signature = (await readVersionTransactions(campaign))[version];
  return (
    <Facts>
      <Fact label={t("Published")}>
        <Time at={after.createdAt} />
      </Fact>
      {signature !== undefined && (
        <Fact label={t("Transaction")}>
          <Address address={signature} name="signature" />
        </Fact>
      )}
      <Fact label={t("Merkle root")}>
        <Address address={before.merkleRoot} name="root" /> →{" "}
        <Address address={after.merkleRoot} name="root" />
      </Fact>
    </Facts>
  );
}

type ChangesProps = { campaign: CampaignDetail; version: number; page: number };

/** Compares two complete lists of recipients, which takes time. */
async function Changes({ campaign, version, page }: ChangesProps) {
  const { mint } = campaign;
  const t = await requestTranslator();
  const [{ changes, total, limit, counts, net, sumBefore, sumAfter }, tokens] = await Promise.all([
    readChanges(campaign, { version, page }),
    readTokens([mint]),
  ]);
  if (page > pageCount(total, limit)) notFound();
  const token = tokens.of(mint);
  return (
    <ListPosition label={t("Changed recipients")} page={page}>
      {mint !== NATIVE_MINT && (
        <p className="mb-3 text-sm text-ink-soft">
          <TokenName token={token} />
        </p>
      )}
      {changes.length > 0 ? (
        <div className="space-y-4">
          <ChangeCounts
            counts={counts}
            sums={[
              {
                title: t("Net change"),
                text: (
                  <>
                    {formatExactDifference(net, token.decimals, t)}{" "}
                    <span className="font-normal text-ink-soft">{token.unit}</span>
                  </>
                ),
              },
              { title: t("Total before"), text: <Amount value={sumBefore} token={token} exact /> },
              { title: t("Total after"), text: <Amount value={sumAfter} token={token} exact /> },
            ]}
          />
          <ChangesTable changes={changes} token={token} />
        </div>
      ) : (
        <EmptyState title={t("No recipients changed")}>
          {t("Only the order of the allocations may differ.")}
        </EmptyState>
      )}
      <Pagination
        page={page}
        limit={limit}
        total={total}
        noun="changed recipients"
        href={(target) => campaignPartHref(campaign, `changes/${version}`, { page: target })}
      />
    </ListPosition>
  );
}
