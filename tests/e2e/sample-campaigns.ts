import { createHash } from "node:crypto";
import { type NewEvents, storeEvents } from "@/db/queries/event-rows";
import { buildTree } from "@/lib/merkle/tree";
import { registerCampaign } from "@/lib/registration/register-campaign";
import { rotateRoot } from "@/lib/registration/rotate-root";
import type { Services } from "@/lib/services";
import { NATIVE_MINT } from "@/lib/solana/addresses";
import { findVestingTreeAddress } from "@/lib/solana/pdas";
import { type Leaf, ReleaseType } from "@/lib/vesting/leaf";
import { ADA, CREATOR, sampleAddress } from "./sample-keys";

/**
 * A campaign in each lifecycle state, stored by the code that registers, rotates and indexes: the events are rows as
 * the indexer writes them. Keys follow from names, so that tests can name them.
 */

const SOL = 1_000_000_000n;
const DAY = 86_400n;

const signature = (name: string) => createHash("sha512").update(name).digest("hex").slice(0, 88);

const SAMPLES = [
  { name: "Team grants", status: "claimable" },
  { name: "Advisors 2027", status: "active" },
  { name: "Community round", status: "claimed" },
  { name: "Partner programme", status: "paused" },
  { name: "Early contributors", status: "cancelled_grace" },
  { name: "Retired programme", status: "cancelled_expired" },
  { name: "Mistaken launch", status: "instant_refunded" },
  { name: "Contractor stream", status: "settled" },
] as const;

export type SampleStatus = (typeof SAMPLES)[number]["status"];
type Store = Pick<Services, "db" | "chain" | "env" | "now">;

/** Stores the samples; the tree address of each by its status. */
export async function storeSamples(services: Store): Promise<Record<SampleStatus, string>> {
  const trees: Partial<Record<SampleStatus, string>> = {};
  for (const [index, { name, status }] of SAMPLES.entries()) {
    const leaves = leavesOf(status, services.now());
    const campaign = await register(services, { name, leaves, campaignId: BigInt(index + 1) });
    if (status === "claimable") await rotate(services, { ...campaign, leaves });
    await storeEvents(services.db, eventsOf(status, { ...campaign, leaves, now: services.now() }));
    trees[status] = campaign.treeAddress;
  }
  return trees as Record<SampleStatus, string>;
}

function leavesOf(status: SampleStatus, now: bigint): Leaf[] {
  const isAhead = status === "active" || status === "instant_refunded";
  const start = isAhead ? now + 30n * DAY : now - (status === "claimed" ? 400n : 200n) * DAY;
  const cliffTime = start + 10n * DAY;
  const endTime = cliffTime + 365n * DAY;
  const count = status === "settled" || status === "claimed" ? 1 : 24;
  return Array.from({ length: count }, (_, leafIndex) => ({
    leafIndex,
    beneficiary: sampleAddress(leafIndex === 0 ? "Ada" : `recipient ${leafIndex}`),
    amount: SOL * BigInt(10 + leafIndex) + 123_456_789n,
    releaseType:
      leafIndex % 6 === 5
        ? ReleaseType.Milestone
        : leafIndex % 6 === 4
          ? ReleaseType.Cliff
          : ReleaseType.Linear,
    startTime: start,
    cliffTime: cliffTime + (leafIndex % 6 === 4 ? 120n * DAY : 0n),
    endTime,
    milestoneIdx: leafIndex % 6 === 5 ? 1 + (Math.floor(leafIndex / 6) % 2) : 0,
  }));
}

type Draft = { name: string; leaves: Leaf[]; campaignId: bigint };

