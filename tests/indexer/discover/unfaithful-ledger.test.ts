import { expect, test } from "vitest";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { pause } from "../support/event-fixtures";
import { programLog, signatureNamed } from "../support/fake-ledger";
import { addPauses, checkpoint, context, database, ledger, openIndex, pauses } from "../support/fresh-index";
import { expireLease, forgetIndex, indexOf, runOnce } from "../support/index-of";

openIndex();

test.each([
  { page: 1, floor: 15n },
  { page: 1, floor: 45n },
  { page: 2, floor: 15n },
  { page: 2, floor: 45n },
  { page: 3, floor: 45n },
  { page: 4, floor: 45n },
])("leaves no hole after an empty list in place of page $page, final to $floor", async ({ page, floor }) => {
  ledger.headSlot = 50n;
  ledger.finalSlot = floor;
  addPauses(5);
  await runOnce(context());
  addPauses(20, { from: 40 });
  ledger.headSlot = 100n;
  ledger.pageLimit = 4;
  ledger.lie("getSignatures", (honest, call) => (call >= page ? [] : honest));
  expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, lastSlot: 50n });
  ledger.beHonest();
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 20 });
  expect(await pauses()).toHaveLength(25);
});

test("leaves no hole after a page that does not join the page before", async () => {
  ledger.headSlot = ledger.finalSlot = 50n;
  addPauses(20);
  ledger.pageLimit = 4;
  ledger.lie("getSignatures", (honest: unknown[], call) => honest.slice(call > 1 ? 2 : 0));
  expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, lastSlot: 0n });
  ledger.beHonest();
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 20 });
});

test("does not trust an empty node forever", async () => {
  addPauses(3);
  ledger.lie("getSignatures", () => []);
  await runOnce(context());
  ledger.beHonest();
  await runOnce(context());
  expect(await pauses()).toHaveLength(3);
});

test("accepts a list without the history that the node no longer keeps as complete", async () => {
  addPauses(3);
  await runOnce(context());
  ledger.headSlot = ledger.finalSlot = 500n;
  await runOnce(context());
  for (const signature of await pauses()) ledger.drop(signature);
  ledger.firstAvailable = 400n;
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true });
  expect(await pauses()).toHaveLength(3);
});

test("does not read the list from a node that is behind the index", async () => {
  addPauses(3);
  await runOnce(context());
  ledger.headSlot = 50n;
  expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, lastSlot: 100n });
});

test("holds the checkpoint at a listed transaction until it can be fetched", async () => {
  const [first, second, third] = addPauses(3);
  ledger.lie("getTransactions", (honest: { signature: string }[]) =>
    honest.map((found) => (found?.signature === second ? null : found)),
  );
  const report = await runOnce(context());
  expect(report).toMatchObject({ ok: false, complete: false, failed: 1, processed: 2, lastSlot: 11n });
  expect((await pauses()).sort()).toEqual([first, third].sort());
  ledger.beHonest();
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 1, lastSlot: 100n });
});

test("retries a transaction in the same run that is not returned at first", async () => {
  addPauses(3);
  ledger.lie("getTransactions", (honest: unknown[], call) =>
    honest.map((found, at) => (call === 1 && at === 1 ? null : found)),
  );
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 3, failed: 0 });
});

test("refuses a transaction of another slot than the list's, or another transaction", async () => {
  const [signature] = addPauses(1);
  for (const wrong of [{ slot: 12n }, { signature: signatureNamed("other") }]) {
    ledger.lie("getTransactions", (honest: object[]) =>
      honest.map((found) => found && { ...found, ...wrong }),
    );
    expect(await runOnce(context())).toMatchObject({ failed: 1, processed: 0, lastSlot: 10n });
  }
  ledger.beHonest();
  await runOnce(context());
  expect(await pauses()).toEqual([signature]);
});

