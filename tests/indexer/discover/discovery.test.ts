import { expect, test, vi } from "vitest";
import { selectIndexedTo, selectIndexState } from "@/db/queries/indexing/sync-state";
import { syncState } from "@/db/schema";
import { PATIENT } from "@/ledger/tests/support/long";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import { parseProblems } from "@/lib/service/indexer/problems";
import { runIndexer } from "@/lib/service/indexer/run";
import { FETCH_BATCH } from "@/lib/service/indexer/store/apply";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { pause, TREE } from "../support/event-fixtures";
import { signatureNamed } from "../support/fake-ledger";
import { addPauses, checkpoint, context, database, ledger, openIndex, pauses } from "../support/fresh-index";
import { forgetIndex, indexOf, runOnce } from "../support/index-of";

const unpause = { name: "CampaignUnpaused", data: { tree: TREE } } as const;

openIndex();

test.each([
  { name: "one a slot", perSlot: 1 },
  { name: "slots that straddle pages", perSlot: 4 },
  { name: "a slot that fills several pages", perSlot: 30 },
])("pages through the list down to its end: $name", async ({ perSlot }) => {
  addPauses(30, { perSlot });
  ledger.pageLimit = 7;
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 30, lastSlot: 100n });
  expect(await pauses()).toHaveLength(30);
});

test("lists the next page while a page is stored", async () => {
  addPauses(20);
  ledger.pageLimit = 7;
  const listed: (number | undefined)[] = [];
  const onStep = (step: string) => {
    if (step === "discover: keeping") listed.push(ledger.calls.get("getSignatures"));
  };
  await runOnce(context({ onStep }));
  expect(listed.slice(0, 2)).toEqual([2, 3]);
});

test("fetches one short page and one batch of accounts in a run without news, and moves the checkpoint to the head", async () => {
  addPauses(30);
  await runOnce(context());
  ledger.headSlot = 160n;
  ledger.finalSlot = 130n;
  ledger.calls.clear();
  expect(await runOnce(context())).toMatchObject({
    processed: 0,
    transactions: 0,
    lastSlot: 160n,
    complete: true,
  });
  expect(Object.fromEntries(ledger.calls)).toEqual({
    getSlot: 2,
    getSignatures: 1,
    getVestingTrees: 1,
  });
});

test("resumes a scan that ran out of time where it stopped, and finds newer transactions", async () => {
  addPauses(30);
  ledger.pageLimit = 7;
  let nowMs = 0;
  const slow = {
    nowMs: () => nowMs++,
    onStep: () => {
      nowMs += 10;
    },
  };
  const first = await runOnce(context(slow), { timeLimitMs: 60 });
  expect(first).toMatchObject({ complete: false, processed: 0, lastSlot: 0n });
  ledger.add({ signature: signatureNamed("later"), slot: 120n, events: [unpause] });
  let runs = 1;
  for (let report = first; !report.complete && runs < 50; runs++) {
    report = await runOnce(context(slow), { timeLimitMs: 150 });
  }
  expect(runs).toBeGreaterThan(2);
  expect(await pauses()).toHaveLength(31);
  expect(await checkpoint()).toBe(120n);
});

test("finds transactions that a node lists only after their slot was final", async () => {
  addPauses(3);
  const [late] = ledger.transactions.splice(2, 1);
  if (!late) throw new Error("The ledger lost a transaction.");
  ledger.headSlot = ledger.finalSlot = late.slot + 20n;
  expect(await runOnce(context())).toMatchObject({ processed: 2, lastSlot: late.slot + 20n });
  ledger.transactions.push(late);
  ledger.headSlot += 5n;
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 1 });
  expect(await pauses()).toHaveLength(3);
});

test("applies the oldest transactions in a stopped run, and keeps the checkpoint behind them", async () => {
  addPauses(FETCH_BATCH + 5);
  let isOver = false;
  const stopped = context({
    nowMs: () => (isOver ? 30_000 : 0),
    onStep: (step) => {
      isOver ||= step === "apply: stored";
    },
  });
  const last = 10n + BigInt(FETCH_BATCH);
  expect(await runOnce(stopped)).toMatchObject({ complete: false, processed: FETCH_BATCH, lastSlot: last });
  expect(await runOnce(context())).toMatchObject({ complete: true, processed: 5, lastSlot: last + 5n });
});

