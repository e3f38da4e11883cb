"use client";

import { useMemo } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Icon } from "@/components/ui/icon";
import { Address, MonoAddresses } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { TimelineItem } from "@/lib/contract/event";
import type { Translator } from "@/lib/core/i18n/translator";
import { eventIcon, eventKey, eventSentence, type ListedEvent } from "./event-sentence";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";

const createColumns = (t: Translator): DataColumn<ListedEvent>[] => [
  {
    id: "event",
    phone: "line",
    title: t("Event"),
    cell: ({ event, token }) => (
      <span className="flex items-start gap-2.5">
        <EventIcon event={event} />
        <span className="min-w-0 wrap-anywhere">
          <MonoAddresses text={eventSentence(t, event, token)} />{" "}
          {event.reconstructed && <ReconstructedBadge />}
        </span>
      </span>
    ),
  },
  {
    id: "time",
    phone: "state",
    title: t("Time"),
    align: "right",
    cell: ({ event }) => <Time at={event.blockTime} relative />,
  },
  {
    id: "slot",
    title: t("Slot"),
    align: "right",
    wide: true,
    cell: ({ event }) => event.slot,
  },
  {
    id: "transaction",
    phone: "note",
    title: t("Transaction"),
    align: "right",
    cell: ({ event }) => <Address address={event.signature} name="signature" />,
  },
];

export const EventIcon = ({ event }: { event: TimelineItem }) => (
  <span className="grid size-6 shrink-0 place-items-center rounded-full bg-raised text-ink-soft">
    <Icon name={eventIcon(event)} className="size-3.5" />
  </span>
);

/** Lists the events of one campaign, newest first. */
export function EventTable({ events }: { events: readonly ListedEvent[] }) {
  const t = useTranslator();
  const columns = useMemo(() => createColumns(t), [t]);
  return (
    <>
      <DataTable name="timeline" {...{ columns }} caption={t("Events")} rows={events} rowKey={eventKey} />
      <ReconstructedNote events={events.map(({ event }) => event)} />
    </>
  );
}