test.each([
  {
    name: "a version that cannot be read",
    broken: { unreadable: "Transaction version 7 is not supported." },
  },
  {
    name: "an event of another layout",
    broken: { logs: programLog([pause]).map((line) => line.replace(/(Program data: .{20}).*/, "$1")) },
  },
  { name: "calls and returns that do not match", broken: { logs: programLog([pause]).slice(0, -1) } },
  {
    name: "an event that is not known, as an upgraded program may emit",
    broken: { logs: programLog([pause]).toSpliced(3, 0, "Program data: AQIDBAUGBwgJCg==") },
  },
  {
    name: "a log of failure for a successful transaction",
    broken: {
      logs: programLog([pause]).with(-1, `Program ${DEFAULT_PROGRAM_ID} failed: custom program error: 0x1`),
    },
  },
])("$name stops the checkpoint and is reported, and nothing else is delayed", async ({ broken }) => {
  const [first, , third] = addPauses(3);
  const second = ledger.transactions[1];
  if (!second) throw new Error("The ledger lost a transaction.");
  const honest = { ...second };
  Object.assign(second, broken);
  expect(await runOnce(context())).toMatchObject({ ok: false, failed: 1, processed: 2, lastSlot: 11n });
  expect(await runOnce(context())).toMatchObject({ ok: false, failed: 1, processed: 0, lastSlot: 11n });
  expect((await pauses()).sort()).toEqual([first, third].sort());
  expect(await syncSignatures(context(), [second.signature])).toEqual([
    { signature: second.signature, status: "unreadable", events: 0, reason: expect.stringMatching(/./) },
  ]);
  Object.assign(second, { unreadable: undefined }, honest);
  expect(await runOnce(context())).toMatchObject({ ok: true, failed: 0, processed: 1, lastSlot: 100n });
});

test("reports a log that the node did not keep as truncated, and delays nothing", async () => {
  const [first, , third] = addPauses(3);
  const second = ledger.transactions[1];
  if (!second) throw new Error("The ledger lost a transaction.");
  second.logs = null;
  const problems = [{ code: "truncated_log", count: 1 }];
  expect(await runOnce(context())).toMatchObject({ failed: 0, processed: 2, lastSlot: 100n, problems });
  expect((await pauses()).sort()).toEqual([first, third].sort());
  expect(await syncSignatures(context(), [second.signature])).toEqual([
    { signature: second.signature, status: "log_cut", events: 0 },
  ]);
});

test("uses the list's time for a transaction without its own", async () => {
  addPauses(2);
  ledger.lie("getTransactions", (honest: object[]) =>
    honest.map((found) => found && { ...found, blockTime: null }),
  );
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 2 });
  const { events } = await indexOf(database.db);
  expect(events.paused?.map((row) => Object(row).blockTime).toSorted()).toEqual([1_011n, 1_012n]);
});

test("keeps the list's time when an unreadable response comes before a response without a time", async () => {
  addPauses(1);
  ledger.lie("getTransactions", () => [{ unreadable: "No endpoint returned a valid response." }]);
  expect(await runOnce(context())).toMatchObject({ ok: false, failed: 1 });
  ledger.lie("getTransactions", (honest: object[]) =>
    honest.map((found) => found && { ...found, blockTime: null }),
  );
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 1 });
  expect((await indexOf(database.db)).events.paused).toMatchObject([{ blockTime: 1_011n }]);
});

test("waits for a time when neither the list nor the response has one after an unreadable response", async () => {
  const [signature] = addPauses(1);
  ledger.distort = (method, honest) =>
    method === "getSignatures" ? (honest as object[]).map((item) => ({ ...item, blockTime: null })) : honest;
  const { distort } = ledger;
  ledger.distort = (method, honest) =>
    method === "getTransactions" ? [{ unreadable: "Invalid." }] : distort(method, honest);
  expect(await runOnce(context())).toMatchObject({ ok: false, failed: 1 });
  ledger.distort = (method, honest) =>
    method === "getTransactions"
      ? (honest as object[]).map((item) => item && { ...item, blockTime: null })
      : distort(method, honest);
  expect(await runOnce(context())).toMatchObject({ ok: false, failed: 1, processed: 0 });
  ledger.distort = distort;
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 1 });
  expect((await indexOf(database.db)).events.paused).toMatchObject([{ signature, blockTime: 1_011n }]);
});

test("ends the run at a refused or lost answer, and the next run continues", async () => {
  addPauses(12);
  ledger.pageLimit = 4;
  for (const method of ["getSlot", "getSignatures", "getTransactions"] as const) {
    for (const n of [1, 2]) {
      await forgetIndex(database.db);
      ledger.lie(method, (honest, call) => {
        if (call === n) throw new Error("429");
        return honest;
      });
      await runOnce(context()).catch((error: Error) => expect(error.message).toBe("429"));
      expect(await checkpoint()).toBeLessThanOrEqual(100n);
      await expireLease(database.db);
      ledger.beHonest();
      expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, lastSlot: 100n });
      expect(await pauses()).toHaveLength(12);
    }
  }
});
