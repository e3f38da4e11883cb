import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, AddressLookupSection, AddressPrompt } from "@/components/address/address-form";
import { DashboardCampaigns } from "@/components/creator-dashboard/dashboard-campaigns";
import { DashboardDrafts } from "@/components/creator-dashboard/dashboard-drafts";
import { TaskList } from "@/components/creator-dashboard/task-list";
import { SumsNotices, TokenTotals, TokenUnlocks } from "@/components/creator-dashboard/token-dashboard";
import { requestTranslator } from "@/components/i18n/request-translator";
import { useTranslator } from "@/components/i18n/use-translator";
import { LivePage } from "@/components/service/live-page";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { givenAddress, pageNumber, readParameter, withQuery } from "@/components/ui/page/page-query";
import { ListPosition } from "@/components/ui/paging/list-position";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { Address } from "@/components/ui/values/address";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { NOTHING_CLAIMABLE } from "@/lib/contract/creator-dashboard/sums";
import { listState } from "@/lib/contract/live-state";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { readDashboardPage, readMonthRecipients } from "@/lib/service/pages/dashboard";

/** Pages that need the wallet of the creator. */
const TOOLS = [
  { href: "/labels", name: message("Labels") },
  { href: "/confirmations", name: message("Wallet confirmations") },
  { href: "/reminders", name: message("Reminders") },
  { href: "/webhooks", name: message("Webhooks") },
];

export async function generateMetadata({ searchParams }: PageProps<"/dashboard">): Promise<Metadata> {
  const { address } = givenAddress(await searchParams);
  const t = await requestTranslator();
  return {
    title: address ? t("Dashboard of {address}", { address: shortAddress(address) }) : t("Dashboard"),
  };
}

export default async function CreatorDashboardPage({ searchParams }: PageProps<"/dashboard">) {
  const search = await searchParams;
  const { text, address, problem } = givenAddress(search);
  const t = await requestTranslator();
  const form = <AddressForm action="/dashboard" address={text} problem={problem} />;
  return (
    <>
      <PageHeader
        title={t("Creator dashboard")}
        actions={
          // The navigation at the bottom of a phone has this link too.
          <div className="max-md:hidden">
            <ButtonLink tone="primary" href="/create">
              {t("Create a campaign")}
            </ButtonLink>
          </div>
        }
      >
        {address ? (
          <Address address={address} name="creator" />
        ) : (
          t(
            "The campaigns that an address created, with its open tasks and the upcoming unlocks of all recipients.",
          )
        )}
      </PageHeader>
      <div className="-mt-3 mb-5">
        <Tools />
      </div>
      {!address && form}
      <div className="space-y-4 sm:space-y-6">
        {address ? (
          <CreatorDashboard
            address={address}
            page={pageNumber(search)}
            month={readParameter(search, "month")}
            mint={readParameter(search, "mint")}
          />
        ) : (
          <AddressPrompt path="/dashboard" title={t("No creator selected")} isGiven={text !== undefined} />
        )}
        <DashboardDrafts />
        {address && <AddressLookupSection>{form}</AddressLookupSection>}
        {address && <ZoneNote hasMonths />}
      </div>
    </>
  );
}

function Tools() {
  const t = useTranslator();
  return (
    <nav
      aria-label={t("Tools for creators")}
      className="flex flex-wrap items-center gap-x-5 text-sm [&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center md:pointer-fine:[&>a]:min-h-8"
    >
      <span className="text-ink-soft">{t("Tools")}</span>
      {TOOLS.map(({ href, name }) => (
        <Link key={href} href={href} className="underline underline-offset-4">
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

type CreatorDashboardProps = {
  address: string;
  page: number;
  /** The month and token whose largest unlocks are listed. */
  month: string | undefined;
  mint: string | undefined;
};

async function CreatorDashboard({ address, page, month, mint }: CreatorDashboardProps) {
  const [{ dashboard, claimable, ended, getToken, campaigns, total, limit, actions }, selected] =
    await Promise.all([
      readDashboardPage(address, page),
      month && mint ? readMonthRecipients(address, { month, mint }) : null,
    ]);
  const t = await requestTranslator();
  const live = (
    <LivePage
      source={{ kind: "campaigns", query: { creator: address, page, limit } }}
      shown={listState(campaigns, total)}
    />
  );
  if (total === 0 && dashboard.needCount === 0) {
    return (
      <>
        {live}
        <EmptyState
          title={t("No campaigns yet")}
          action={
            <ButtonLink tone="primary" href="/create">
              {t("Create your first campaign")}
            </ButtonLink>
          }
        >
          {t(
            "This address has not created a campaign. After you create one, this page shows its open tasks, its unlocks by month and its recipients.",
          )}
        </EmptyState>
      </>
    );
  }
  if (total > 0 && page > pageCount(total, limit)) notFound();
  const tasks = dashboard.needs.map((task) => ({
    ...{ task, token: getToken(task.mint), action: actions.get(task.treeAddress) ?? null },
  }));
  return (
    <>
      {live}
      <TaskList taskRows={tasks} count={dashboard.needCount} isLedgerAway={!dashboard.ledger} />
      <SumsNotices dashboard={dashboard} />
      {dashboard.tokens.map((sums) => (
        <TokenTotals
          key={sums.mint}
          {...{ sums, month: dashboard.month }}
          token={getToken(sums.mint)}
          claimable={claimable && (claimable.get(sums.mint) ?? NOTHING_CLAIMABLE)}
          ended={ended.get(sums.mint) ?? 0}
        />
      ))}
      {total > 0 && (
        <ListPosition label={t("Campaigns")} page={page}>
          <DashboardCampaigns
            rows={campaigns.map(({ nextUnlock, ...campaign }) => ({
              ...{ campaign, nextUnlock, token: getToken(campaign.mint) },
            }))}
          />
          <Pagination
            {...{ page, limit, total }}
            noun="campaigns"
            href={(target) => withQuery("/dashboard", { address, page: target })}
          />
        </ListPosition>
      )}
      {dashboard.tokens.map((sums) => (
        <TokenUnlocks
          key={sums.mint}
          {...{ sums, month: dashboard.month }}
          token={getToken(sums.mint)}
          unlocksList={`/api/creator/${address}/unlocks`}
          recipientsHref={(month) => withQuery("/dashboard", { address, month, mint: sums.mint })}
          selected={selected?.mint === sums.mint ? selected : null}
        />
      ))}
    </>
  );
}
