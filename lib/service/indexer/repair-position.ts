import { z } from "zod";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { deleteRepair, holdRunLease, selectRepair, updateRepair } from "@/db/queries/indexing/sync-state";
import type { RunContext } from "./context";

const position = z.object({
  treeAddress: z.string(),
  scope: z.enum(["newest", "unknown", "all"]),
  /** The reading goes on after this signature; absent at its start. */
  before: z.string().optional(),
});

/** How far a repair has come in a tree's list of transactions. */
export type RepairPosition = z.output<typeof position>;

/** Where the repair under way stopped, or null: there is one at a time. */
export async function loadRepair(db: Database): Promise<RepairPosition | null> {
  const text = await selectRepair(db);
  return text === null ? null : position.parse(JSON.parse(text));
}

export async function saveRepair(run: RunContext, at: RepairPosition): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await updateRepair(tx, JSON.stringify(at));
  });
}

export const forgetRepair = (db: Database): Promise<void> => deleteRepair(db);
