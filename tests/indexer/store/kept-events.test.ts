import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { reattributeTrees } from "@/db/queries/events/attribution";
import { insertUnregisteredEvents } from "@/db/queries/events/event-rows";
import { insertCampaign } from "@/db/queries/registration/registration";
import { campaigns, unregisteredEvents } from "@/db/schema";
import { encodeEvent } from "@/lib/core/solana/events";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { campaignValues } from "@/tests/support/rows";
import { EVENT_FIXTURES, pause, TREE } from "../support/event-fixtures";
import { named, signatureNamed } from "../support/fake-ledger";
import { context, database, ledger, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, runOnce } from "../support/index-of";

openIndex([]);

/** Registers the tree as the registration does: its row and its kept events, in one transaction. */
async function register(tx: Database, treeAddress = TREE): Promise<number> {
  const [row] = await tx.insert(campaigns).values(campaignValues({ treeAddress })).returning();
  if (!row) throw new Error("The campaign was not stored.");
  return reattributeTrees(tx, [treeAddress]);
}

test.each(EVENT_FIXTURES)("keeps $event.name until its campaign registers", async ({ event, type, row }) => {
  const signature = signatureNamed(event.name);
  const isStored = type !== null || event.name === "CampaignCreated";
  ledger.add({ signature, slot: 7n, events: [event] });
  expect(await syncSignatures(context(), [signature])).toEqual([
    { signature, status: isStored ? "unregistered" : "no_events", events: isStored ? 1 : 0 },
  ]);
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 0, byType: {}, lastSlot: 100n });
  expect(await database.db.transaction((tx) => register(tx))).toBe(type ? 1 : 0);
  const { events, stored: storedEvents } = await indexOf(database.db);
  expect(storedEvents).toEqual([]);
  if (!type) return expect(Object.values(events).flat()).toEqual([]);
  expect(events[type]).toEqual([expect.objectContaining({ tree: TREE, signature, slot: 7n, ...row })]);
  expect(await syncSignatures(context(), [signature])).toEqual([
    { signature, status: "already_indexed", events: 1 },
  ]);
});

test("applies all kept events of a tree, of any number", async () => {
  const { db } = database;
  const cached = Array.from({ length: 1_001 }, (_, at) => ({
    ...{ treeAddress: TREE, signature: signatureNamed("many"), eventIndex: at, slot: 7n, blockTime: 7n },
    payload: Buffer.from(encodeEvent(pause)).toString("base64"),
  }));
  await insertUnregisteredEvents(db, cached);
  expect(await db.transaction((tx) => register(tx))).toBe(1_001);
  const index = await indexOf(db);
  expect([index.stored, index.events.paused?.length]).toEqual([[], 1_001]);
});

test("keeps more events of one batch than a statement has parameters, and moves the checkpoint", async () => {
  const events = Array.from({ length: 30 }, () => pause);
  for (let at = 0; at < 300; at++) ledger.add({ signature: signatureNamed(`full ${at}`), slot: 7n, events });
  expect(await runOnce(context())).toMatchObject({
    ok: true,
    complete: true,
    transactions: 300,
    lastSlot: 100n,
  });
  expect(await database.db.$count(unregisteredEvents)).toBe(9_000);
});

