import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { AddressForm, AddressLookupSection, AddressPrompt } from "@/components/address/address-form";
import { PrimaryName } from "@/components/address/primary-name";
import { ClaimEverything } from "@/components/claim-everything/claim-everything-button";
import { AddressFiles } from "@/components/export/address-files";
import { requestTranslator } from "@/components/i18n/request-translator";
import { NoAllocations, PortfolioIntroduction } from "@/components/portfolio/empty-states";
import { PortfolioEntries, portfolioSorts } from "@/components/portfolio/entries";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { UnlockCalendar } from "@/components/portfolio/unlock-calendar";
import { VestingOverTime } from "@/components/portfolio/vesting-over-time";
import { LivePage } from "@/components/service/live-page";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import {
  givenAddress,
  pageNumber,
  readChoice,
  readParameter,
  type Search,
  withQuery,
} from "@/components/ui/page/page-query";
import { ListPosition } from "@/components/ui/paging/list-position";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { Address } from "@/components/ui/values/address";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { progressState } from "@/lib/contract/live-state";
import { shortAddress } from "@/lib/contract/names";
import { PORTFOLIO_SORTS } from "@/lib/contract/portfolio/order";
import { monthText, toMonth } from "@/lib/core/vesting/unlock-months";
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
  const form = <AddressForm action="/portfolio" address={text} problem={problem} />;
  if (address) return <Portfolio address={address} search={search} form={form} />;
  return (
    <>
      <PageHeader title={t("Portfolio")}>
        {t("All allocations of an address, with vested, claimed and claimable amounts and upcoming unlocks.")}
      </PageHeader>
      {form}
      <div className="space-y-6">
        <AddressPrompt
          path="/portfolio"
          title={t("No address selected")}
          isGiven={text !== undefined}
          isLocalLedger={(await readShell()).isLocalLedger}
        />
        <PortfolioIntroduction />
      </div>
    </>
  );
}

type PortfolioProps = { address: string; search: Search; form: ReactNode };

async function Portfolio({ address, search, form }: PortfolioProps) {
  const [page, curve] = [pageNumber(search), readParameter(search, "curve")];
  const sort = readChoice(search, "sort", PORTFOLIO_SORTS);
  const reading = readPortfolio(address, page, { curveMint: curve, sort });
  const [portfolio, { programId }] = await Promise.all([reading, readShell()]);
  const buildHref = (query: object) => withQuery("/portfolio", { address, curve, ...query });
  const { entries, progress, unlocks, market, unsolicited, claimable, ...rest } = portfolio;
  const { covered, total, limit, unregistered } = rest;
  const t = await requestTranslator();
  if (total === 0) {
    return (
      <>
        <PageHeader title={t("Portfolio")} />
        {form}
        <NoAllocations />
      </>
    );
  }
  if (page > pageCount(total, limit)) notFound();
  return (
    <>
      <PageHeader
        title={t("Portfolio")}
        badges={
          <span className="text-ink-soft">
            <Address address={address} name="recipient" /> <PrimaryName address={address} />
          </span>
        }
      />
      <div className="space-y-4 sm:space-y-6">
        <LivePage source={{ kind: "progress", address }} shown={progressState(progress)} />
        {covered < total && (
          <Notice tone="info" title={t("Totals of the {count} newest campaigns", { count: covered })}>
            {t(
              "This address receives from {count} campaigns. Totals, the curve, the unlocks by month and “Claim everything” exclude the oldest ones. The list below shows all campaigns, with the oldest at the end.",
              { count: total },
            )}
          </Notice>
        )}
        {unregistered > 0 && (
          <Notice tone="warn" title={t("The totals are incomplete")}>
            {t(
              "{count, plural, one {The current recipients of # campaign are not registered. The amount that is not claimed counts as unvested.} other {The current recipients of # campaigns are not registered. The amounts that are not claimed count as unvested.}}",
              { count: unregistered },
            )}
          </Notice>
        )}
        <p className="hidden wrap-anywhere print:block">{t("Address: {address}", { address })}</p>
        <PortfolioTotals
          {...{ progress, market }}
          action={<ClaimEverything request={{ ...claimable, address, programId }} />}
        />
        <ListPosition label={t("Campaigns")} page={page}>
          <PortfolioEntries
            {...{ entries, unsolicited, market, address, programId }}
            sorts={total > 1 ? portfolioSorts(sort, (by) => buildHref({ sort: by })) : {}}
          />
          <Pagination
            {...{ page, limit, total }}
            noun="campaigns"
            href={(target) => buildHref({ sort, page: target })}
          />
        </ListPosition>
        <div className="grid gap-4 sm:gap-6 lg:grid-cols-2">
          <UnlockCalendar
            unlocks={unlocks}
            month={monthText(toMonth(portfolio.curve.now))}
            getToken={market.getToken}
          />
          <VestingOverTime {...{ curve: portfolio.curve, address }} getToken={market.getToken} />
        </div>
        <div className="print:hidden">
          <details>
            <summary className="flex min-h-11 items-center font-medium">
              {t("Export and calendar feed")}
            </summary>
            <AddressFiles address={address} />
          </details>
          <AddressLookupSection>{form}</AddressLookupSection>
        </div>
        <ZoneNote hasMonths />
      </div>
    </>
  );
}