test("never moves the checkpoint by a client's call", async () => {
  const [signature = ""] = addPauses(1);
  expect(await syncSignatures(context(), [signature])).toEqual([{ signature, status: "indexed", events: 1 }]);
  expect(await checkpoint()).toBe(0n);
});

test("does not override a transaction of a newer slot by one of an older slot that arrives later", async () => {
  const paused = signatureNamed("paused");
  const unpaused = signatureNamed("unpaused");
  ledger.add({ signature: paused, slot: 10n, events: [pause] });
  ledger.add({ signature: unpaused, slot: 20n, events: [unpause] });
  await syncSignatures(context(), [unpaused]);
  await syncSignatures(context(), [paused]);
  const { projections } = await indexOf(database.db);
  expect(projections[0]?.paused).toBe(false);
});

test.each([false, true])(
  "uses the block's order inside a slot, whether nodes number it (%s) or not",
  async (numbered) => {
    ledger.givesIndexes = numbered;
    // Signatures sort in the reverse order of the block, so that sorting ties by signature would be wrong.
    const [high = "", low = ""] = [signatureNamed("a"), signatureNamed("b")].sort().reverse();
    ledger.add({ signature: high, slot: 10n, events: [pause] });
    ledger.add({ signature: low, slot: 10n, events: [unpause] });
    for (const order of [[high, low], [low, high], []]) {
      await forgetIndex(database.db);
      for (const signature of order) await syncSignatures(context(), [signature]);
      if (order.length === 0) await runOnce(context());
      const { projections } = await indexOf(database.db);
      expect(projections[0]?.paused).toBe(false);
    }
  },
);

test("uses the list's order inside a slot, also when a node returns its own positions", async () => {
  const first = signatureNamed("first");
  ledger.add({ signature: first, slot: 10n, events: [pause] });
  ledger.add({ signature: signatureNamed("second"), slot: 10n, events: [unpause] });
  ledger.lie("getTransactions", (list: { signature: string }[]) =>
    list.map((found) => (found.signature === first ? { ...found, txIndex: 9 } : found)),
  );
  await runOnce(context());
  expect((await indexOf(database.db)).projections[0]?.paused).toBe(false);
});

test("runs one of two concurrent runs and reports the other as skipped", async () => {
  addPauses(20);
  let letFirstFinish = () => {};
  const secondEnded = new Promise<void>((resolve) => {
    letFirstFinish = resolve;
  });
  // The first run to obtain the lease is still working when the second one requests it.
  const onStep = (step: string) => (step === "apply: fetched" ? secondEnded : Promise.resolve());
  const both = await Promise.all([
    runIndexer(context({ onStep }), { timeLimitMs: 30_000 }),
    runIndexer(context(), { timeLimitMs: 30_000 }).finally(letFirstFinish),
  ]);
  expect(both).toContainEqual({ ok: true, skipped: true });
  expect(await pauses()).toHaveLength(20);
});

test("writes nothing more in a run that lost its lease", async () => {
  addPauses(5);
  const onStep = async (step: string) => {
    if (step !== "apply: fetched") return;
    await database.db.execute("update sync_state set value = 'other 99999999999999' where key = 'run_lease'");
  };
  const result = await runIndexer(context({ onStep }), { timeLimitMs: 30_000 });
  expect(result).toEqual({ ok: true, skipped: true });
  expect(await pauses()).toEqual([]);
});

test("lists a run that fails for another reason than the network among the problems, until a run succeeds", async () => {
  addPauses(5);
  const stored = async () => parseProblems((await selectIndexState(database.db)).problems);
  const onStep = (step: string) => {
    if (step === "apply: fetched") throw new RangeError("broken");
  };
  const failing = runIndexer(context({ onStep }), { timeLimitMs: 30_000 });
  await expect(failing).rejects.toThrow("broken");
  expect(await stored()).toEqual([{ code: "run_failing", count: 1 }]);
  ledger.distort = () => {
    throw new NetworkUnavailableError("down");
  };
  await expect(runIndexer(context(), { timeLimitMs: 30_000 })).rejects.toThrow("down");
  expect(await stored()).not.toContainEqual(expect.objectContaining({ code: "run_failing" }));
  ledger.beHonest();
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 5 });
  expect(await stored()).toEqual([]);
});

