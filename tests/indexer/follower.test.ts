import { afterEach, expect, test, vi } from "vitest";
import { acquireRunLease } from "@/db/queries/indexing/sync-state";
import { PATIENT } from "@/ledger/tests/support/long";
import { type Follow, type Follower, followNetwork } from "@/lib/service/indexer/follower";
import { pause } from "./support/event-fixtures";
import { signatureNamed } from "./support/fake-ledger";
import { context, database, ledger, openIndex, pauses } from "./support/fresh-index";

/** An interval that no test reaches. */
const HOUR = 3_600_000;

openIndex();
let follower: Follower;
let listeners: Parameters<Follow>[0];
afterEach(async () => {
  vi.restoreAllMocks();
  await follower.close();
});

function start(intervalMs: number) {
  const follow: Follow = (item) => {
    listeners = item;
    return new Promise((resolve) => item.signal.addEventListener("abort", () => resolve()));
  };
  follower = followNetwork(context(), { follow, intervalMs, timeLimitMs: 5_000 });
}

/** Waits until that many pauses are indexed. */
const until = (count: number) => vi.waitFor(async () => expect(await pauses()).toHaveLength(count), PATIENT);

/**
 * Returns a function that waits until the follower has been idle this number of times: no run is active, and
 * only the timer of an hour is set.
 */
function getRests() {
  const timers = vi.spyOn(globalThis, "setTimeout");
  return (count: number) =>
    vi.waitFor(() => expect(timers.mock.calls.filter(([, ms]) => ms === HOUR)).toHaveLength(count), PATIENT);
}

const add = (name: string) => {
  const signature = signatureNamed(name);
  ledger.add({ signature, slot: ledger.headSlot + 1n, events: [pause] });
  return signature;
};

test("indexes transactions from before its start, and new ones before the next run", async () => {
  add("before");
  start(HOUR);
  await until(1);
  listeners.onSignature({ signature: add("heard"), failed: false });
  await until(2);
});

test("finds missed transactions after a gap, and by the next run without one", async () => {
  const rested = getRests();
  start(HOUR);
  await rested(1);
  add("unseen");
  listeners.onGap();
  await until(1);
  await follower.close();
  start(50);
  add("unheard");
  await until(2);
});

test("waits for a killed run no longer than its lease", async () => {
  add("before");
  expect(await acquireRunLease(database.db, { holder: "killed", ttlMs: 1_500 })).toBe(true);
  start(HOUR);
  await until(1);
});

test("does not fetch transactions that are reported as failed", async () => {
  start(60_000);
  listeners.onSignature({ signature: signatureNamed("failed"), failed: true });
  listeners.onSignature({ signature: add("heard"), failed: false });
  await until(1);
  await follower.close();
  // The sync watches the signatures for which it requested a transaction and received none.
  expect(ledger.calls.get("getStatuses")).toBeUndefined();
});

/** Makes the ledger withhold a requested transaction until it is released. */
async function withhold() {
  let onRequest = () => {};
  let letGo = () => {};
  const requested = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  ledger.distort = (method, honest) => {
    const isStuck = method === "getTransactions" && Object(honest).some((found: unknown) => found === null);
    if (!isStuck) return honest;
    onRequest();
    return released.then(() => honest);
  };
  listeners.onSignature({ signature: signatureNamed("stuck"), failed: false });
  await requested;
  return letGo;
}

test("delays no other transaction when the network withholds one", async () => {
  start(HOUR);
  await until(0);
  const letGo = await withhold();
  listeners.onSignature({ signature: add("heard"), failed: false });
  await until(1);
  letGo();
});

test("is closed once none of its work is in progress", async () => {
  const rested = getRests();
  start(HOUR);
  await rested(1);
  const letGo = await withhold();
  const order: string[] = [];
  const closing = follower.close().then(() => order.push("closed"));
  await pauses();
  order.push("let go");
  letGo();
  await closing;
  expect(order).toEqual(["let go", "closed"]);
});

test("leaves a node that is behind the index alone until the next regular run", async () => {
  const rested = getRests();
  add("first");
  start(HOUR);
  await rested(1);
  ledger.headSlot = 50n;
  ledger.calls.clear();
  listeners.onGap();
  await rested(2);
  expect(ledger.calls.get("getSlot")).toBeGreaterThan(0);
});

test("indexes a flood of signatures in batches, without waiting for a run", async () => {
  const rested = getRests();
  start(HOUR);
  await rested(1);
  const signatures = Array.from({ length: 120 }, (_, at) => add(`flood ${at}`));
  for (const signature of signatures) listeners.onSignature({ signature, failed: false });
  await until(120);
});

test("retries after a network failure", async () => {
  let refusals = 2;
  ledger.distort = (method, honest) => {
    if (method !== "getSlot" || refusals-- <= 0) return honest;
    throw new Error("429");
  };
  start(50);
  add("before");
  await until(1);
});
