import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressForm, AddressPrompt } from "@/components/address/address-form";
import { EventTable } from "@/components/campaign/event-table";
import { DownloadLinks } from "@/components/export/download-links";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { givenAddress, single, withQuery } from "@/components/ui/page/page-query";
import { ListPosition } from "@/components/ui/paging/list-position";
import { CursorPager } from "@/components/ui/paging/pagination";
import { shortAddress } from "@/lib/contract/names";
import { readActivity } from "@/lib/service/pages/beneficiary";

export async function generateMetadata({ searchParams }: PageProps<"/activity">): Promise<Metadata> {
  const { address } = givenAddress(await searchParams);
  const t = await requestTranslator();
  return {
    title: address ? t("Activity of {address}", { address: shortAddress(address) }) : t("Activity"),
  };
}

export default async function ActivityPage({ searchParams }: PageProps<"/activity">) {
  const search = await searchParams;
  const { text, address, problem } = givenAddress(search);
  const t = await requestTranslator();
  return (
    <>
      <PageHeader title={t("Activity")}>
        {t("Events in the campaigns that an address created or receives from, newest first.")}
      </PageHeader>
      <AddressForm action="/activity" address={text} problem={problem} />
      {address ? (
        <Activity address={address} cursor={single(search, "cursor")} />
      ) : (
        <AddressPrompt path="/activity" title={t("No address selected")} isGiven={text !== undefined} />
      )}
    </>
  );
}

async function Activity({ address, cursor }: { address: string; cursor: string | undefined }) {
  const t = await requestTranslator();
  const found = await readActivity(address, cursor, t);
  const hrefOf = (position?: string) => withQuery("/activity", { address, cursor: position });
  if (!found || (cursor && found.events.length === 0)) notFound();
  if (found.events.length === 0) {
    return (
      <EmptyState title={t("No activity yet")}>
        {t("Events of campaigns that this address created or receives from appear here.")}
      </EmptyState>
    );
  }
  const { total } = found;
  return (
    <Card aside={t("{count, plural, one {# event} other {# events}}", { count: total })}>
      <ListPosition label={t("Events")} page={cursor ?? ""}>
        <EventTable events={found.events} hasCampaigns />
        <CursorPager {...found} noun="events" href={hrefOf} />
      </ListPosition>
      <div className="mt-4">
        <DownloadLinks
          files={[
            { label: t("Export all events as CSV"), list: `/api/activity/${address}` },
            { label: t("Export payments for accounting as CSV"), list: `/api/activity/${address}/payments` },
          ]}
        />
      </div>
    </Card>
  );
}
