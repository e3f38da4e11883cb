import { notFound, redirect } from "next/navigation";
import { campaignRow } from "@/components/campaigns/campaign-row";
import { CampaignTable } from "@/components/campaigns/campaign-table";
import { CAMPAIGN_LIST, FilterForm, readFilters } from "@/components/campaigns/filter-form";
import { NoCampaigns } from "@/components/campaigns/no-campaigns";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page/page-header";
import { pageNumber, withQuery } from "@/components/ui/page/page-query";
import { columnSorts, sortingQuery } from "@/components/ui/page/sorting";
import { ListPlace } from "@/components/ui/paging/list-place";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { titled, words } from "@/components/words/request-words";
import { isAddress } from "@/lib/core/solana/addresses";
import { message } from "@/lib/core/words/words";
import { findPlace, readCampaigns } from "@/lib/service/pages/campaigns";
import { readTokens } from "@/lib/service/pages/tokens";

export const generateMetadata = titled(message("Campaigns"));

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const t = await words();
  const search = await searchParams;
  const page = pageNumber(search);
  const filters = readFilters(search);
  const { q, sort, order, ...narrowed } = filters;
  const place = q && isAddress(q) ? await findPlace(q) : null;
  if (place?.href) redirect(place.href);
  const name = place ? undefined : q;
  const { campaigns, total, limit, sorts, problem } = await readCampaigns({
    ...narrowed,
    sort,
    order,
    name,
    page,
  });
  if (page > pageCount(total, limit)) notFound();
  const tokens = await readTokens(campaigns.map(({ mint }) => mint));
  const rows = campaigns.map((campaign) => campaignRow(campaign, tokens.of(campaign.mint)));
  const wanted = { ...narrowed, q: name };
  const hrefOf = (query: object) => withQuery("/campaigns", { ...wanted, ...query });
  const sorting = sortingQuery(filters, CAMPAIGN_LIST);
  return (
    <>
      <PageHeader
        title={t("Campaigns")}
        actions={
          <ButtonLink href="/create" tone="primary">
            {t("Create a campaign")}
          </ButtonLink>
        }
      >
        {t("Every vesting campaign that is registered here.")}
      </PageHeader>
      <FilterForm
        key={withQuery("", narrowed)}
        filters={filters}
        problem={place?.problem ? { field: "q", message: place.problem } : problem}
      />
      <ListPlace label={t("Campaigns")} page={page}>
        {rows.length > 0 ? (
          <CampaignTable
            rows={rows}
            sorts={columnSorts(sorts, filters, { ...CAMPAIGN_LIST, href: hrefOf })}
          />
        ) : (
          <NoCampaigns {...{ wanted, problem }} unsorted={hrefOf({})} />
        )}
        <Pagination
          {...{ page, limit, total }}
          noun="campaigns"
          href={(target) => hrefOf({ ...sorting, page: target })}
        />
      </ListPlace>
    </>
  );
}
