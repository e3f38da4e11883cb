import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { acquireRunLease } from "@/db/queries/indexing/sync-state";
import { PATIENT } from "@/ledger/tests/support/long";
import { type Follow, type Follower, followLedger } from "@/lib/service/indexer/follower";
import { pause } from "./support/event-fixtures";
import { signatureNamed } from "./support/fake-ledger";
import { context, database, ledger, openIndex, pauses } from "./support/fresh-index";

/** No test waits for it. */
const HOUR = 3_600_000;

openIndex();
let follower: Follower;
let listeners: Parameters<Follow>[0];
afterEach(() => follower.close());

function start(intervalMs: number) {
  const follow: Follow = (given) => {
    listeners = given;
    return new Promise((resolve) => given.signal.addEventListener("abort", () => resolve()));
  };
  follower = followLedger(context(), { follow, intervalMs, budgetMs: 5_000 });
}

/** Waits until that many pauses are indexed. */
const until = (count: number) => vi.waitFor(async () => expect(await pauses()).toHaveLength(count), PATIENT);

const add = (name: string) => {
  const signature = signatureNamed(name);
  ledger.add({ signature, slot: ledger.headSlot + 1n, events: [pause] });
  return signature;
};

test("what happened before it started is indexed, and what it hears of before the next run", async () => {
  add("before");
  start(HOUR);
  await until(1);
  listeners.onSignature({ signature: add("heard"), failed: false });
  await until(2);
});

test("after a gap, what went by unseen is found; without one, the next run finds it", async () => {
  start(HOUR);
  await sleep(50);
  add("unseen");
  listeners.onGap();
  await until(1);
  await follower.close();
  start(50);
  add("unheard");
  await until(2);
});

test("a run that was killed keeps it waiting no longer than its lease", async () => {
  add("before");
  expect(await acquireRunLease(database.db, { holder: "killed", ttlMs: 1_500 })).toBe(true);
  start(HOUR);
  await until(1);
});

test("what it hears of as failed is not asked for", async () => {
  start(60_000);
  listeners.onSignature({ signature: signatureNamed("failed"), failed: true });
  listeners.onSignature({ signature: add("heard"), failed: false });
  await until(1);
  await follower.close();
  // What a sync asks for and is not given, it watches.
  expect(ledger.calls.get("getStatuses")).toBeUndefined();
});

test("a transaction that the ledger keeps back delays no other", async () => {
  start(HOUR);
  await until(0);
  const stuck = signatureNamed("stuck");
  let onAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  let onReleased = () => {};
  const released = new Promise<void>((resolve) => {
    onReleased = resolve;
  });
  ledger.distort = (method, honest) => {
    const isStuck = method === "getTransactions" && Object(honest).some((found: unknown) => found === null);
    if (!isStuck) return honest;
    onAsked();
    return released.then(() => honest);
  };
  listeners.onSignature({ signature: stuck, failed: false });
  await asked;
  listeners.onSignature({ signature: add("heard"), failed: false });
  await until(1);
  onReleased();
});

test("a node that is behind the index is left alone until the next regular run", async () => {
  start(HOUR);
  add("first");
  listeners.onGap();
  await until(1);
  ledger.headSlot = 50n;
  ledger.calls.clear();
  listeners.onGap();
  await sleep(3_500);
  expect(ledger.calls.get("getSlot")).toBeLessThanOrEqual(4);
});

test("a flood of signatures is indexed in batches, and a ledger that fails is asked again", async () => {
  let refusals = 2;
  ledger.distort = (method, honest) => {
    if (method !== "getSlot" || refusals-- <= 0) return honest;
    throw new Error("429");
  };
  start(50);
  const signatures = Array.from({ length: 120 }, (_, at) => add(`flood ${at}`));
  for (const signature of signatures) listeners.onSignature({ signature, failed: false });
  await until(120);
});
