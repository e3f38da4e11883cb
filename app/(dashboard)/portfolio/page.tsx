import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, AddressPrompt } from "@/components/address/address-form";
import { ClaimEverything } from "@/components/claim-everything/claim-everything-button";
import { AddressFiles } from "@/components/export/address-files";
import { requestTranslator } from "@/components/i18n/request-translator";
import { PortfolioEntries } from "@/components/portfolio/entries";
import { NextUnlocksCard } from "@/components/portfolio/next-unlocks";
import { PortfolioOrder } from "@/components/portfolio/order";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { VestingOverTime } from "@/components/portfolio/vesting-over-time";
import { LivePage } from "@/components/service/live-page";
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
import { ListPosition } from "@/components/ui/paging/list-position";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { progressState } from "@/lib/contract/live-state";
import { shortAddress } from "@/lib/contract/names";
import { PORTFOLIO_SORTS } from "@/lib/contract/portfolio/order";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readShell } from "@/lib/service/pages/shell";

export async function generateMetadata({ searchParams }: PageProps<"/portfolio">): Promise<Metadata> {
  const { address } = givenAddress(await searchParams);
  const t = await requestTranslator();
  const title = address ? t("Portfolio of {address}", { address: shortAddress(address) }) : t("Portfolio");
  return { title };
}

export default async function PortfolioPage({ searchParams }: PageProps<"/portfolio">) {
  const search = await searchParams;
  const { text, address, problem } = givenAddress(search);
  const t = await requestTranslator();
  return (
    <>
      <PageHeader title={t("Portfolio")}>
        {t("All allocations of an address, with vested, claimed and claimable amounts and upcoming unlocks.")}
      </PageHeader>
      <AddressForm action="/portfolio" address={text} problem={problem} />
      {address ? (
        <Portfolio address={address} search={search} />
      ) : (
        <AddressPrompt path="/portfolio" title={t("No address selected")} isGiven={text !== undefined} />
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
  const t = await requestTranslator();
  if (total === 0) {
    return (
      <EmptyState title={t("No allocations")}>
        {t("This address is not a recipient of any campaign here.")}
      </EmptyState>
    );
  }
  if (page > pageCount(total, limit)) notFound();
  return (
    <div className="space-y-6">
      <LivePage source={{ kind: "progress", address }} shown={progressState(progress)} />
      {covered < total && (
        <Notice tone="info" title={t("Totals of the {count} newest campaigns", { count: covered })}>
          {t(
            "This address receives from {count} campaigns. Totals, the curve, next unlocks and “Claim everything” exclude the oldest ones. The list below shows all campaigns, with the oldest at the end.",
            { count: total },
          )}
        </Notice>
      )}
      <p className="hidden wrap-anywhere print:block">{t("Address: {address}", { address })}</p>
      <ClaimEverything request={{ ...claimable, address, programId }} />
      <PortfolioTotals {...{ progress, market }} />
      <VestingOverTime {...{ curve: portfolio.curve, address }} tokenOf={market.tokenOf} />
      <NextUnlocksCard unlocks={unlocks} tokenOf={market.tokenOf} />
      <AddressFiles address={address} />
      <ListPosition label={t("Campaigns")} page={page}>
        {total > 1 && <PortfolioOrder now={sort} hrefOf={(by) => hrefOf({ sort: by })} />}
        <PortfolioEntries {...{ entries, strangers, market, address, programId }} />
        <Pagination
          {...{ page, limit, total }}
          noun="campaigns"
          href={(target) => hrefOf({ sort, page: target })}
        />
      </ListPosition>
    </div>
  );
}