async function register(services: Store, { name, leaves, campaignId }: Draft) {
  const tree = await buildTree(leaves);
  const keys = { creator: CREATOR, mint: NATIVE_MINT, campaignId };
  const treeAddress = findVestingTreeAddress(keys).address;
  const { campaignRowId } = await registerCampaign(services, {
    ...keys,
    treeAddress,
    merkleRoot: tree.root,
    leafCount: leaves.length,
    totalSupply: sum(leaves),
    cancellable: true,
    cancelAuthority: CREATOR,
    pauseAuthority: CREATOR,
    createdAt: services.now() - 201n * DAY + campaignId,
    metadata: {
      name,
      description: `Allocations of the ${name.toLowerCase()}, released over a year after a cliff.`,
    },
    leaves: leaves.map(json),
  });
  return { treeAddress, campaignRowId, root: tree.root };
}

/** Ada gets more, the last recipient is replaced. */
async function rotate(
  services: Store,
  of: { treeAddress: string; campaignRowId: number; root: string; leaves: Leaf[] },
) {
  const changed = of.leaves.map((leaf, index) => {
    if (index === 0) return { ...leaf, amount: leaf.amount + 5n * SOL };
    return index === of.leaves.length - 1
      ? { ...leaf, beneficiary: sampleAddress("newcomer"), amount: leaf.amount - 5n * SOL }
      : leaf;
  });
  const { root } = await buildTree(changed);
  const [first] = changed;
  await rotateRoot(services, {
    treeAddress: of.treeAddress,
    signer: CREATOR,
    merkleRoot: root,
    leafCount: changed.length,
    minCliffTime: first?.cliffTime ?? 0n,
    leaves: changed.map(json),
  });
  const update = {
    ...envelope(of.campaignRowId, "rotate", services.now() - 40n * DAY),
    oldRoot: of.root,
    newRoot: root,
  };
  await storeEvents(services.db, { root_updated: [{ ...update, newLeafCount: changed.length }] });
}

type Stored = { campaignRowId: number; leaves: Leaf[]; now: bigint };

function eventsOf(status: SampleStatus, { campaignRowId, leaves, now }: Stored): NewEvents {
  const at = (event: string, time: bigint) => envelope(campaignRowId, `${status} ${event}`, time);
  const total = sum(leaves);
  const amount = status === "claimed" ? total : 2n * SOL;
  const claim = {
    ...at("claim", now - 20n * DAY),
    beneficiary: ADA,
    leafIndex: 0,
    amount,
    totalClaimedByUser: amount,
    totalClaimedOverall: amount,
  };
  const cancelledAt = status === "cancelled_expired" ? now - 9n * DAY : now - 2n * DAY;
  switch (status) {
    case "active":
      return {};
    case "claimable":
      return {
        claimed: [claim],
        milestone_released: [{ ...at("milestone", now - 5n * DAY), milestoneIdx: 2, releasedBy: CREATOR }],
      };
    case "claimed":
      return { claimed: [claim] };
    case "paused":
      return { paused: [{ ...at("pause", now - DAY), paused: true }] };
    case "cancelled_grace":
    case "cancelled_expired":
      return {
        claimed: [claim],
        cancelled: [{ ...at("cancel", cancelledAt), cancelledAt, claimedAtCancel: 2n * SOL }],
      };
    case "instant_refunded":
      return {
        instant_refunded: [{ ...at("refund", cancelledAt), cancelledAt, refundedTo: CREATOR, amount: total }],
      };
    case "settled":
      return {
        stream_cancelled: [
          {
            ...at("settle", cancelledAt),
            cancelledAt,
            amountToBeneficiary: total / 2n,
            amountToCreator: total - total / 2n,
          },
        ],
      };
  }
}

const envelope = (campaignId: number, event: string, blockTime: bigint) => ({
  campaignId,
  signature: signature(`${campaignId} ${event}`),
  eventIndex: 0,
  slot: blockTime * 2n,
  txIndex: 0,
  blockTime,
});

const sum = (leaves: readonly Leaf[]) => leaves.reduce((total, { amount }) => total + amount, 0n);
const json = (leaf: Leaf) =>
  JSON.parse(JSON.stringify(leaf, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
