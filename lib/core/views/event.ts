import { z } from "zod";
import { campaignItem } from "./campaign";
import { addressText, integerText, nextCursor, rootText, signatureText } from "./wire";

const envelope = { signature: signatureText, slot: integerText, blockTime: integerText };
const milestoneIdx = z.number().int();

/**
 * What each timeline type carries. Its keys are the list of event types: tables, rows and the union below follow it, and
 * its order is the order of events that share a place on the ledger. Source: GET …/timeline.
 */
const eventData = {
  claimed: z.object({
    beneficiary: addressText,
    leafIndex: z.number().int(),
    amount: integerText,
    milestoneIdx: milestoneIdx.nullable(),
  }),
  cancelled: z.object({ cancelledAt: integerText, claimedAtCancel: integerText }),
  paused: z.object({ paused: z.boolean().describe("false for an unpause") }),
  root_updated: z.object({ oldRoot: rootText, newRoot: rootText, newLeafCount: z.number().int() }),
  withdrawn: z.object({ amount: integerText }),
  milestone_released: z.object({ milestoneIdx, releasedBy: addressText }),
  stream_cancelled: z.object({
    cancelledAt: integerText,
    amountToBeneficiary: integerText,
    amountToCreator: integerText,
  }),
  instant_refunded: z.object({ cancelledAt: integerText, refundedTo: addressText, amount: integerText }),
} as const;

export type EventType = keyof typeof eventData;
export type EventData = { [T in EventType]: z.infer<(typeof eventData)[T]> };
export const EVENT_TYPES = Object.keys(eventData) as [EventType, ...EventType[]];

const item = <T extends EventType>(type: T) =>
  z.object({ type: z.literal(type), ...envelope, data: eventData[type] });

type AnyItem = { [T in EventType]: ReturnType<typeof item<T>> }[EventType];
const timelineItem = z.discriminatedUnion("type", EVENT_TYPES.map(item) as [AnyItem, ...AnyItem[]]);
export type TimelineItem = z.infer<typeof timelineItem>;

/** GET …/timeline: newest first. */
export const timelinePage = z.object({
  campaign: campaignItem,
  events: z.array(timelineItem),
  total: z.number().int(),
  nextCursor,
});

const origin = z.object({ treeAddress: addressText, campaignName: z.string().nullable() });

/** GET /api/activity/:address: newest first. */
export const activityPage = z.object({
  address: addressText,
  events: z.array(z.intersection(timelineItem, origin)),
  total: z.number().int(),
  nextCursor,
});
export type ActivityPage = z.infer<typeof activityPage>;

/** Why the program paid an address: what it claimed, its part of a cancelled stream, and what came back to a creator. */
const PAYMENT_KINDS = ["claim", "settlement", "returned", "withdrawal", "refund"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** GET /api/activity/:address/payments: newest first. */
export const paymentsPage = z.object({
  address: addressText,
  payments: z.array(
    z.object({
      kind: z.enum(PAYMENT_KINDS),
      ...origin.shape,
      mint: addressText,
      amount: integerText,
      priceUsd: z
        .number()
        .nullable()
        .describe("US dollars for one whole token within that hour, where the service read a price then"),
      leafIndex: z.number().int().nullable().describe("of a claim"),
      milestoneIdx: milestoneIdx.nullable().describe("of a milestone's claim"),
      ...envelope,
    }),
  ),
  nextCursor,
});

/** A payment as the database gives it. */
export type PaymentRow = {
  kind: PaymentKind;
  treeAddress: string;
  metadata: { name?: string } | null;
  mint: string;
  amount: bigint;
  priceUsd: number | null;
  leafIndex: number | null;
  milestoneIdx: number | null;
  signature: string;
  slot: bigint;
  blockTime: bigint;
};

export const toPaymentView = ({
  metadata,
  ...payment
}: PaymentRow): z.infer<typeof paymentsPage>["payments"][number] => ({
  ...payment,
  campaignName: metadata?.name ?? null,
  amount: payment.amount.toString(),
  slot: payment.slot.toString(),
  blockTime: payment.blockTime.toString(),
});

/** GET …/claims: newest first. */
export const claimsPage = z.object({
  claims: z.array(
    z.object({
      beneficiary: addressText,
      leafIndex: z.number().int(),
      amount: integerText,
      totalClaimedByUser: integerText,
      totalClaimedOverall: integerText,
      milestoneIdx: milestoneIdx.nullable(),
      ...envelope,
    }),
  ),
  total: z.number().int(),
  nextCursor,
});
export type ClaimsPage = z.infer<typeof claimsPage>;

/** An event as the feeds of the database give it: `data` is its type's, whose columns the compiler holds to it. */
export type FeedEvent = {
  type: EventType;
  signature: string;
  slot: bigint;
  blockTime: bigint;
  data: EventData[EventType];
};

export const toTimelineItem = ({ type, signature, slot, blockTime, data }: FeedEvent): TimelineItem =>
  ({ type, signature, slot: slot.toString(), blockTime: blockTime.toString(), data }) as TimelineItem;

export const toActivityItem = (
  event: FeedEvent & { treeAddress: string; metadata: { name?: string } | null },
): ActivityPage["events"][number] => ({
  ...toTimelineItem(event),
  treeAddress: event.treeAddress,
  campaignName: event.metadata?.name ?? null,
});

/** A stored claim. */
export type ClaimRow = {
  beneficiary: string;
  leafIndex: number;
  amount: bigint;
  totalClaimedByUser: bigint;
  totalClaimedOverall: bigint;
  milestoneIdx: number | null;
  signature: string;
  slot: bigint;
  blockTime: bigint;
};

export const toClaimView = (claim: ClaimRow): ClaimsPage["claims"][number] => ({
  beneficiary: claim.beneficiary,
  leafIndex: claim.leafIndex,
  amount: claim.amount.toString(),
  totalClaimedByUser: claim.totalClaimedByUser.toString(),
  totalClaimedOverall: claim.totalClaimedOverall.toString(),
  milestoneIdx: claim.milestoneIdx,
  signature: claim.signature,
  slot: claim.slot.toString(),
  blockTime: claim.blockTime.toString(),
});
