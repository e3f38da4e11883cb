import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { CampaignTable } from "@/components/campaigns/campaign-table";
import { FilterForm, readFilters } from "@/components/campaigns/filter-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { withQuery } from "@/components/ui/page/page-query";
import { ListPlace } from "@/components/ui/paging/list-place";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { findPlace, readCampaigns } from "@/lib/service/pages/campaigns";
import { readTokens } from "@/lib/service/pages/tokens";

export const metadata: Metadata = { title: "Campaigns" };

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const filters = readFilters(await searchParams);
  const { q, page, ...wanted } = filters;
  const found = q ? await findPlace(q) : null;
  if (found?.href) redirect(found.href);
  const answer = await readCampaigns(filters);
  if (page > pageCount(answer.total, answer.limit)) notFound();
  const tokens = await readTokens(answer.campaigns.map(({ mint }) => mint));
  const rows = answer.campaigns.map((campaign) => ({ campaign, token: tokens.of(campaign.mint) }));
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          <ButtonLink href="/create" tone="primary">
            Create a campaign
          </ButtonLink>
        }
      >
        Every vesting campaign that is registered here, newest first.
      </PageHeader>
      <FilterForm key={withQuery("", wanted)} filters={filters} problem={found?.problem ?? answer.problem} />
      <ListPlace label="Campaigns" page={page}>
        {rows.length > 0 ? (
          <CampaignTable rows={rows} />
        ) : (
          <Nothing isFiltered={Object.values(wanted).some(Boolean)} />
        )}
        <Pagination
          page={page}
          limit={answer.limit}
          total={answer.total}
          noun="campaigns"
          href={(target) => withQuery("/campaigns", { ...wanted, page: target })}
        />
      </ListPlace>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No campaign matches"
        action={<ButtonLink href="/campaigns">Show all campaigns</ButtonLink>}
      >
        Remove a filter to see more.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No campaign yet"
      action={
        <ButtonLink href="/create" tone="primary">
          Create the first one
        </ButtonLink>
      }
    >
      A campaign locks tokens and releases them to its recipients over time.
    </EmptyState>
  );
}
