import { type RootGap, selectRootGaps } from "@/db/queries/events/root-gaps";
import { selectCampaignsOf, updateMinCliffTime } from "@/db/queries/indexing/campaign-checks";
import { CLAIMED_SUM } from "@/db/queries/indexing/drifts";
import { selectNewestReadSlot } from "@/db/queries/indexing/known-slots";
import type { Campaign } from "@/db/schema";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { isEarlierGeneration } from "@/lib/core/vesting/account-generation";
import { paidOut } from "@/lib/core/vesting/lifecycle";
import type { IndexerContext } from "../context";
import { correctCreationTimes, indexedCreationTime } from "./creation-time";

/** A campaign with its account as of `slot`, and the first gap between its root updates. */
export type CampaignComparison = {
  row: Campaign;
  tree: VestingTree | null;
  slot: bigint;
  rootGap: RootGap | undefined;
};

/**
 * Reads campaigns and their accounts, at a slot no older than any indexed event. Stores two facts of each
 * account: the first cliff of the current leaves and the creation time. The result omits unregistered trees.
 */
export async function readAccounts(
  context: IndexerContext,
  treeAddresses: readonly string[],
): Promise<CampaignComparison[]> {
  if (treeAddresses.length === 0) return [];
  const minContextSlot = await selectNewestReadSlot(context.db);
  const { slot, trees } = await context.chain.getVestingTrees(treeAddresses, { minContextSlot });
  const byAddress = new Map(treeAddresses.map((address, position) => [address, trees[position] ?? null]));
  await context.onStep?.("accounts: read");
  const selectPairs = async (): Promise<CampaignComparison[]> => {
    const rows = await selectCampaignsOf(context.db, treeAddresses);
    const gaps = await selectRootGaps(
      context.db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      row,
      tree: ownAccount(row, byAddress.get(row.treeAddress)),
      slot,
      rootGap: gaps.get(row.id),
    }));
  };
  let pairs = await selectPairs();
  const confirmed = pairs.flatMap(({ row, tree }) => (tree && row.verified ? [{ row, tree }] : []));
  if ((await correctCreationTimes(context, confirmed)) > 0) pairs = await selectPairs();
  for (const { row, tree } of pairs) {
    if (!tree || !statesMinCliffTime(row, tree) || row.minCliffTime === tree.minCliffTime) continue;
    const { minCliffTime } = tree;
    const { id: campaignRowId, merkleRoot } = row;
    await updateMinCliffTime(context.db, { campaignRowId, merkleRoot, minCliffTime });
    row.minCliffTime = minCliffTime;
  }
  return pairs;
}

/** Returns the account of a campaign; null if the account at its address belongs to a later generation. */
const ownAccount = (row: Campaign, tree: VestingTree | null | undefined): VestingTree | null =>
  tree && !(row.verified && isEarlierGeneration(row, tree)) ? tree : null;

/** A field in which the index and the on-chain account differ. */
export type Drift = { treeAddress: string; field: string; indexed: string; onChain: string };

const MISSING = "missing";
const text = (value: unknown): string => (value === null ? "null" : String(value));

/** Native campaigns close their account when they pay out the last of it. */
const isOver = (row: Campaign) =>
  row.settled || row.instantRefunded || (row.totalSupply > 0n && row.totalClaimed >= row.totalSupply);

/** The account of a settled stream also counts the amount that the settlement paid, which is not a claim. */
const claimedMatches = (row: Campaign, tree: VestingTree) => tree.totalClaimed === paidOut(row);

/**
 * Returns the differences between a campaign's projection and its account. Compares `minCliffTime` only under
 * the same root, and only if the account states it: streams hold 0, and older accounts lack the field.
 */
export function compareAccount(row: Campaign, tree: VestingTree | null): Drift[] {
  const drift = (field: string, indexed: unknown, onChain: unknown): Drift => ({
    treeAddress: row.treeAddress,
    field,
    indexed: text(indexed),
    onChain: text(onChain),
  });
  if (tree === null) return row.verified && !isOver(row) ? [drift("account", "present", MISSING)] : [];
  const equal: [string, unknown, unknown][] = [
    ["merkleRoot", row.merkleRoot, tree.merkleRoot],
    ["leafCount", row.leafCount, tree.leafCount],
    ["cancelledAt", row.cancelledAt, tree.cancelledAt],
    ["paused", row.paused, tree.paused],
    ["releasedMilestones", row.releasedMilestones.join(" "), tree.releasedMilestones.join(" ")],
  ];
  if (row.verified) {
    equal.push(
      ["totalSupply", row.totalSupply, tree.totalSupply],
      ["cancellable", row.cancellable, tree.cancellable],
      ["cancelAuthority", row.cancelAuthority, tree.cancelAuthority],
      ["pauseAuthority", row.pauseAuthority, tree.pauseAuthority],
      ["createdAt", indexedCreationTime(row, tree), tree.createdAt],
    );
  }
  if (tree.layout === "current") equal.push(["instantRefunded", row.instantRefunded, tree.instantRefunded]);
  if (statesMinCliffTime(row, tree)) equal.push(["minCliffTime", row.minCliffTime, tree.minCliffTime]);
  const found = equal
    .filter(([, indexed, onChain]) => indexed !== onChain)
    .map(([field, indexed, onChain]) => drift(field, indexed, onChain));
  if (!claimedMatches(row, tree)) found.push(drift("totalClaimed", row.totalClaimed, tree.totalClaimed));
  return found;
}

/**
 * Returns all differences of a campaign: to its account, between its stored claims and the running total in the
 * claim events, and between consecutive root updates. The latter two detect events missing among stored ones,
 * which no account shows.
 */
export function compareCampaign({ row, tree, rootGap }: CampaignComparison): Drift[] {
  const differences = compareAccount(row, tree);
  const { treeAddress, claimedSum, totalClaimed } = row;
  if (!row.claimsComplete)
    differences.push({
      treeAddress,
      field: CLAIMED_SUM,
      indexed: text(claimedSum),
      onChain: text(totalClaimed),
    });
  if (rootGap)
    differences.push({
      treeAddress,
      field: "replacedRoot",
      indexed: rootGap.indexed,
      onChain: rootGap.replaced,
    });
  return differences;
}

/** Whether the account states the earliest cliff of the current root's leaves. */
function statesMinCliffTime(
  row: Campaign,
  tree: VestingTree,
): tree is VestingTree & { minCliffTime: bigint } {
  return tree.merkleRoot === row.merkleRoot && tree.minCliffTime !== null && tree.minCliffTime !== 0n;
}
