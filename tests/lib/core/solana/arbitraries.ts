import bs58 from "bs58";
import fc from "fast-check";
import type { EventData, EventName, ProgramEvent } from "@/lib/core/solana/events";
import type { Leaf } from "@/lib/core/vesting/leaf";

export const u8 = fc.nat({ max: 255 });
export const u32 = fc.oneof(fc.nat({ max: 10 }), fc.nat({ max: 0xffffffff }), fc.constant(0xffffffff));
export const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
export const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
export const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
export const key = bytes32.map((bytes) => bs58.encode(bytes));
export const hash = bytes32.map((bytes) => Buffer.from(bytes).toString("hex"));
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** Any leaf that the encoding allows; its schedule need not be ordered. */
export const anyLeaf: fc.Arbitrary<Leaf> = fc.record({
  leafIndex: u32,
  beneficiary: key,
  amount: u64,
  releaseType: fc.constantFrom(0, 1, 2),
  startTime: i64,
  cliffTime: i64,
  endTime: i64,
  milestoneIdx: u8,
});

const eventData: { [Name in EventName]: fc.Arbitrary<EventData<Name>> } = {
  CampaignCreated: fc.record({
    tree: key,
    creator: key,
    mint: key,
    totalSupply: u64,
    leafCount: u32,
    cancellable: fc.boolean(),
  }),
  CampaignFunded: fc.record({ tree: key, amount: u64, vaultBalanceAfter: u64 }),
  Claimed: fc.record({
    tree: key,
    beneficiary: key,
    leafIndex: u32,
    amount: u64,
    totalClaimedByUser: u64,
    totalClaimedOverall: u64,
    milestoneIdx: maybe(u8),
  }),
  CampaignCancelled: fc.record({ tree: key, cancelledAt: i64, claimedAtCancel: u64 }),
  CampaignPaused: fc.record({ tree: key }),
  CampaignUnpaused: fc.record({ tree: key }),
  RootUpdated: fc.record({ tree: key, oldRoot: hash, newRoot: hash, newLeafCount: u32 }),
  UnvestedWithdrawn: fc.record({ tree: key, amount: u64 }),
  MilestoneReleased: fc.record({ tree: key, milestoneIdx: u8, releasedBy: key }),
  StreamCancelled: fc.record({ tree: key, cancelledAt: i64, amountToBeneficiary: u64, amountToCreator: u64 }),
  InstantRefunded: fc.record({ tree: key, cancelledAt: i64, refundedTo: key, amount: u64 }),
  ClaimRecordClosed: fc.record({ tree: key, beneficiary: key }),
};

function named<Name extends EventName>(name: Name): fc.Arbitrary<{ name: Name; data: EventData<Name> }> {
  return eventData[name].map((data) => ({ name, data }));
}

export const anyEvent: fc.Arbitrary<ProgramEvent> = fc.oneof(
  named("CampaignCreated"),
  named("CampaignFunded"),
  named("Claimed"),
  named("CampaignCancelled"),
  named("CampaignPaused"),
  named("CampaignUnpaused"),
  named("RootUpdated"),
  named("UnvestedWithdrawn"),
  named("MilestoneReleased"),
  named("StreamCancelled"),
  named("InstantRefunded"),
  named("ClaimRecordClosed"),
);
