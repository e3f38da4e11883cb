"use client";

import { useMemo } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import { unitWithMint } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { campaignHref } from "./campaign-href";
import { EVENT_ICONS, eventKey, eventSentence, type ListedEvent } from "./event-sentence";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";

const columnsOf = (t: Translator, hasCampaigns: boolean): DataColumn<ListedEvent>[] => [
  {
    id: "event",
    phone: hasCampaigns ? "title" : "line",
    title: t("Event"),
    cell: ({ event, token, campaign }) => (
      <span className="flex items-start gap-2.5">
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-raised text-ink-soft">
          <Icon name={EVENT_ICONS[event.type]} className="size-3.5" />
        </span>
        <span className="min-w-0 wrap-anywhere">
          {/* A list across campaigns can contain different tokens with the same name. */}
          {eventSentence(t, event, campaign ? { ...token, unit: unitWithMint(token) } : token)}{" "}
          {event.reconstructed && <ReconstructedBadge />}
        </span>
      </span>
    ),
  },
  {
    id: "campaign",
    phone: "note",
    title: t("Campaign"),
    cell: ({ campaign }) =>
      campaign && (
        <span className="wrap-anywhere">
          <Link
            className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
            href={campaignHref(campaign)}
          >
            {campaign.name}
          </Link>{" "}
          {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}
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
    phone: hasCampaigns ? "value" : "note",
    title: t("Transaction"),
    align: "right",
    cell: ({ event }) => <Address address={event.signature} name="signature" />,
  },
];

type EventTableProps = {
  events: readonly ListedEvent[];
  /** Whether the events belong to several campaigns. */
  hasCampaigns?: boolean;
};

/** Lists events, newest first. */
export function EventTable({ events, hasCampaigns = false }: EventTableProps) {
  const t = useTranslator();
  const columns = useMemo(
    () => columnsOf(t, hasCampaigns).filter(({ id }) => hasCampaigns || id !== "campaign"),
    [t, hasCampaigns],
  );
  const name = hasCampaigns ? "activity" : "timeline";
  return (
    <>
      <DataTable {...{ name, columns }} caption={t("Events")} rows={events} rowKey={eventKey} />
      <ReconstructedNote events={events.map(({ event }) => event)} />
    </>
  );
}
