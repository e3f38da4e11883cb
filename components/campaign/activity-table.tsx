"use client";

import { useMemo } from "react";
import { formatLongMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { Link } from "@/components/ui/link";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time, useViewerZone } from "@/components/ui/values/time";
import { shortAddress, unitWithMint } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { campaignHref } from "./campaign-href";
import { eventKey, eventParts, type ListedEvent } from "./event-sentence";
import { EventIcon } from "./event-table";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";

const LINK = "underline decoration-line-strong underline-offset-4 hover:decoration-current";

const columnsOf = (t: Translator, wallet: string): DataColumn<ListedEvent>[] => [
  {
    id: "event",
    phone: "title",
    title: t("Event"),
    cell: ({ event, token }) => {
      const { title, detail } = eventParts(t, event, { ...token, unit: unitWithMint(token) }, wallet);
      return (
        <span className="flex items-start gap-2.5">
          <EventIcon event={event} />
          <span className="min-w-0 pt-0.5 wrap-anywhere @2xl:max-w-88">
            <span className="font-medium">{title}</span>{" "}
            <span className="text-ink-soft @max-2xl:hidden">{detail}</span>{" "}
            {event.reconstructed && <ReconstructedBadge />}
          </span>
        </span>
      );
    },
  },
  {
    id: "campaign",
    phone: "note",
    title: t("Campaign"),
    cell: ({ campaign, event, token }) => (
      <span className="block wrap-anywhere @max-2xl:pl-8.5">
        <OnPhone>
          <span className="block">
            {eventParts(t, event, { ...token, unit: unitWithMint(token) }, wallet).detail}
          </span>
        </OnPhone>
        {campaign && (
          <span className="block">
            <Link className={LINK} href={campaignHref(campaign)}>
              {campaign.name}
            </Link>{" "}
            {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}
          </span>
        )}
        <OnPhone>
          <span className="flex justify-between gap-x-3 whitespace-nowrap">
            <Time at={event.blockTime} />
            <Link className={`font-mono ${LINK}`} href={`/transactions/${event.signature}`}>
              {shortAddress(event.signature)}
            </Link>
          </span>
        </OnPhone>
      </span>
    ),
  },
  {
    id: "amount",
    phone: "value",
    title: t("Amount"),
    align: "right",
    cell: ({ event, token }) => {
      const { amount } = eventParts(t, event, token, wallet);
      // A list across campaigns can contain different tokens with the same name.
      return amount === null ? (
        <span className="text-ink-soft @max-2xl:hidden">–</span>
      ) : (
        <span className="font-medium">
          <Amount of={amount} token={token} withMint />
        </span>
      );
    },
  },
  {
    id: "time",
    title: t("Time"),
    align: "right",
    cell: ({ event }) => <Time at={event.blockTime} />,
  },
  {
    id: "transaction",
    title: t("Transaction"),
    align: "right",
    cell: ({ event: { signature } }) => <Address address={signature} name="signature" />,
  },
];

type ActivityTableProps = {
  events: readonly ListedEvent[];
  /** The address whose campaigns the events belong to. */
  wallet: string;
};

/** Lists the events of several campaigns by month, newest first. */
export function ActivityTable({ events, wallet }: ActivityTableProps) {
  const t = useTranslator();
  const zone = useViewerZone() ? undefined : "UTC";
  const columns = useMemo(() => columnsOf(t, wallet), [t, wallet]);
  const monthOf = ({ event }: ListedEvent) => formatLongMonth(BigInt(event.blockTime), zone, t);
  return (
    <>
      <DataTable
        {...{ name: "activity", columns }}
        caption={t("Events")}
        rows={events}
        rowKey={eventKey}
        group={monthOf}
        hasView={false}
      />
      <ReconstructedNote events={events.map(({ event }) => event)} />
    </>
  );
}
