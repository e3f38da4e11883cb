import { expect, test } from "vitest";
import { insertUnregisteredEvents } from "@/db/queries/events/event-rows";
import { deleteUnregisteredEvents, selectAppliableEvents } from "@/db/queries/events/unregistered-events";
import { selectCampaignIds } from "@/db/queries/indexing/campaign-checks";
import { replaceDrifts, selectStoredDifferences } from "@/db/queries/indexing/drifts";
import {
  addAttempt,
  type ListedTransaction,
  type OpenPosition,
  selectOpenTransactions,
  selectTransactions,
  selectUnfinalized,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import {
  deleteRepair,
  lowerIndexedTo,
  pinGenesis,
  selectDiscovery,
  selectIndexedTo,
  selectRepair,
  updateDiscovery,
  updateIndexedTo,
  updateRepair,
} from "@/db/queries/indexing/sync-state";
import { countWaitlist, insertWaitlistEntry, selectWaitlist } from "@/db/queries/waitlist";
import { openTestDatabase } from "../../support/database";
import { addCampaign } from "../../support/rows";

const database = openTestDatabase();

test("stores an address of the waitlist once, in order of signup", async () => {
  const { db } = database;
  const emails = ["b@x", "a@x", "b@x", "c@x"];
  for (const [index, email] of emails.entries()) {
    await insertWaitlistEntry(db, { email, createdAt: BigInt(index) });
  }
  expect(await countWaitlist(db)).toBe(3);
  const first = await selectWaitlist(db, { limit: 2 });
  const rest = await selectWaitlist(db, { limit: 2, afterId: first.at(-1)?.id });
  expect([...first, ...rest].map((entry) => [entry.email, entry.createdAt])).toEqual([
    ["b@x", 0n],
    ["a@x", 1n],
    ["c@x", 3n],
  ]);
});

test("moves the checkpoint forwards and never back", async () => {
  const { db } = database;
  expect(await selectIndexedTo(db)).toEqual({ slot: 0n, timestamp: 0n });
  await updateIndexedTo(db, { slot: 7n, timestamp: 10n });
  await updateIndexedTo(db, { slot: 5n, timestamp: 12n });
  expect(await selectIndexedTo(db)).toEqual({ slot: 7n, timestamp: 12n });
});

test("moves the checkpoint back to a slot, and never forwards by that", async () => {
  const { db } = database;
  await updateIndexedTo(db, { slot: 20n, timestamp: 20n });
  await lowerIndexedTo(db, 30n);
  expect(await selectIndexedTo(db)).toEqual({ slot: 20n, timestamp: 20n });
  await lowerIndexedTo(db, 10n);
  expect(await selectIndexedTo(db)).toEqual({ slot: 10n, timestamp: 20n });
});

test("keeps the last values of the sync state, each note apart, and the first network", async () => {
  const { db } = database;
  expect([await selectDiscovery(db), await selectRepair(db)]).toEqual([null, null]);
  await updateDiscovery(db, "5");
  await updateRepair(db, "x");
  await updateDiscovery(db, "7");
  expect([await selectDiscovery(db), await selectRepair(db)]).toEqual(["7", "x"]);
  await deleteRepair(db);
  expect([await selectDiscovery(db), await selectRepair(db)]).toEqual(["7", null]);
  expect(await pinGenesis(db, "first")).toBe("first");
  expect(await pinGenesis(db, "second")).toBe("first");
});

test("keeps a transaction's known position and finality when a later list omits them", async () => {
  const { db } = database;
  const listed: ListedTransaction = {
    signature: "final",
    slot: 5n,
    txIndex: null,
    blockTime: 1n,
    failed: false,
    finalized: false,
  };
  await upsertListed(db, [{ ...listed, txIndex: 3 }]);
  await upsertListed(db, [{ ...listed, finalized: true }]);
  expect(await selectTransactions(db, ["final"])).toMatchObject([{ txIndex: 3, finalized: true }]);
  await upsertListed(db, [{ ...listed, txIndex: 4 }]);
  expect(await selectTransactions(db, ["final"])).toMatchObject([{ txIndex: 4, finalized: true }]);
});

test("returns unconfirmed transactions last that were fetched in vain, so that they delay nothing else", async () => {
  const { db } = database;
  const listed = [8n, 9n, 10n, 11n].map((slot): ListedTransaction => {
    return {
      signature: `young ${slot}`,
      slot,
      txIndex: null,
      blockTime: 1n,
      failed: false,
      finalized: false,
    };
  });
  await upsertListed(db, listed);
  await addAttempt(db, ["young 8"]);
  const suspects = await selectUnfinalized(db, 10n, 9);
  expect(suspects.map(({ signature }) => signature)).toEqual(["young 9", "young 10", "young 8"]);
});

test("returns pending transactions in network order at any stage of a scan", async () => {
  const { db } = database;
  const positions = [...[null, null, 0, 0, 1].map((txIndex) => [8n, txIndex] as const), [9n, null] as const];
  // Signatures that sort differently from the network order.
  const listed = positions.map(([slot, txIndex], at): ListedTransaction => {
    return { signature: `open ${9 - at}`, slot, txIndex, blockTime: 1n, failed: false, finalized: false };
  });
  await upsertListed(db, listed);
  const seen: string[] = [];
  for (let position: OpenPosition | null = null; ; ) {
    const [next]: OpenPosition[] = await selectOpenTransactions(db, position, 1);
    if (!next) break;
    if (next.signature.startsWith("open")) seen.push(next.signature);
    position = next;
  }
  expect(seen).toEqual(["open 8", "open 9", "open 6", "open 7", "open 5", "open 4"]);
});

test("keeps events of an unregistered tree, once each, until its campaign registers", async () => {
  const { db } = database;
  const event = (treeAddress: string, signature: string) => ({
    ...{ treeAddress, signature, eventIndex: 0, slot: 1n, blockTime: 1n, payload: "AA==" },
  });
  const stored = [event("early", "1"), event("early", "2"), event("late", "3")];
  await insertUnregisteredEvents(db, stored);
  await insertUnregisteredEvents(db, stored);
  expect(await selectAppliableEvents(db, { limit: 9 })).toEqual([]);
  const { id } = await addCampaign(db, { treeAddress: "early" });
  const found = await selectAppliableEvents(db, { treeAddress: "early", limit: 9 });
  expect(found.map((row) => [row.campaignRowId, row.event.signature])).toEqual([
    [id, "1"],
    [id, "2"],
  ]);
  expect(await selectAppliableEvents(db, { limit: 9 })).toEqual(found);
  expect(await selectAppliableEvents(db, { limit: 9, afterId: found[0]?.event.id })).toEqual(found.slice(1));
  await deleteUnregisteredEvents(
    db,
    found.map((row) => row.event.id),
  );
  expect(await selectAppliableEvents(db, { limit: 9 })).toEqual([]);
});

test("finds the registered trees among more accounts than a statement has parameters", async () => {
  const { db } = database;
  const { id } = await addCampaign(db, { treeAddress: "listed" });
  const accounts = Array.from({ length: 70_000 }, (_, at) => `account ${at}`);
  expect(await selectCampaignIds(db, [...accounts, "listed"])).toEqual(new Map([["listed", id]]));
});

test("stores the differences of any number of campaigns", async () => {
  const { db } = database;
  const { id } = await addCampaign(db);
  const differences = Array.from({ length: 11_000 }, (_, at) => ({
    ...{ field: `field ${at}`, indexed: "1", onChain: "2" },
  }));
  const equal = Array.from({ length: 70_000 }, (_, at) => ({
    ...{ campaignRowId: id + 1 + at, slot: 1n, differences: [] },
  }));
  const compared = [{ campaignRowId: id, slot: 1n, differences }, ...equal];
  await db.transaction((tx) => replaceDrifts(tx, compared, 1n));
  expect((await selectStoredDifferences(db, [id])).get(id)).toHaveLength(11_000);
  await db.transaction((tx) => replaceDrifts(tx, [{ campaignRowId: id, slot: 2n, differences: [] }], 2n));
  expect((await selectStoredDifferences(db, [id])).get(id)).toEqual([]);
});