test("leaves the kept events in place when a registration fails", async () => {
  ledger.add({
    signature: signatureNamed("pause"),
    slot: 7n,
    events: [{ name: "CampaignPaused", data: { tree: TREE } }],
  });
  await runOnce(context());
  const { stored: storedEvents } = await indexOf(database.db);
  const failing = database.db.transaction(async (tx) => {
    await register(tx);
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(await indexOf(database.db)).toMatchObject({ stored: storedEvents, projections: [] });
});

test("loses no event between a registration and a concurrent index call", async () => {
  const signatures = Array.from({ length: 12 }, (_, at) => signatureNamed(`pause ${at}`));
  for (const [at, signature] of signatures.entries()) {
    ledger.add({
      signature,
      slot: 7n + BigInt(at),
      events: [{ name: "CampaignPaused", data: { tree: TREE } }],
    });
  }
  const calls = signatures.map((signature) => syncSignatures(context(), [signature]));
  await Promise.all([...calls, database.db.transaction((tx) => register(tx))]);
  // On a busy machine a call returns after four seconds, and its transaction is stored later.
  await expect.poll(async () => (await indexOf(database.db)).events.paused?.length).toBe(12);
  expect((await indexOf(database.db)).stored).toEqual([]);
});

// The single connection of the embedded database allows no other work in between.
test.runIf(process.env.TEST_DATABASE_URL)(
  "stores the event for a campaign that registers between the lookup and the storing of the event",
  async () => {
    const signature = signatureNamed("pause");
    ledger.add({ signature, slot: 7n, events: [{ name: "CampaignPaused", data: { tree: TREE } }] });
    let isRegistered = false;
    const onStep = async (step: string) => {
      if (step !== "store: campaigns found" || isRegistered) return;
      isRegistered = true;
      await database.db.transaction((tx) => register(tx));
    };
    const during = indexerContext(database.db, ledger, { onStep });
    expect(await syncSignatures(during, [signature])).toMatchObject([{ status: "indexed", events: 1 }]);
    const { events, stored: storedEvents } = await indexOf(database.db);
    expect([events.paused?.length, storedEvents]).toEqual([1, []]);
  },
);

test("applies a transaction of many trees to the registered ones and keeps it for the others", async () => {
  const trees = Array.from({ length: 30 }, (_, at) => named(`tree ${at}`));
  const signature = signatureNamed("many");
  ledger.add({
    signature,
    slot: 7n,
    events: trees.map((tree) => ({ name: "CampaignPaused", data: { tree } })),
  });
  await database.db.transaction((tx) => register(tx, trees[3]));
  expect(await syncSignatures(context(), [signature])).toEqual([{ signature, status: "indexed", events: 1 }]);
  expect((await indexOf(database.db)).stored).toHaveLength(29);
  await database.db.transaction((tx) => register(tx, trees[7]));
  const { events, stored: storedEvents } = await indexOf(database.db);
  expect(storedEvents).toHaveLength(28);
  expect(events.paused).toEqual([
    expect.objectContaining({ tree: trees[3], eventIndex: 3 }),
    expect.objectContaining({ tree: trees[7], eventIndex: 7 }),
  ]);
});

test("keeps the indexed events of an unconfirmed campaign when a confirmed one of its identity replaces it", async () => {
  const signature = signatureNamed("pause");
  ledger.add({ signature, slot: 7n, events: [{ name: "CampaignPaused", data: { tree: TREE } }] });
  const identity = { creator: "creator", mint: "mint", campaignId: 1n };
  const unconfirmed = campaignValues({ treeAddress: TREE, ...identity, verified: false });
  await database.db.insert(campaigns).values(unconfirmed);
  await runOnce(context());
  const confirmed = {
    ...campaignValues({ treeAddress: named("derived"), ...identity }),
    ...{ cancellable: false, cancelAuthority: null, pauseAuthority: null, metadata: null },
    ...{ verified: true, usedMilestones: [], minCliffTime: 0n },
  };
  const stored = await insertCampaign(database.db, { campaign: confirmed, ipfsCid: null, leaves: [] });
  expect(stored.outcome).toBe("replaced");
  expect((await indexOf(database.db)).events.paused).toEqual([]);
  await runOnce(context());
  expect(await database.db.transaction((tx) => register(tx))).toBe(1);
  expect((await indexOf(database.db)).events.paused).toEqual([
    expect.objectContaining({ signature, slot: 7n }),
  ]);
});

test("keeps the creation of a campaign until the campaign registers, and indexes it from then on", async () => {
  const created = EVENT_FIXTURES.find(({ event }) => event.name === "CampaignCreated");
  if (!created) throw new Error("There is no fixture of a creation.");
  const signature = signatureNamed("created");
  ledger.add({ signature, slot: 7n, events: [created.event] });
  const sync = (options = {}) => syncSignatures(context(), [signature], options);
  expect(await sync()).toEqual([{ signature, status: "unregistered", events: 1 }]);
  expect(await sync()).toEqual([{ signature, status: "unregistered", events: 1 }]);
  expect(await sync({ claimsOnly: true })).toEqual([{ signature, status: "no_events", events: 0 }]);
  await database.db.transaction((tx) => register(tx));
  expect(await sync()).toEqual([{ signature, status: "already_indexed", events: 1 }]);
});
