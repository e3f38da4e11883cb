import * as z from "zod";
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
} from "./field-schemas";
import { eventIndex, networkProof } from "./response-proof";

export const eventEnvelope = {
  signature: signatureText.describe("transaction signature, base58"),
  slot: integerText.describe("slot on the network; u64 as a decimal string"),
  blockTime: unixSeconds("block time on the network"),
  reconstructed: z
    .boolean()
    .describe(
      "true if the event was rebuilt from the instruction and its transfers, because no node returned its log line",
    ),
};
const milestoneIdx = count("number of the milestone, 0 to 255");
const beneficiary = addressText.describe("the recipient, base58");
const leafIndex = count("leaf index, from 0");
const cancelledAt = unixSeconds("time at which vesting stopped");

/** The schema of each event type's fields. Source: GET …/timeline. */
const eventData = {
  claimed: z
    .object({
      beneficiary,
      leafIndex,
      amount: baseUnits("amount paid"),
      milestoneIdx: milestoneIdx
        .nullable()
        .describe("milestone number of a milestone leaf, 0 to 255; otherwise null"),
    })
    .describe("a recipient was paid"),
  cancelled: z
    .object({
      cancelledAt,
      claimedAtCancel: baseUnits("total claimed by all recipients at the cancellation"),
    })
    .describe("vesting stopped, and a grace period began"),
  paused: z
    .object({ paused: z.boolean().describe("false if claims were resumed") })
    .describe("claims were paused or resumed"),
  root_updated: z
    .object({
      oldRoot: rootText.describe("previous root: 32 bytes in lower-case hex"),
      newRoot: rootText.describe("new root: 32 bytes in lower-case hex"),
      newLeafCount: count("number of leaves under the new root"),
    })
    .describe("the recipients were changed"),
  withdrawn: z
    .object({ amount: baseUnits("amount that the creator withdrew after the grace period") })
    .describe("the creator withdrew the remaining balance"),
  milestone_released: z
    .object({ milestoneIdx, releasedBy: addressText.describe("signer, base58") })
    .describe("a milestone was released, and its leaves can be claimed"),
  stream_cancelled: z
    .object({
      cancelledAt,
      amountToBeneficiary: baseUnits("vested amount paid to the recipient"),
      amountToCreator: baseUnits("amount returned to the creator"),
    })
    .describe("the stream was cancelled, and both parties were paid"),
  instant_refunded: z
    .object({
      cancelledAt,
      refundedTo: addressText.describe("the creator, base58"),
      amount: baseUnits("amount refunded"),
    })
    .describe("everything was refunded to the creator before vesting began"),
} satisfies { [T in EventType]: z.ZodType<EventData[T]> };

/** Returns an event type as names of models have it: `RootUpdated` for `root_updated`. */
export const eventModelName = (type: EventType): string =>
  type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

export const eventItem = <T extends EventType>(type: T) =>
  z
    .object({
      type: z.literal(type).describe("event type; determines the fields of data"),
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
    campaign: campaignItem.describe("current state"),
    events: z.array(timelineItem).describe("newest first"),
    total: totalCount,
    nextCursor,
  })
  .meta({ id: "EventPage" });

export const eventOrigin = z
  .object({
    treeAddress,
    campaignName: z.string().nullable().describe("name given by the creator; null if there is none"),
    verified: campaignItem.shape.verified,
    earlierGeneration: campaignItem.shape.earlierGeneration,
  })
  .meta({ id: "EventOrigin" });
const activityItem = z.intersection(timelineItem, eventOrigin).meta({ id: "ActivityEvent" });

/** Response of GET /api/activity/:address: newest first. */
export const activityPage = z
  .object({
    address: addressText.describe("the requested address, base58"),
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
            amount: baseUnits("amount paid"),
            totalClaimedByUser: baseUnits(
              "total claimed by the recipient from the campaign after this claim",
            ),
            totalClaimedOverall: baseUnits("total claimed by all recipients after this claim"),
            milestoneIdx: milestoneIdx
              .nullable()
              .describe("milestone number of a milestone leaf, 0 to 255; otherwise null"),
            ...eventEnvelope,
            eventIndex: eventIndex.optional(),
          })
          .meta({ id: "Claim" }),
      )
      .describe("newest slot first"),
    total: totalCount,
    hasDrift: campaignItem.shape.hasDrift,
    nextCursor,
    proof: networkProof.optional(),
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
  const location = { signature, slot: slot.toString(), blockTime: blockTime.toString(), reconstructed };
  return { type, ...location, data } as TimelineItem;
};

type EventCampaign = {
  treeAddress: string;
  metadata: { name?: string } | null;
  verified: boolean;
  earlierGeneration: string | null;
};

export const toActivityItem = (event: FeedEvent & EventCampaign): ActivityPage["events"][number] =>
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
