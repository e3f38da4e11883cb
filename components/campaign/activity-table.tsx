"use client";

import { useMemo } from "react";
import { formatLongMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { Link } from "@/components/ui/link";
import { Address, MonoAddresses } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time, useViewerZone } from "@/components/ui/values/time";
import { unitWithMint } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { campaignHref } from "./campaign-href";
import { eventKey, eventParts, type ListedEvent } from "./event-sentence";
import { EventIcon } from "./event-table";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";

const LINK = "underline decoration-line-strong underline-offset-4 hover:decoration-current";

/** `isMixed` is whether some events do not name the wallet; otherwise no event is marked. */
const createColumns = (t: Translator, wallet: string, isMixed: boolean): DataColumn<ListedEvent>[] => [
  {
    id: "event",
    phone: "title",
    title: t("Event"),
    cell: (row) => {
      const { event } = row;
      const { title, isOwn } = eventParts(t, row, wallet);
      return (
        <span className="flex items-start gap-2.5 @2xl:-mt-0.5">
          <EventIcon event={event} />
          <span className="min-w-0 pt-0.5 wrap-anywhere @2xl:max-w-88 @5xl:max-w-110">
            <span className="font-medium">{title}</span>{" "}
            {isOwn && isMixed && <Badge>{t("This address")}</Badge>}{" "}
            <span className="text-ink-soft @max-2xl:hidden">
              <EventDetail {...{ row, wallet }} isAfterTitle />
            </span>{" "}
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
    cell: ({ campaign, event, ...row }) => (
      <span className="block wrap-anywhere @max-2xl:pl-8.5">
        <OnPhone>
          <span className="block">
            <EventDetail row={{ event, ...row }} wallet={wallet} />
          </span>
        </OnPhone>
        {campaign && (
          <>
            <Link className={LINK} href={campaignHref(campaign)}>
              {campaign.name}
            </Link>{" "}
            {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}{" "}
          </>
        )}
        <OnPhone>
          <span className="block">
            <Time at={event.blockTime} /> ·{" "}
            <Link className={`-my-0.5 inline-block py-0.5 ${LINK}`} href={`/transactions/${event.signature}`}>
              {t("Transaction")}
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
    cell: (row) => {
      const { amount, isOwn } = eventParts(t, row, wallet);
      // A list across campaigns can contain different tokens with the same name.
      return amount === null ? (
        <span className="text-ink-soft @max-2xl:hidden">–</span>
      ) : (
        <span className={isOwn ? "font-medium text-success" : ""}>
          {isOwn && "+"}
          <Amount value={amount} token={row.token} withMint />
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

type EventDetailProps = {
  row: ListedEvent;
  wallet: string;
  /** Separates the details from the title before them. */
  isAfterTitle?: boolean;
};

/** The details of an event, with its addresses in the font of addresses. */
function EventDetail({ row, wallet, isAfterTitle = false }: EventDetailProps) {
  const t = useTranslator();
  const token = { ...row.token, unit: unitWithMint(row.token) };
  const { detail } = eventParts(t, { ...row, token }, wallet);
  return <MonoAddresses text={isAfterTitle && detail !== "" ? `· ${detail}` : detail} />;
}

type ActivityTableProps = {
  events: readonly ListedEvent[];
  /** The address whose campaigns the events belong to. */
  wallet: string;
};

/** Lists the events of several campaigns by month, newest first. */
export function ActivityTable({ events, wallet }: ActivityTableProps) {
  const t = useTranslator();
  const zone = useViewerZone() ? undefined : "UTC";
  const isMixed = events.some((row) => !eventParts(t, row, wallet).isOwn);
  const columns = useMemo(() => createColumns(t, wallet, isMixed), [t, wallet, isMixed]);
  const getMonth = ({ event }: ListedEvent) => formatLongMonth(BigInt(event.blockTime), zone, t);
  return (
    <div className="[&_td]:align-top!">
      <DataTable
        {...{ name: "activity", columns }}
        caption={t("Events")}
        rows={events}
        rowKey={eventKey}
        group={getMonth}
        hasView={false}
      />
      <ReconstructedNote events={events.map(({ event }) => event)} />
    </div>
  );
}
