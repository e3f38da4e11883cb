import { desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns, eventTables, leaves, type RootVersion, rootVersions } from "@/db/schema";

let sequence = 0;

/** Returns the row of an insert that cannot have been skipped. */
function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("The insert returned no row");
  return row;
}

/** Returns campaign values that conflict with no other row. */
export function campaignValues(over: Partial<typeof campaigns.$inferInsert> = {}) {
  sequence += 1;
  return {
    treeAddress: `tree-${sequence}`,
    creator: `creator-${sequence}`,
    mint: "mint",
    campaignId: BigInt(sequence),
    merkleRoot: "00".repeat(32),
    leafCount: 1,
    totalSupply: 1_000n,
    createdAt: BigInt(sequence),
    verified: true,
    ...over,
  };
}

export async function addCampaign(db: Database, over: Partial<typeof campaigns.$inferInsert> = {}) {
  const row: Campaign = only(await db.insert(campaigns).values(campaignValues(over)).returning());
  return row;
}

export async function addRootVersion(
  db: Database,
  values: { campaignId: number } & Partial<typeof rootVersions.$inferInsert>,
) {
  const row: RootVersion = only(
    await db
      .insert(rootVersions)
      .values({
        merkleRoot: "00".repeat(32),
        leafCount: 1,
        minCliffTime: 0n,
        version: 1,
        createdAt: 0n,
        ...values,
      })
      .returning(),
  );
  return row;
}

type LeafValues = { rootVersionId: number } & Partial<typeof leaves.$inferInsert>;

/** Returns the values of a leaf of one base unit, without a proof. */
export const leafValues = (values: LeafValues) => ({
  leafIndex: 0,
  beneficiary: "beneficiary",
  amount: 1n,
  releaseType: 0,
  startTime: 0n,
  cliffTime: 0n,
  endTime: 0n,
  proof: [],
  ...values,
});

export async function addLeaf(db: Database, values: LeafValues) {
  return only(await db.insert(leaves).values(leafValues(values)).returning());
}

/**
 * Adds leaves to a campaign's first root version, each like the last one there, with the changes of `getLeaf`.
 */
export async function addLeaves(
  db: Database,
  campaign: Pick<Campaign, "id" | "leafCount">,
  { count, getLeaf }: { count: number; getLeaf: (leafIndex: number) => Partial<typeof leaves.$inferInsert> },
) {
  const [version] = await db.select().from(rootVersions).where(eq(rootVersions.campaignId, campaign.id));
  if (!version) throw new Error("The campaign has no root version.");
  const inVersion = eq(leaves.rootVersionId, version.id);
  const [like] = await db.select().from(leaves).where(inVersion).orderBy(desc(leaves.leafIndex)).limit(1);
  if (!like) throw new Error("The root version has no leaf.");
  const { id: _, ...last } = like;
  const rows = Array.from({ length: count }, (__, at) => {
    const leafIndex = last.leafIndex + 1 + at;
    return { ...last, leafIndex, ...getLeaf(leafIndex) };
  });
  await db.insert(leaves).values(rows);
  const leafCount = last.leafIndex + 1 + count;
  await db.update(rootVersions).set({ leafCount }).where(eq(rootVersions.id, version.id));
}

/**
 * Returns an event's position on the network: its own signature, one slot and second after the previous one.
 */
export function envelopeValues(campaignId: number) {
  sequence += 1;
  return {
    campaignId,
    signature: `signature-${sequence}`,
    eventIndex: 0,
    slot: BigInt(sequence),
    blockTime: BigInt(sequence),
  };
}

/** Stores a claim of one leaf, as the indexer would. */
export async function addClaim(
  db: Database,
  claim: {
    campaignId: number;
    beneficiary: string;
    leafIndex: number;
    amount: bigint;
    milestoneIdx?: number;
  },
) {
  await db.insert(eventTables.claimed).values({
    ...envelopeValues(claim.campaignId),
    totalClaimedByUser: claim.amount,
    totalClaimedOverall: claim.amount,
    ...claim,
  });
}

/** Stores one row in every event table, and returns them by type. */
export async function addOneOfEachEvent(db: Database, campaignId: number) {
  const at = () => envelopeValues(campaignId);
  await db.insert(eventTables.claimed).values({
    ...at(),
    beneficiary: "beneficiary",
    leafIndex: 0,
    amount: 1n,
    totalClaimedByUser: 1n,
    totalClaimedOverall: 1n,
  });
  await db.insert(eventTables.cancelled).values({ ...at(), cancelledAt: 1n, claimedAtCancel: 1n });
  await db.insert(eventTables.paused).values({ ...at(), paused: true });
  await db
    .insert(eventTables.root_updated)
    .values({ ...at(), oldRoot: "00".repeat(32), newRoot: "01".repeat(32), newLeafCount: 1 });
  await db.insert(eventTables.withdrawn).values({ ...at(), amount: 1n });
  await db.insert(eventTables.milestone_released).values({ ...at(), milestoneIdx: 0, releasedBy: "creator" });
  await db
    .insert(eventTables.stream_cancelled)
    .values({ ...at(), cancelledAt: 1n, amountToBeneficiary: 1n, amountToCreator: 1n });
  await db
    .insert(eventTables.instant_refunded)
    .values({ ...at(), cancelledAt: 1n, refundedTo: "creator", amount: 1n });
}
