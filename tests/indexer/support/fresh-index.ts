import { beforeEach } from "vitest";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { campaigns } from "@/db/schema";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { openTestDatabase, type TestDatabase } from "@/tests/support/database";
import { addCampaign } from "@/tests/support/rows";
import { pause, TREE } from "./event-fixtures";
import { FakeLedger, signatureNamed } from "./fake-ledger";
import { forgetIndex, indexerContext, indexOf } from "./index-of";

/** The database of the current test. */
export let database: TestDatabase;
export let ledger: FakeLedger;

/** Creates for each test of the calling file an index of only these registered trees, and an empty ledger. */
export function openIndex(registered: readonly string[] = [TREE]): void {
  database = openTestDatabase();
  beforeEach(async () => {
    await forgetIndex(database.db);
    await database.db.delete(campaigns);
    for (const treeAddress of registered) await addCampaign(database.db, { treeAddress, verified: false });
    ledger = new FakeLedger();
  });
}

export const context = (over: Partial<IndexerContext> = {}) => indexerContext(database.db, ledger, over);

/** Returns the slot up to which every transaction is indexed. */
export const checkpoint = async () => (await selectIndexedTo(database.db)).slot;

/** Returns the signatures of the indexed pauses. */
export const pauses = async () =>
  ((await indexOf(database.db)).events.paused ?? []).map((row) => (row as { signature: string }).signature);

/**
 * Adds pauses from slot 11 on, one per transaction, `perSlot` transactions per slot, starting with number
 * `from`. Returns their signatures.
 */
export function addPauses(count: number, { from = 0, perSlot = 1 } = {}): string[] {
  return Array.from({ length: count }, (_, n) => {
    const signature = signatureNamed(`pause ${from + n}`);
    ledger.add({ signature, slot: 11n + BigInt(Math.floor((from + n) / perSlot)), events: [pause] });
    return signature;
  });
}
