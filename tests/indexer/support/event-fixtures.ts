import type { EventType } from "@/lib/core/events/event-types";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { named } from "./fake-ledger";

export const TREE = named("tree");
export const pause = { name: "CampaignPaused", data: { tree: TREE } } as const;

type Claimed = Extract<ProgramEvent, { name: "Claimed" }>;

/** The tree's first claim, of 5 by default. */
export const claimed = (over: Partial<Claimed["data"]> = {}): Claimed => ({
  name: "Claimed",
  data: {
    tree: TREE,
    beneficiary: named("beneficiary"),
    leafIndex: 0,
    amount: 5n,
    totalClaimedByUser: 5n,
    totalClaimedOverall: 5n,
    milestoneIdx: null,
    ...over,
  },
});

const BENEFICIARY = named("beneficiary");
const CREATOR = named("creator");
const U64_MAX = 2n ** 64n - 1n;

/**
 * One event of each kind, with its row. Payloads are invented. Their layout is the program interface's, and
 * amounts use all 64 bits where possible.
 */
export const EVENT_FIXTURES: {
  event: ProgramEvent;
  type: EventType | null;
  row: Record<string, unknown>;
}[] = [
  {
    event: {
      name: "Claimed",
      data: {
        tree: TREE,
        beneficiary: BENEFICIARY,
        leafIndex: 4_294_967_295,
        amount: 2n ** 63n + 1n,
        totalClaimedByUser: U64_MAX - 1n,
        totalClaimedOverall: U64_MAX,
        milestoneIdx: null,
      },
    },
    type: "claimed",
    row: {
      beneficiary: BENEFICIARY,
      leafIndex: 4_294_967_295,
      amount: 2n ** 63n + 1n,
      totalClaimedByUser: U64_MAX - 1n,
      totalClaimedOverall: U64_MAX,
      milestoneIdx: null,
    },
  },
  {
    event: {
      name: "CampaignCancelled",
      data: { tree: TREE, cancelledAt: 1_700_000_000n, claimedAtCancel: U64_MAX },
    },
    type: "cancelled",
    row: { cancelledAt: 1_700_000_000n, claimedAtCancel: U64_MAX },
  },
  { event: { name: "CampaignPaused", data: { tree: TREE } }, type: "paused", row: { paused: true } },
  { event: { name: "CampaignUnpaused", data: { tree: TREE } }, type: "paused", row: { paused: false } },
  {
    event: {
      name: "RootUpdated",
      data: { tree: TREE, oldRoot: "0a".repeat(32), newRoot: "0b".repeat(32), newLeafCount: 4_294_967_295 },
    },
    type: "root_updated",
    row: { oldRoot: "0a".repeat(32), newRoot: "0b".repeat(32), newLeafCount: 4_294_967_295 },
  },
  {
    event: { name: "UnvestedWithdrawn", data: { tree: TREE, amount: U64_MAX } },
    type: "withdrawn",
    row: { amount: U64_MAX },
  },
  {
    event: { name: "MilestoneReleased", data: { tree: TREE, milestoneIdx: 255, releasedBy: CREATOR } },
    type: "milestone_released",
    row: { milestoneIdx: 255, releasedBy: CREATOR },
  },
  {
    event: {
      name: "StreamCancelled",
      data: { tree: TREE, cancelledAt: -1n, amountToBeneficiary: U64_MAX, amountToCreator: 0n },
    },
    type: "stream_cancelled",
    row: { cancelledAt: -1n, amountToBeneficiary: U64_MAX, amountToCreator: 0n },
  },
  {
    event: {
      name: "InstantRefunded",
      data: { tree: TREE, cancelledAt: 1_700_000_000n, refundedTo: CREATOR, amount: U64_MAX },
    },
    type: "instant_refunded",
    row: { cancelledAt: 1_700_000_000n, refundedTo: CREATOR, amount: U64_MAX },
  },
  {
    event: {
      name: "CampaignCreated",
      data: {
        tree: TREE,
        creator: CREATOR,
        mint: named("mint"),
        totalSupply: U64_MAX,
        leafCount: 1,
        cancellable: true,
      },
    },
    type: null,
    row: {},
  },
  {
    event: { name: "CampaignFunded", data: { tree: TREE, amount: 1n, vaultBalanceAfter: 1n } },
    type: null,
    row: {},
  },
  {
    event: { name: "ClaimRecordClosed", data: { tree: TREE, beneficiary: BENEFICIARY } },
    type: null,
    row: {},
  },
];