test("keeps the lease of a run that waits for a slow network", async () => {
  addPauses(5);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let other: unknown;
  const onStep = async (step: string) => {
    if (step !== "apply: fetched") return;
    await database.db.execute(
      "update sync_state set value = split_part(value, ' ', 1) || ' 0' where key = 'run_lease'",
    );
    vi.advanceTimersByTime(20_000);
    await vi.waitFor(async () => {
      const rows = await database.db.select().from(syncState);
      expect(rows.find(({ key }) => key === "run_lease")?.value).not.toMatch(/ 0$/);
    }, PATIENT);
    other = await runIndexer(context(), { timeLimitMs: 30_000 });
  };
  const report = await runOnce(context({ onStep })).finally(() => vi.useRealTimers());
  expect(report).toMatchObject({ ok: true, processed: 5 });
  expect(other).toEqual({ ok: true, skipped: true });
});

test("restores events that the index lost when it reads again from a slot", async () => {
  addPauses(10);
  await runOnce(context());
  await database.db.execute("delete from pause_events where slot > 15");
  await runOnce(context());
  expect(await pauses()).toHaveLength(5);
  expect(await runOnce(context(), { fromSlot: 14n })).toMatchObject({ processed: 5, lastSlot: 100n });
  expect(await pauses()).toHaveLength(10);
});

test("finds transactions that were not listed before when it reads again from a slot", async () => {
  addPauses(10);
  const [late] = ledger.transactions.splice(3, 1);
  if (!late) throw new Error("The ledger lost a transaction.");
  await runOnce(context());
  ledger.transactions.splice(3, 0, late);
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 0 });
  expect(await runOnce(context(), { fromSlot: late.slot })).toMatchObject({ ok: true, processed: 1 });
});

test("reads the index as far back as the node goes when the slot is older than the node's history", async () => {
  addPauses(10);
  await runOnce(context());
  for (const { signature } of ledger.transactions.slice(0, 4)) ledger.drop(signature);
  ledger.firstAvailable = 15n;
  await database.db.execute("delete from pause_events");
  expect(await runOnce(context(), { fromSlot: 0n })).toMatchObject({
    ok: true,
    complete: true,
    processed: 6,
  });
  ledger.add({ signature: signatureNamed("later"), slot: 120n, events: [unpause] });
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, processed: 1, lastSlot: 120n });
});

test("returns the time of the checkpoint, also while transactions are left to read", async () => {
  addPauses(2);
  ledger.lie("getTransactions", (requested: unknown[]) => requested.map(() => null));
  const before = BigInt(Math.floor(Date.now() / 1_000));
  expect(await runOnce(context())).toMatchObject({ complete: false, lastSlot: 10n });
  const rows = await database.db.select().from(syncState);
  const written = rows.filter(({ key }) => key.startsWith("last_")).map(({ updatedAt }) => updatedAt);
  expect(written).toHaveLength(2);
  for (const updatedAt of written) expect(updatedAt).toBeGreaterThanOrEqual(before - 5n);
  expect((await selectIndexedTo(database.db)).timestamp).toBe(0n);
});

test("sets the checkpoint's time to the last complete list, not to a failed one", async () => {
  addPauses(2);
  await runOnce(context({ now: () => 1_000n }));
  ledger.lie("getSignatures", () => []);
  expect(await runOnce(context({ now: () => 2_000n }))).toMatchObject({ ok: false, complete: false });
  expect(await selectIndexedTo(database.db)).toMatchObject({ timestamp: 1_000n });
  ledger.beHonest();
  await runOnce(context({ now: () => 3_000n }));
  expect(await selectIndexedTo(database.db)).toMatchObject({ timestamp: 3_000n });
});
