import { z } from "zod";
import { EVENT_TYPES, type EventData, type EventType } from "@/lib/core/events/event-types";
import { extend } from "@/lib/core/extend";
import { campaignItem } from "./campaign";
import {
  addressText,
  baseUnits,
  count,
  integerText,
  nextCursor,
  rootText,
  signatureText,
  totalCount,
  treeAddress,
  unixSeconds,
} from "./wire";

export const eventEnvelope = {
  signature: signatureText.describe("of the transaction, base58"),
  slot: integerText.describe("of the ledger; u64 as a decimal string"),
  blockTime: unixSeconds("when, by the ledger"),
  reconstructed: z
    .boolean()
    .describe(
      "true while no node returned the event's log line: rebuilt from the instruction and its transfers",
    ),
};
const milestoneIdx = count("the milestone, 0 to 255");
const beneficiary = addressText.describe("the recipient, base58");
const leafIndex = count("of the leaf, from 0");
const cancelledAt = unixSeconds("when vesting stopped");

/** The schema of each event type's fields. Source: GET …/timeline. */
const eventData = {
  claimed: z
    .object({
      beneficiary,
      leafIndex,
      amount: baseUnits("what was paid"),
      milestoneIdx: milestoneIdx.nullable().describe("of a milestone leaf, 0 to 255; else null"),
    })
    .describe("a recipient was paid"),
  cancelled: z
    .object({ cancelledAt, claimedAtCancel: baseUnits("what all had claimed by then") })
    .describe("vesting was stopped, and a grace period began"),
  paused: z
    .object({ paused: z.boolean().describe("false for an unpause") })
    .describe("claims were paused or resumed"),
  root_updated: z
    .object({
      oldRoot: rootText.describe("the root before: 32 bytes in lower-case hex"),
      newRoot: rootText.describe("the root from then on: 32 bytes in lower-case hex"),
      newLeafCount: count("leaves under the new root"),
    })
    .describe("the recipients were changed"),
  withdrawn: z
    .object({ amount: baseUnits("what went back to the creator after the grace period") })
    .describe("the creator took back what was left"),
  milestone_released: z
    .object({ milestoneIdx, releasedBy: addressText.describe("who signed it, base58") })
    .describe("a milestone's leaves can be claimed from now on"),
  stream_cancelled: z
    .object({
      cancelledAt,
      amountToBeneficiary: baseUnits("what had vested and was paid to the recipient"),
      amountToCreator: baseUnits("what went back to the creator"),
    })
    .describe("the one stream was ended and both sides paid"),
  instant_refunded: z
    .object({
      cancelledAt,
      refundedTo: addressText.describe("the creator, base58"),
      amount: baseUnits("what went back"),
    })
    .describe("all went back to the creator before it began"),
} satisfies { [T in EventType]: z.ZodType<EventData[T]> };

/** Returns an event type as names of models have it: `RootUpdated` for `root_updated`. */
export const eventModelName = (type: EventType): string =>
  type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

export const eventItem = <T extends EventType>(type: T) =>
  z
    .object({
      type: z.literal(type).describe("what happened; says what data holds"),
      ...eventEnvelope,
      data: eventData[type],
    })
    .meta({ id: `${eventModelName(type)}Event` });

type AnyItem = { [T in EventType]: ReturnType<typeof eventItem<T>> }[EventType];
const timelineItem = z
  .discriminatedUnion("type", EVENT_TYPES.map(eventItem) as [AnyItem, ...AnyItem[]])
  .meta({
    id: "Event",
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(
        EVENT_TYPES.map((type) => [type, `#/components/schemas/${eventModelName(type)}Event`]),
      ),
    },
  });
export type TimelineItem = z.infer<typeof timelineItem>;

/** Response of GET …/timeline: newest first. */
export const timelinePage = z
  .object({
    campaign: campaignItem.describe("as it stands now"),
    events: z.array(timelineItem).describe("newest first"),
    total: totalCount,
    nextCursor,
  })
  .meta({ id: "EventPage" });

export const eventOrigin = z
  .object({
    treeAddress,
    campaignName: z.string().nullable().describe("what its creator calls it; null for nothing"),
    verified: campaignItem.shape.verified,
    earlierGeneration: campaignItem.shape.earlierGeneration,
  })
  .meta({ id: "EventOrigin" });
const activityItem = z.intersection(timelineItem, eventOrigin).meta({ id: "ActivityEvent" });

/** Response of GET /api/activity/:address: newest first. */
export const activityPage = z
  .object({
    address: addressText.describe("the address that was asked for, base58"),
    events: z.array(activityItem).describe("newest first"),
    total: totalCount,
    nextCursor,
  })
  .meta({ id: "ActivityPage" });
export type ActivityPage = z.infer<typeof activityPage>;

/** Response of GET …/claims: newest first. */
export const claimsPage = z
  .object({
    claims: z
      .array(
        z
          .object({
            beneficiary,
            leafIndex,
            amount: baseUnits("what was paid"),
            totalClaimedByUser: baseUnits("what the recipient had claimed of the campaign by then"),
            totalClaimedOverall: baseUnits("what all had claimed of it by then"),
            milestoneIdx: milestoneIdx.nullable().describe("of a milestone leaf, 0 to 255; else null"),
            ...eventEnvelope,
          })
          .meta({ id: "Claim" }),
      )
      .describe("newest slot first"),
    total: totalCount,
    hasDrift: campaignItem.shape.hasDrift,
    nextCursor,
  })
  .meta({ id: "ClaimPage" });
export type ClaimsPage = z.infer<typeof claimsPage>;

/** The fields of a stored event that its views use; `data` contains the fields of its type. */
export type FeedEvent = {
  type: EventType;
  signature: string;
  slot: bigint;
  blockTime: bigint;
  /** The log line was lost, and the event was reconstructed from its instruction. */
  reconstructed: boolean;
  data: EventData[EventType];
};

export const toTimelineItem = (event: FeedEvent): TimelineItem => {
  const { type, signature, slot, blockTime, reconstructed, data } = event;
  const place = { signature, slot: slot.toString(), blockTime: blockTime.toString(), reconstructed };
  return { type, ...place, data } as TimelineItem;
};

type EventPlace = {
  treeAddress: string;
  metadata: { name?: string } | null;
  verified: boolean;
  earlierGeneration: string | null;
};

export const toActivityItem = (event: FeedEvent & EventPlace): ActivityPage["events"][number] =>
  extend(toTimelineItem(event), {
    treeAddress: event.treeAddress,
    campaignName: event.metadata?.name ?? null,
    verified: event.verified,
    earlierGeneration: event.earlierGeneration,
  });

/** The fields of a claim; a stored claim has more. */
export type ClaimRow = ClaimsPage["claims"][number];

export const toClaimView = (claim: ClaimRow): ClaimRow => ({
  beneficiary: claim.beneficiary,
  leafIndex: claim.leafIndex,
  amount: claim.amount,
  totalClaimedByUser: claim.totalClaimedByUser,
  totalClaimedOverall: claim.totalClaimedOverall,
  milestoneIdx: claim.milestoneIdx,
  signature: claim.signature,
  slot: claim.slot,
  blockTime: claim.blockTime,
  reconstructed: claim.reconstructed,
});
