/**
 * The event types of timelines, activity and webhooks. Events at the same ledger position appear in the order
 * of this list. Source: GET …/timeline.
 */
export const EVENT_TYPES = [
  "claimed",
  "cancelled",
  "paused",
  "root_updated",
  "withdrawn",
  "milestone_released",
  "stream_cancelled",
  "instant_refunded",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The types of events that end a campaign, and of withdrawals afterwards. */
export const END_EVENT_TYPES = ["cancelled", "stream_cancelled", "instant_refunded", "withdrawn"] as const;

/**
 * The fields of each event type. Amounts (base units) and times (unix seconds) are decimal strings, keys
 * base58, roots hex.
 */
export type EventData = {
  claimed: { beneficiary: string; leafIndex: number; amount: string; milestoneIdx: number | null };
  cancelled: { cancelledAt: string; claimedAtCancel: string };
  paused: { paused: boolean };
  root_updated: { oldRoot: string; newRoot: string; newLeafCount: number };
  withdrawn: { amount: string };
  milestone_released: { milestoneIdx: number; releasedBy: string };
  stream_cancelled: { cancelledAt: string; amountToBeneficiary: string; amountToCreator: string };
  instant_refunded: { cancelledAt: string; refundedTo: string; amount: string };
};

/**
 * Why the program paid an address: a claim, its part of a cancelled stream, or funds returned to a creator.
 */
export const PAYMENT_KINDS = ["claim", "settlement", "returned", "withdrawal", "refund"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/**
 * Why a webhook endpoint is disabled: by its owner, after a 410, or because every attempt to deliver an event
 * failed.
 */
export const DISABLED_REASONS = ["paused", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
