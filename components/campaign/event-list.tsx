import Link from "next/link";
import type { ReactNode } from "react";
import { formatAmountShort } from "@/components/format/amount";
import { Icon, type IconName } from "@/components/ui/icon";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { EventType, TimelineItem } from "@/lib/core/views/event";
import { shortAddress, type Token, unitWithMint } from "@/lib/core/views/names";

const ICONS: Record<EventType, IconName> = {
  claimed: "download",
  cancelled: "close",
  paused: "clock",
  root_updated: "list",
  withdrawn: "upload",
  milestone_released: "check",
  stream_cancelled: "close",
  instant_refunded: "back",
};

/** What happened, in one sentence. */
function eventSentence(event: TimelineItem, { decimals }: Token, unit: string): string {
  const amount = (of: string) => `${formatAmountShort(BigInt(of), decimals)} ${unit}`;
  switch (event.type) {
    case "claimed": {
      const { beneficiary, milestoneIdx } = event.data;
      const milestone = milestoneIdx === null ? "" : ` of milestone ${milestoneIdx}`;
      return `${shortAddress(beneficiary)} claimed ${amount(event.data.amount)}${milestone}.`;
    }
    case "cancelled":
      return `Cancelled, with ${amount(event.data.claimedAtCancel)} claimed by then.`;
    case "paused":
      return event.data.paused ? "Claims were paused." : "Claims were resumed.";
    case "root_updated":
      return `Allocations were replaced: there are ${event.data.newLeafCount.toLocaleString("en")} leaves now, under root ${event.data.newRoot.slice(0, 8)}…`;
    case "withdrawn":
      return `The creator took back ${amount(event.data.amount)}.`;
    case "milestone_released":
      return `Milestone ${event.data.milestoneIdx} was released by ${shortAddress(event.data.releasedBy)}.`;
    case "stream_cancelled":
      return `The stream was cancelled: ${amount(event.data.amountToBeneficiary)} to the beneficiary, ${amount(event.data.amountToCreator)} to the creator.`;
    case "instant_refunded":
      return `${amount(event.data.amount)} were refunded to ${shortAddress(event.data.refundedTo)}.`;
  }
}

export type ListedEvent = {
  event: TimelineItem;
  token: Token;
  campaign?: { name: string; treeAddress: string };
};

/** Events newest first; with their campaign where they are of several. */
export function EventList({ events }: { events: readonly ListedEvent[] }) {
  return (
    <ol className="divide-y divide-line">
      {events.map(({ event, token, campaign }) => (
        <EventRow
          // A transaction may hold several events of one kind, which differ in their data.
          key={`${event.signature} ${event.type} ${JSON.stringify(event.data)}`}
          event={event}
          // Campaigns of several tokens may stand together, which may be called the same.
          sentence={eventSentence(event, token, campaign ? unitWithMint(token) : token.unit)}
          campaign={
            campaign && (
              <Link
                className="font-medium underline underline-offset-4"
                href={`/campaigns/${campaign.treeAddress}`}
              >
                {campaign.name}
              </Link>
            )
          }
        />
      ))}
    </ol>
  );
}

function EventRow({
  event,
  sentence,
  campaign,
}: {
  event: TimelineItem;
  sentence: string;
  campaign: ReactNode;
}) {
  return (
    <li className="flex gap-3 py-3">
      <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-raised text-ink-soft">
        <Icon name={ICONS[event.type]} className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {campaign} {sentence}
        </p>
        <p className="text-sm text-ink-soft">
          <Time at={event.blockTime} relative /> · slot {event.slot} ·{" "}
          <Address address={event.signature} name="signature" ends={6} />
        </p>
      </div>
    </li>
  );
}
