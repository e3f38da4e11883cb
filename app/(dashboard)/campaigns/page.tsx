import { notFound, redirect } from "next/navigation";
import { campaignRow } from "@/components/campaigns/campaign-row";
import { CampaignTable } from "@/components/campaigns/campaign-table";
import {
  CAMPAIGN_LIST,
  type CampaignFilters,
  FilterForm,
  readFilters,
} from "@/components/campaigns/filter-form";
import { NoCampaigns } from "@/components/campaigns/no-campaigns";
import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { LivePage } from "@/components/service/live-page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page/page-header";
import { pageNumber, withQuery } from "@/components/ui/page/page-query";
import { columnSorts, isUsual, sortingQuery } from "@/components/ui/page/sorting";
import { ListPosition } from "@/components/ui/paging/list-position";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { listState } from "@/lib/contract/live-state";
import { message } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { findCampaignPosition, readCampaigns } from "@/lib/service/pages/campaigns";
import { readTokens } from "@/lib/service/pages/tokens";

export const generateMetadata = titled(message("Campaigns"));

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const search = await searchParams;
  const { q, ...filters } = readFilters(search);
  const position = q && isAddress(q) ? await findCampaignPosition(q) : null;
  if (position?.href) redirect(position.href);
  const wanted = { ...filters, name: position ? undefined : q, page: pageNumber(search) };
  const reading = readCampaigns(wanted);
  // Prevents an unhandled rejection. The components that await the promise handle the error.
  reading.catch(() => undefined);
  const t = await requestTranslator();
  return (
    <>
      <PageHeader
        title={t("Campaigns")}
        actions={
          // On a phone the navigation at the bottom has this link.
          <div className="max-md:hidden">
            <ButtonLink href="/create" tone="primary">
              {t("Create a campaign")}
            </ButtonLink>
          </div>
        }
      >
        {t("All vesting campaigns registered with this service.")}
      </PageHeader>
      <Filters filters={{ q, ...filters }} notFound={position?.problem ?? null} reading={reading} />
      <Listing wanted={wanted} reading={reading} />
    </>
  );
}

type Wanted = Parameters<typeof readCampaigns>[0];
type Reading = { reading: ReturnType<typeof readCampaigns> };
type FiltersProps = Reading & { filters: CampaignFilters; notFound: string | null };

/** Renders while the list loads. With filters, waits for the list, which can reject a filter. */
async function Filters({ filters, notFound, reading }: FiltersProps) {
  const { sort, order, q, ...narrowed } = filters;
  const isPlain = !q && withQuery("", narrowed) === "" && isUsual({ sort, order }, CAMPAIGN_LIST);
  const ofList = isPlain ? null : (await reading).problem;
  return (
    <FilterForm
      key={withQuery("", narrowed)}
      filters={filters}
      problem={notFound ? { field: "q", message: notFound } : ofList}
    />
  );
}

async function Listing({
  wanted: { page, sort, order, name, ...narrowed },
  reading,
}: Reading & { wanted: Wanted }) {
  const { campaigns, total, limit, sorts, problem } = await reading;
  if (page > pageCount(total, limit)) notFound();
  const [t, tokens] = await Promise.all([requestTranslator(), readTokens(campaigns.map(({ mint }) => mint))]);
  const rows = campaigns.map((campaign) =>
    campaignRow(campaign, tokens.of(campaign.mint), campaign.nextUnlock),
  );
  const wanted = { ...narrowed, q: name };
  const buildHref = (query: object) => withQuery("/campaigns", { ...wanted, ...query });
  return (
    <ListPosition label={t("Campaigns")} page={page}>
      {problem === null && (
        <LivePage
          source={{ kind: "campaigns", query: { ...narrowed, name, sort, order, page, limit } }}
          shown={listState(campaigns, total)}
        />
      )}
      {rows.length > 0 ? (
        <div className="rounded-card border border-line bg-surface px-4 pt-3 pb-1 shadow-box sm:px-5">
          <CampaignTable
            rows={rows}
            title={t("{count, plural, one {# campaign} other {# campaigns}}", { count: total })}
            sorts={columnSorts(sorts, { sort, order }, { ...CAMPAIGN_LIST, href: buildHref })}
          />
        </div>
      ) : (
        <NoCampaigns {...{ wanted, problem }} unsorted={buildHref({})} />
      )}
      <Pagination
        {...{ page, limit, total }}
        noun="campaigns"
        href={(target) => buildHref({ ...sortingQuery({ sort, order }, CAMPAIGN_LIST), page: target })}
      />
    </ListPosition>
  );
}
