"use client";

import { formatAmount, formatAmountShort } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Icon, type IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { TimelineItem } from "@/lib/contract/event";
import {
  type CampaignIdentity,
  campaignKey,
  shortAddress,
  type Token,
  unitWithMint,
} from "@/lib/contract/names";
import type { EventType } from "@/lib/core/events/event-types";
import type { Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { rentExemptMinimum, TREE_ACCOUNT_BYTES } from "@/lib/core/solana/rent";
import { campaignHref } from "./campaign-href";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";

export const EVENT_ICONS: Record<EventType, IconName> = {
  claimed: "download",
  cancelled: "close",
  paused: "clock",
  root_updated: "list",
  withdrawn: "upload",
  milestone_released: "check",
  stream_cancelled: "close",
  instant_refunded: "back",
};

/**
 * Describes the end of a stream. With native SOL the amount of the creator includes the rent of the campaign
 * account.
 */
function streamSentence(
  t: Translator,
  data: { amountToBeneficiary: string; amountToCreator: string },
  { decimals, unit, mint }: Pick<Token, "decimals" | "unit" | "mint">,
): string {
  const amountOf = (of: string | bigint) => `${formatAmount(BigInt(of), decimals, t)} ${unit}`;
  const amounts = { vested: amountOf(data.amountToBeneficiary), rest: amountOf(data.amountToCreator) };
  const rent = rentExemptMinimum(TREE_ACCOUNT_BYTES);
  return mint === NATIVE_MINT && BigInt(data.amountToCreator) >= rent
    ? t(
        "The stream was cancelled. The recipient received {vested}, the creator {rest}. The creator’s amount includes {rent} of returned deposit.",
        { ...amounts, rent: amountOf(rent) },
      )
    : t("The stream was cancelled. The recipient received {vested}, the creator {rest}.", amounts);
}

/** Describes an event in one sentence. */
export function eventSentence(
  t: Translator,
  event: TimelineItem,
  token: Pick<Token, "decimals" | "unit" | "mint">,
): string {
  const { decimals, unit } = token;
  const amountOf = (of: string) => `${formatAmountShort(BigInt(of), decimals, t)} ${unit}`;
  switch (event.type) {
    case "claimed": {
      const { beneficiary, milestoneIdx } = event.data;
      const who = shortAddress(beneficiary);
      const amount = amountOf(event.data.amount);
      return milestoneIdx === null
        ? t("{who} claimed {amount}.", { who, amount })
        : t("{who} claimed {amount} of milestone {milestone}.", { who, amount, milestone: milestoneIdx });
    }
    case "cancelled":
      return t("Campaign cancelled. {amount} had been claimed.", {
        amount: amountOf(event.data.claimedAtCancel),
      });
    case "paused":
      return event.data.paused ? t("Claims were paused.") : t("Claims were resumed.");
    case "root_updated":
      return t(
        "{count, plural, one {Allocations were changed. There is now # allocation, with Merkle root {root}….} other {Allocations were changed. There are now # allocations, with Merkle root {root}….}}",
        { count: event.data.newLeafCount, root: event.data.newRoot.slice(0, 8) },
      );
    case "withdrawn":
      return t("The creator withdrew {amount}.", { amount: amountOf(event.data.amount) });
    case "milestone_released":
      return t("{who} released milestone {milestone}.", {
        milestone: event.data.milestoneIdx,
        who: shortAddress(event.data.releasedBy),
      });
    case "stream_cancelled":
      return streamSentence(t, event.data, token);
    case "instant_refunded":
      return t("{amount} were refunded to {who}.", {
        amount: amountOf(event.data.amount),
        who: shortAddress(event.data.refundedTo),
      });
  }
}

export type ListedEvent = {
  event: TimelineItem;
  token: Token;
  campaign?: CampaignIdentity & { name: string; verified: boolean };
};

/** Lists events, newest first, with their campaign if they belong to several. */
export function EventList({ events }: { events: readonly ListedEvent[] }) {
  return (
    <>
      <ol className="divide-y divide-line">
        {events.map((listed) => (
          // A transaction can contain several events of one type, which differ in their data.
          <EventRow key={eventKey(listed)} {...listed} />
        ))}
      </ol>
      <ReconstructedNote events={events.map(({ event }) => event)} />
    </>
  );
}

export const eventKey = ({ event: { signature, type, data }, campaign }: ListedEvent) =>
  `${campaign ? campaignKey(campaign) : ""} ${signature} ${type} ${JSON.stringify(data)}`;

function EventRow({ event, token, campaign }: ListedEvent) {
  const t = useTranslator();
  // A list across campaigns can contain different tokens with the same name.
  const unit = campaign ? unitWithMint(token) : token.unit;
  return (
    <li className="flex gap-3 py-3">
      <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-raised text-ink-soft">
        <Icon name={EVENT_ICONS[event.type]} className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {campaign && (
            <Link className="font-medium underline underline-offset-4" href={campaignHref(campaign)}>
              {campaign.name}
            </Link>
          )}{" "}
          {campaign && !campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}{" "}
          {eventSentence(t, event, { ...token, unit })}
        </p>
        <p className="text-sm text-ink-soft">
          <Time at={event.blockTime} relative /> · {t("slot {slot}", { slot: event.slot })} ·{" "}
          <Address address={event.signature} name="signature" ends={6} />{" "}
          {event.reconstructed && <ReconstructedBadge />}
        </p>
      </div>
    </li>
  );
}
