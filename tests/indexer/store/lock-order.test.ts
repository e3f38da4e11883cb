import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Database } from "@/db/client";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { programTransactions } from "@/db/schema";
import { PATIENT } from "@/ledger/tests/support/long";
import { orderNeighbors } from "@/lib/service/indexer/store/order-neighbors";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign } from "@/tests/support/rows";
import { FakeLedger, named, signatureNamed } from "../support/fake-ledger";
import { indexerContext } from "../support/index-of";

const database = openTestDatabase();
const SLOT = 50n;

const isWaiting = async (db: Database) =>
  expect(
    await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
  ).not.toHaveLength(0);

/** Counts the attempts of transactions: one that Postgres ends to resolve a deadlock is retried. */
function countingTransactions(db: Database) {
  const counted = { attempts: 0 };
  const transaction: Database["transaction"] = (work, config) => {
    counted.attempts += 1;
    return db.transaction(work, config);
  };
  return Object.assign(counted, { db: Object.assign(Object.create(db) as Database, { transaction }) });
}

/** Stores a campaign and two transactions of one slot in unknown order. */
async function storeNeighbors() {
  const tree = named("tree");
  await addCampaign(database.db, { treeAddress: tree });
  const ledger = new FakeLedger();
  const signatures = ["first", "second"].map(signatureNamed);
  for (const signature of signatures) {
    const data = { tree, pauseAuthority: named("authority"), timestamp: 1_050n };
    ledger.add({ signature, slot: SLOT, txIndex: null, events: [{ name: "CampaignPaused", data }] as never });
  }
  ledger.lie("getBlockSignatures", () => null);
  await syncSignatures(indexerContext(database.db, ledger), signatures);
  ledger.beHonest();
  return {
    ledger,
    read: (await ledger.getTransactions(signatures, { commitment: "confirmed" })) as ReadTransaction[],
  };
}

test("locks campaigns first both when it places transactions and when it stores them again, without retries", async () => {
  const { ledger, read } = await storeNeighbors();
  expect(await database.db.select().from(programTransactions)).toHaveLength(2);
  const counted = countingTransactions(database.db);
  let placing = Promise.resolve();
  await storeTransactions(counted.db, read, {
    onStep: async (step) => {
      if (step !== "store: events stored" || counted.attempts > 1) return;
      placing = orderNeighbors(indexerContext(counted.db, ledger), read);
      // The embedded database has one connection, on which the other transaction waits anyway.
      if (database.kind === "postgres") await vi.waitFor(() => isWaiting(database.db), PATIENT);
    },
  });
  await placing;
  const positions = await database.db
    .select({ txIndex: programTransactions.txIndex })
    .from(programTransactions);
  expect(positions.map(({ txIndex }) => txIndex).sort()).toEqual([0, 1]);
  expect(counted.attempts).toBe(2);
});
