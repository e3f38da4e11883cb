import { selectCampaignsOf, updateMinCliffTime } from "@/db/queries/indexing/campaign-checks";
import { selectNewestSlot } from "@/db/queries/indexing/program-transactions";
import type { Campaign } from "@/db/schema";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { statesMinCliffTime } from "./compare-account";
import type { IndexerContext } from "./context";

/** A campaign beside its account as of `slot`. */
export type Pair = { row: Campaign; tree: VestingTree | null; slot: bigint };

/**
 * Reads campaigns and their accounts, those at a slot no older than any indexed event, and takes over what the account
 * alone knows: from when the current leaves vest. Trees that nobody registered are absent.
 */
export async function readAccounts(
  context: IndexerContext,
  treeAddresses: readonly string[],
): Promise<Pair[]> {
  if (treeAddresses.length === 0) return [];
  const minContextSlot = await selectNewestSlot(context.db);
  const { slot, trees } = await context.chain.getVestingTrees(treeAddresses, { minContextSlot });
  const byAddress = new Map(treeAddresses.map((address, position) => [address, trees[position] ?? null]));
  await context.fault?.("accounts: read");
  const rows = await selectCampaignsOf(context.db, treeAddresses);
  const pairs = rows.map((row) => ({ row, tree: byAddress.get(row.treeAddress) ?? null, slot }));
  for (const { row, tree } of pairs) {
    if (!tree || !statesMinCliffTime(row, tree) || row.minCliffTime === tree.minCliffTime) continue;
    const { merkleRoot } = row;
    await updateMinCliffTime(context.db, {
      campaignRowId: row.id,
      merkleRoot,
      minCliffTime: tree.minCliffTime,
    });
    row.minCliffTime = tree.minCliffTime;
  }
  return pairs;
}
