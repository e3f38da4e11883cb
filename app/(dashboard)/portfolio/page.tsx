import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, WhoseAddress } from "@/components/address/address-form";
import { ClaimEverything } from "@/components/claim-everything/claim-everything-button";
import { PortfolioEntries } from "@/components/portfolio/entries";
import { NextUnlocksCard } from "@/components/portfolio/next-unlocks";
import { PortfolioOrder } from "@/components/portfolio/order";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { VestingOverTime } from "@/components/portfolio/vesting-over-time";
import { AddressFiles } from "@/components/takeaway/address-files";
import { EmptyState, Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import {
  givenAddress,
  oneOf,
  pageNumber,
  type Search,
  single,
  withQuery,
} from "@/components/ui/page/page-query";
import { ListPlace } from "@/components/ui/paging/list-place";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { shortAddress } from "@/lib/core/views/names";
import { PORTFOLIO_SORTS } from "@/lib/core/views/portfolio/order";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readShell } from "@/lib/service/pages/shell";

export async function generateMetadata({ searchParams }: PageProps<"/portfolio">): Promise<Metadata> {
  const { address } = givenAddress(await searchParams);
  return { title: address ? `Portfolio of ${shortAddress(address)}` : "Portfolio" };
}

export default async function PortfolioPage({ searchParams }: PageProps<"/portfolio">) {
  const search = await searchParams;
  const { text, address, problem } = givenAddress(search);
  return (
    <>
      <PageHeader title="Portfolio">
        What an address receives over all campaigns: allocated, vested, claimed, and what comes next.
      </PageHeader>
      <AddressForm action="/portfolio" address={text} problem={problem} />
      {address ? (
        <Portfolio address={address} search={search} />
      ) : (
        <WhoseAddress path="/portfolio" title="Whose allocations?" isGiven={text !== undefined} />
      )}
    </>
  );
}

async function Portfolio({ address, search }: { address: string; search: Search }) {
  const [page, curve] = [pageNumber(search), single(search, "curve")];
  const sort = oneOf(search, "sort", PORTFOLIO_SORTS);
  const reading = readPortfolio(address, page, { curveOf: curve, sort });
  const [portfolio, { programId }] = await Promise.all([reading, readShell()]);
  const hrefOf = (query: object) => withQuery("/portfolio", { address, curve, ...query });
  const { entries, progress, unlocks, market, strangers, claimable, ...rest } = portfolio;
  const { covered, total, limit } = rest;
  if (total === 0) {
    return (
      <EmptyState title="No allocations">This address is not a recipient of any campaign here.</EmptyState>
    );
  }
  if (page > pageCount(total, limit)) notFound();
  return (
    <div className="space-y-6">
      {covered < total && (
        <Notice tone="info" title={`Sums of the ${covered.toLocaleString("en")} newest campaigns`}>
          This address receives from {total.toLocaleString("en")} campaigns. The sums, the curve, the next
          unlocks and “Claim everything” leave the older ones out; the list below has them all, at its end.
        </Notice>
      )}
      <p className="hidden wrap-anywhere print:block">Address: {address}</p>
      <ClaimEverything request={{ ...claimable, address, programId }} />
      <PortfolioTotals {...{ progress, market }} />
      <VestingOverTime {...{ curve: portfolio.curve, address }} tokenOf={market.tokenOf} />
      <NextUnlocksCard unlocks={unlocks} tokenOf={market.tokenOf} />
      <AddressFiles address={address} />
      <ListPlace label="Campaigns" page={page}>
        {total > 1 && <PortfolioOrder now={sort} hrefOf={(by) => hrefOf({ sort: by })} />}
        <PortfolioEntries {...{ entries, strangers, market, address, programId }} />
        <Pagination
          {...{ page, limit, total }}
          noun="campaigns"
          href={(target) => hrefOf({ sort, page: target })}
        />
      </ListPlace>
    </div>
  );
}
