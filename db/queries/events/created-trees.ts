import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, createdTrees } from "@/db/schema";
import type { LedgerTransaction } from "@/lib/core/solana/read-transaction";
import { insertFromJson } from "../json-rows";

/** A tree that the ledger said was created; amounts in base units, times in unix seconds. */
export type CreatedTree = typeof createdTrees.$inferSelect;

type Told = Pick<LedgerTransaction, "signature" | "slot" | "events"> & { blockTime: bigint };

/** Keeps which trees transactions created. One that is made anew at its address, as one of SOL may be, is the later one. */
export async function insertCreatedTrees(tx: Database, transactions: readonly Told[]): Promise<void> {
  const rows = new Map<string, CreatedTree>();
  for (const { signature, slot, blockTime, events } of transactions) {
    for (const { name, data } of events) {
      if (name !== "CampaignCreated") continue;
      const { tree: treeAddress, creator, mint, totalSupply, leafCount } = data;
      const known = rows.get(treeAddress);
      if (known && known.slot > slot) continue;
      rows.set(treeAddress, {
        treeAddress,
        creator,
        mint,
        totalSupply,
        leafCount,
        signature,
        slot,
        blockTime,
      });
    }
  }
  if (rows.size === 0) return;
  // In one order, so that two at once do not wait for each other.
  const ordered = [...rows.values()].sort((a, b) => (a.treeAddress < b.treeAddress ? -1 : 1));
  const { creator, mint, totalSupply, leafCount, signature, slot, blockTime } = createdTrees;
  const columns = [creator, mint, totalSupply, leafCount, signature, slot, blockTime];
  const overwrite = columns.map(({ name }) => sql.raw(`${name} = excluded.${name}`));
  await tx.execute(sql`${insertFromJson(createdTrees, ordered)} on conflict (tree_address) do update
    set ${sql.join(overwrite, sql`, `)} where ${createdTrees.slot} < excluded.slot`);
}

/** Trees of a creator that nobody registered, newest first. */
export async function selectUnregisteredTrees(
  db: Database,
  { creator, limit }: { creator: string; limit: number },
): Promise<CreatedTree[]> {
  const rows = await db
    .select({ tree: createdTrees })
    .from(createdTrees)
    .leftJoin(campaigns, eq(campaigns.treeAddress, createdTrees.treeAddress))
    .where(and(eq(createdTrees.creator, creator), isNull(campaigns.id)))
    .orderBy(desc(createdTrees.slot))
    .limit(limit);
  return rows.map(({ tree }) => tree);
}
