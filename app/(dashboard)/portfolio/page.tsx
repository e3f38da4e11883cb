import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, WhoseAddress } from "@/components/address/address-form";
import { PortfolioEntryCard } from "@/components/portfolio/entry-card";
import { NextUnlocksCard } from "@/components/portfolio/next-unlocks";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { EmptyState, Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { givenAddress, pageNumber, withQuery } from "@/components/ui/page/page-query";
import { ListPlace } from "@/components/ui/paging/list-place";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { shortAddress } from "@/lib/core/views/names";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readShell } from "@/lib/service/pages/shell";
import { readPrices, readTokens } from "@/lib/service/pages/tokens";

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
        <Portfolio address={address} page={pageNumber(search)} />
      ) : (
        <WhoseAddress path="/portfolio" title="Whose allocations?" isGiven={text !== undefined} />
      )}
    </>
  );
}

async function Portfolio({ address, page }: { address: string; page: number }) {
  const { entries, progress, unlocks, covered, total, limit } = await readPortfolio(address, page);
  const mints = [...progress.totals, ...entries.map(({ campaign }) => campaign)].map(({ mint }) => mint);
  const [tokens, prices, { programId }] = await Promise.all([
    readTokens(mints),
    readPrices(mints),
    readShell(),
  ]);
  if (total === 0) {
    return (
      <EmptyState title="No allocations">This address is not a recipient of any campaign here.</EmptyState>
    );
  }
  if (page > pageCount(total, limit)) notFound();
  const withRecord = entries.filter(({ mayHaveRecord }) => mayHaveRecord);
  const closable = withRecord.map(({ campaign }) => campaign.treeAddress);
  return (
    <div className="space-y-6">
      {covered < total && (
        <Notice tone="info" title={`Sums of the ${covered.toLocaleString("en")} newest campaigns`}>
          This address receives from {total.toLocaleString("en")} campaigns. The sums and the next unlocks
          leave the older ones out; the list below has them all.
        </Notice>
      )}
      <PortfolioTotals progress={progress} tokenOf={tokens.of} prices={prices} />
      <NextUnlocksCard unlocks={unlocks} tokenOf={tokens.of} />
      <ListPlace label="Campaigns" page={page}>
        <ul className="grid gap-4 lg:grid-cols-2">
          {entries.map((entry) => (
            <li key={entry.campaign.treeAddress} className="min-w-0">
              <PortfolioEntryCard
                {...{ entry, address, programId, closable }}
                token={tokens.of(entry.campaign.mint)}
              />
            </li>
          ))}
        </ul>
        <Pagination
          page={page}
          limit={limit}
          total={total}
          noun="campaigns"
          href={(target) => withQuery("/portfolio", { address, page: target })}
        />
      </ListPlace>
    </div>
  );
}
