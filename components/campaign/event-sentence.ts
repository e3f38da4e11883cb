import { formatAmount, formatAmountShort } from "@/components/format/amount";
import type { IconName } from "@/components/ui/icon";
import type { TimelineItem } from "@/lib/contract/event";
import { type CampaignIdentity, campaignKey, shortAddress, type Token } from "@/lib/contract/names";
import { EVENT_LABELS } from "@/lib/core/events/event-labels";
import type { EventType } from "@/lib/core/events/event-types";
import type { Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { rentExemptMinimum, TREE_ACCOUNT_BYTES } from "@/lib/core/solana/rent";

const EVENT_ICONS: Record<EventType, IconName> = {
  claimed: "download",
  cancelled: "close",
  paused: "pause",
  root_updated: "list",
  withdrawn: "undo",
  milestone_released: "check",
  stream_cancelled: "close",
  instant_refunded: "undo",
};

/** Returns the icon of an event. A pause and a resume have the same type. */
export const eventIcon = (event: TimelineItem): IconName =>
  event.type === "paused" && !event.data.paused ? "play" : EVENT_ICONS[event.type];

/** Keeps an amount and its unit on one line of a narrow column. */
const NO_BREAK_SPACE = "\u00a0";

/** An event in parts, for lists with a column of amounts. */
type EventParts = {
  title: string;
  /** The acting address, and what the title does not contain. */
  detail: string;
  /** The amount that was paid, in base units; null if the event paid nothing, or two addresses. */
  amount: string | null;
  /** Whether the address of the page received the amount, or released the milestone. */
  isOwn: boolean;
};

/**
 * Returns the title of an event, its details and the amount that it paid. `wallet` is the address whose events
 * the page shows.
 */
export function eventParts(
  t: Translator,
  { event, token: { decimals, unit, mint }, isSettlement }: ListedEvent,
  wallet: string,
): EventParts {
  const by = (address: string) =>
    address === wallet ? null : t("by {address}", { address: shortAddress(address) });
  const to = (address: string) =>
    address === wallet ? null : t("to {address}", { address: shortAddress(address) });
  const milestone = (index: number) => `${t("Milestone")} ${index}`;
  const parts = (
    details: (string | null)[] = [],
    amount: string | null = null,
    recipient?: string,
  ): EventParts => ({
    title: t(EVENT_LABELS[event.type === "paused" && !event.data.paused ? "resumed" : event.type]),
    detail: details.filter((detail) => detail !== null).join(" · "),
    amount,
    isOwn: recipient === wallet,
  });
  switch (event.type) {
    case "claimed": {
      const { beneficiary, milestoneIdx, amount } = event.data;
      const details = [by(beneficiary), milestoneIdx === null ? null : milestone(milestoneIdx)];
      return parts(details, amount, beneficiary);
    }
    case "cancelled": {
      const amount = `${formatAmountShort(BigInt(event.data.claimedAtCancel), decimals, t)}${NO_BREAK_SPACE}${unit}`;
      return parts([t("{amount} claimed until then", { amount })]);
    }
    case "paused":
      return parts();
    case "root_updated":
      return parts([
        t("{count, plural, one {now # allocation} other {now # allocations}}", {
          count: event.data.newLeafCount,
        }),
        `${t("root")} ${shortAddress(event.data.newRoot)}`,
      ]);
    case "withdrawn":
      return parts([], event.data.amount);
    case "milestone_released":
      return parts(
        [t("number {number}", { number: event.data.milestoneIdx }), by(event.data.releasedBy)],
        null,
        event.data.releasedBy,
      );
    case "stream_cancelled": {
      const { amountToCreator, amountToBeneficiary } = event.data;
      const getAmount = (value: bigint) => `${formatAmountShort(value, decimals, t)}${NO_BREAK_SPACE}${unit}`;
      const amount = getAmount(BigInt(amountToCreator));
      const rent = returnedRent(event.data, mint);
      const rest =
        rent === null
          ? t("{amount} to the creator", { amount })
          : t("{amount} to the creator, including {rent} deposit", { amount, rent: getAmount(rent) });
      const vested = getAmount(BigInt(amountToBeneficiary));
      return isSettlement
        ? parts([rest], amountToBeneficiary, wallet)
        : parts([t("{amount} to the recipient", { amount: vested }), rest]);
    }
    case "instant_refunded":
      return parts([to(event.data.refundedTo)], event.data.amount, event.data.refundedTo);
  }
}

/** Returns the rent of the campaign account in the amount of the creator, or null if there is none. */
function returnedRent({ amountToCreator }: { amountToCreator: string }, mint: string): bigint | null {
  const rent = rentExemptMinimum(TREE_ACCOUNT_BYTES);
  return mint === NATIVE_MINT && BigInt(amountToCreator) >= rent ? rent : null;
}

/**
 * Describes the end of a stream. With native SOL the amount of the creator includes the rent of the campaign
 * account.
 */
function streamSentence(
  t: Translator,
  data: { amountToBeneficiary: string; amountToCreator: string },
  { decimals, unit, mint }: Pick<Token, "decimals" | "unit" | "mint">,
): string {
  const getAmount = (amount: string | bigint) => `${formatAmount(BigInt(amount), decimals, t)} ${unit}`;
  const amounts = { vested: getAmount(data.amountToBeneficiary), rest: getAmount(data.amountToCreator) };
  const rent = returnedRent(data, mint);
  return rent !== null
    ? t(
        "The stream was cancelled. The recipient received {vested}, the creator {rest}. The creator’s amount includes {rent} of returned deposit.",
        { ...amounts, rent: getAmount(rent) },
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
  const getAmount = (text: string) => `${formatAmountShort(BigInt(text), decimals, t)} ${unit}`;
  switch (event.type) {
    case "claimed": {
      const { beneficiary, milestoneIdx } = event.data;
      const who = shortAddress(beneficiary);
      const amount = getAmount(event.data.amount);
      return milestoneIdx === null
        ? t("{who} claimed {amount}.", { who, amount })
        : t("{who} claimed {amount} of milestone {milestone}.", { who, amount, milestone: milestoneIdx });
    }
    case "cancelled":
      return t("Campaign cancelled. {amount} had been claimed.", {
        amount: getAmount(event.data.claimedAtCancel),
      });
    case "paused":
      return event.data.paused ? t("Claims were paused.") : t("Claims were resumed.");
    case "root_updated":
      return t(
        "{count, plural, one {Allocations were changed. There is now # allocation, with Merkle root {root}…} other {Allocations were changed. There are now # allocations, with Merkle root {root}…}}",
        { count: event.data.newLeafCount, root: event.data.newRoot.slice(0, 8) },
      );
    case "withdrawn":
      return t("The creator withdrew {amount}.", { amount: getAmount(event.data.amount) });
    case "milestone_released":
      return t("{who} released milestone {milestone}.", {
        milestone: event.data.milestoneIdx,
        who: shortAddress(event.data.releasedBy),
      });
    case "stream_cancelled":
      return streamSentence(t, event.data, token);
    case "instant_refunded":
      return t("{amount} was refunded to {who}.", {
        amount: getAmount(event.data.amount),
        who: shortAddress(event.data.refundedTo),
      });
  }
}

export type ListedEvent = {
  event: TimelineItem;
  token: Token;
  /** Whether the event is the cancellation of a stream that paid the address of the page as the recipient. */
  isSettlement?: boolean;
  campaign?: CampaignIdentity & { name: string; verified: boolean };
};

export const eventKey = ({ event: { signature, type, data }, campaign }: ListedEvent) =>
  `${campaign ? campaignKey(campaign) : ""} ${signature} ${type} ${JSON.stringify(data)}`;
