import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, WhoseAddress } from "@/components/address/address-form";
import { DeskCampaigns } from "@/components/desk/desk-campaigns";
import { DeskDrafts } from "@/components/desk/desk-drafts";
import { NeedList } from "@/components/desk/need-list";
import { SumsNotices, TokenDesk } from "@/components/desk/token-desk";
import { LivePage } from "@/components/service/live-page";
import { DownloadLinks } from "@/components/takeaway/download-links";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { givenAddress, pageNumber, withQuery } from "@/components/ui/page/page-query";
import { ListPlace } from "@/components/ui/paging/list-place";
import { Pagination, pageCount } from "@/components/ui/paging/pagination";
import { words } from "@/components/words/request-words";
import { listState } from "@/lib/contract/live-state";
import { shortAddress } from "@/lib/contract/names";
import { readDeskPage } from "@/lib/service/pages/desk";

export async function generateMetadata({ searchParams }: PageProps<"/desk">): Promise<Metadata> {
  const { address } = givenAddress(await searchParams);
  const t = await words();
  return { title: address ? t("Desk of {address}", { address: shortAddress(address) }) : t("Desk") };
}

export default async function DeskPage({ searchParams }: PageProps<"/desk">) {
  const search = await searchParams;
  const { text, address, problem } = givenAddress(search);
  const t = await words();
  return (
    <>
      <PageHeader
        title={t("Creator’s desk")}
        actions={
          <ButtonLink tone="primary" href="/create">
            {t("Create a campaign")}
          </ButtonLink>
        }
      >
        {t(
          "The campaigns that an address created: what waits for it, and what unlocks when for all recipients.",
        )}
      </PageHeader>
      <AddressForm action="/desk" address={text} problem={problem} />
      <div className="space-y-6">
        {address ? (
          <Desk address={address} page={pageNumber(search)} />
        ) : (
          <WhoseAddress path="/desk" title={t("Whose desk?")} isGiven={text !== undefined} />
        )}
        <DeskDrafts />
      </div>
    </>
  );
}

async function Desk({ address, page }: { address: string; page: number }) {
  const { desk, tokenOf, campaigns, total, limit, actions } = await readDeskPage(address, page);
  const t = await words();
  const live = (
    <LivePage
      source={{ kind: "campaigns", query: { creator: address, page, limit } }}
      shown={listState(campaigns, total)}
    />
  );
  if (total === 0 && desk.needCount === 0) {
    return (
      <>
        {live}
        <EmptyState title={t("No campaigns yet")}>
          {t("This address has created no campaign here.")}
        </EmptyState>
      </>
    );
  }
  if (total > 0 && page > pageCount(total, limit)) notFound();
  const needs = desk.needs.map((need) => ({
    ...{ need, token: tokenOf(need.mint), action: actions.get(need.treeAddress) ?? null },
  }));
  return (
    <>
      {live}
      <NeedList needs={needs} count={desk.needCount} isLedgerAway={!desk.ledger} />
      <SumsNotices desk={desk} />
      {desk.tokens.map((sums) => (
        <TokenDesk key={sums.mint} sums={sums} month={desk.month} token={tokenOf(sums.mint)} />
      ))}
      {desk.tokens.length > 0 && (
        <DownloadLinks
          files={[{ label: t("Unlocks by month as CSV"), list: `/api/creator/${address}/unlocks` }]}
        />
      )}
      {total > 0 && (
        <ListPlace label={t("Campaigns")} page={page}>
          <DeskCampaigns rows={campaigns.map((campaign) => ({ campaign, token: tokenOf(campaign.mint) }))} />
          <Pagination
            {...{ page, limit, total }}
            noun="campaigns"
            href={(target) => withQuery("/desk", { address, page: target })}
          />
        </ListPlace>
      )}
    </>
  );
}
