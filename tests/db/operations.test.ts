import { expect, test } from "vitest";
import { insertUnregisteredEvents } from "@/db/queries/events/event-rows";
import { deleteUnregisteredEvents, selectAppliableEvents } from "@/db/queries/events/unregistered-events";
import {
  type ListedTransaction,
  selectTransactions,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import {
  deleteRepair,
  pinGenesis,
  selectDiscovery,
  selectIndexedTo,
  selectRepair,
  updateDiscovery,
  updateIndexedTo,
  updateRepair,
} from "@/db/queries/indexing/sync-state";
import { countWaitlist, insertWaitlistEntry, selectWaitlist } from "@/db/queries/waitlist";
import { openTestDatabase } from "../support/database";
import { addCampaign } from "../support/rows";

const database = openTestDatabase();

test("an address waits once, in order of signing up", async () => {
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

test("the checkpoint moves forwards and never back", async () => {
  const { db } = database;
  expect(await selectIndexedTo(db)).toEqual({ slot: 0n, timestamp: 0n });
  await updateIndexedTo(db, { slot: 7n, timestamp: 10n });
  await updateIndexedTo(db, { slot: 5n, timestamp: 12n });
  expect(await selectIndexedTo(db)).toEqual({ slot: 7n, timestamp: 12n });
});

test("the sync state keeps what was set last, each note apart, and the ledger that came first", async () => {
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

test("a transaction that was seen to be final stays so, whatever a later list says of it", async () => {
  const { db } = database;
  const listed: ListedTransaction = {
    signature: "final",
    slot: 5n,
    txIndex: null,
    blockTime: 1n,
    failed: false,
    finalized: true,
  };
  await upsertListed(db, [listed]);
  await upsertListed(db, [{ ...listed, txIndex: 3, finalized: false }]);
  expect(await selectTransactions(db, ["final"])).toMatchObject([{ txIndex: 3, finalized: true }]);
});

test("events of an unregistered tree wait, once each, until its campaign is there", async () => {
  const { db } = database;
  const event = (treeAddress: string, signature: string) => ({
    ...{ treeAddress, signature, eventIndex: 0, slot: 1n, blockTime: 1n, payload: "AA==" },
  });
  const kept = [event("early", "1"), event("early", "2"), event("late", "3")];
  await insertUnregisteredEvents(db, kept);
  await insertUnregisteredEvents(db, kept);
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
