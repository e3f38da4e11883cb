import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { campaignChecks, campaigns, pauseEvents, programTransactions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { type RunReport, runIndexer } from "@/lib/service/indexer/run";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addRootVersion } from "@/tests/support/rows";
import { FakeLedger, getAccount, named, programLog, signatureNamed } from "../support/fake-ledger";
import {
  expireLease,
  forgetIndex,
  indexerContext,
  indexOf,
  killAnywhere,
  runOnce,
} from "../support/index-of";

/** Sorted in the order in which campaigns are compared. */
const [FIRST = "", SECOND = ""] = [named("tree one"), named("tree two")].sort();

const database = openTestDatabase();
let ledger: FakeLedger;
beforeEach(setUp);

const context = (onStep?: (step: string) => void | Promise<void>) =>
  indexerContext(database.db, ledger, onStep && { onStep });

/** Stores two campaigns with an indexed history and matching accounts. */
async function setUp(): Promise<void> {
  await forgetIndex(database.db);
  await database.db.delete(campaigns);
  ledger = new FakeLedger();
  ledger.headSlot = 10n;
  for (const tree of [FIRST, SECOND]) await addCampaign(database.db, { treeAddress: tree, verified: true });
  for (let at = 0; at < 12; at++) addPause(`first ${at}`, FIRST);
  addPause("second", SECOND);
  await agree(FIRST, { paused: true });
  await agree(SECOND, { paused: true });
  ledger.headSlot = ledger.finalSlot = 200n;
  await runOnce(context());
}

function addPause(name: string, tree: string, more: Partial<Parameters<FakeLedger["add"]>[0]> = {}): string {
  const signature = signatureNamed(name);
  ledger.add({
    signature,
    slot: ledger.headSlot + 1n,
    events: [{ name: "CampaignPaused", data: { tree } }],
    ...more,
  });
  return signature;
}

/** Adds a pause after which the log was truncated. */
const addCutPause = (name: string, tree: string): string =>
  addPause(name, tree, {
    logs: programLog([{ name: "CampaignPaused", data: { tree } }]).toSpliced(3, 0, "Log truncated"),
  });

const row = async (tree: string) => {
  const [found] = await database.db.select().from(campaigns).where(eq(campaigns.treeAddress, tree));
  if (!found) throw new Error("The campaign is gone.");
  return found;
};

/** Sets a tree's account to match its index, except for `but`. */
async function agree(tree: string, but: Partial<VestingTree> = {}): Promise<void> {
  ledger.accounts.set(tree, { ...getAccount(await row(tree)), ...but });
}

const listed = async () =>
  (await database.db.select().from(campaignChecks)).map((check) => check.treeAddress);

test("continues a long repair in the next run, without delaying other campaigns", async () => {
  await agree(FIRST, { totalClaimed: 1n });
  await agree(SECOND, { totalClaimed: 2n });
  await addCampaign(database.db, { treeAddress: "z", verified: true });
  ledger.accounts.set("z", getAccount(await row("z")));
  ledger.pageLimit = 3;
  let nowMs = 0;
  const slow = indexerContext(database.db, ledger, {
    nowMs: () => nowMs,
    onStep: () => {
      nowMs += 10;
    },
  });
  const reports: RunReport[] = [await runOnce(slow, { full: true, timeLimitMs: 250 })];
  expect(await listed()).toEqual([FIRST, SECOND]);
  while (!reports.at(-1)?.complete && reports.length < 30) {
    reports.push(await runOnce(slow, { timeLimitMs: 250 }));
  }
  expect(reports.length).toBeGreaterThan(2);
  const found = reports
    .flatMap(({ drift }) => drift)
    .map(({ treeAddress, onChain }) => [treeAddress, onChain]);
  expect(found).toContainEqual([FIRST, "1"]);
  expect(found).toContainEqual([SECOND, "2"]);
  expect(reports.at(-1)).toMatchObject({ ok: true, complete: true });
});

test("detects a root update that is missing before a later one, and repairs it", async () => {
  const [before = "", hidden = "", after = ""] = ["0a", "0b", "0c"].map((byte) => byte.repeat(32));
  const { id: campaignId } = await row(FIRST);
  await addRootVersion(database.db, { campaignId, version: 1, merkleRoot: before });
  for (const [oldRoot, newRoot] of [
    [before, hidden],
    [hidden, after],
  ] as const) {
    const data = { tree: FIRST, oldRoot, newRoot, newLeafCount: 3 };
    ledger.headSlot += 1n;
    ledger.add({
      signature: signatureNamed(`to ${newRoot}`),
      slot: ledger.headSlot,
      events: [{ name: "RootUpdated", data }],
    });
  }
  ledger.finalSlot = ledger.headSlot;
  await agree(FIRST, { merkleRoot: after, leafCount: 3 });
  ledger.lie("getSignatures", (list: { signature: string }[]) =>
    list.filter(({ signature }) => signature !== signatureNamed(`to ${hidden}`)),
  );
  expect((await runOnce(context())).drift).toEqual([
    { treeAddress: FIRST, field: "replacedRoot", indexed: before, onChain: hidden },
  ]);
  ledger.beHonest();
  expect((await runOnce(context(), { full: true })).drift).toEqual([]);
});

test("compares a campaign with its account after any indexed event", async () => {
  addPause("one more", FIRST);
  await agree(FIRST, { totalClaimed: 9n });
  await agree(SECOND, { totalClaimed: 9n });
  // The other campaign is found in its turn; a run compares one of so few campaigns.
  const differing = { field: "totalClaimed", indexed: "0", onChain: "9" };
  expect((await runOnce(context())).drift).toEqual([
    { treeAddress: FIRST, ...differing },
    { treeAddress: SECOND, ...differing },
  ]);
});

test("reports no drift for an account that stays newer than the index", async () => {
  await database.db.insert(campaignChecks).values({ treeAddress: FIRST });
  await agree(FIRST, { totalClaimed: 1n });
  const during = context((step) => {
    if (step === "repair: read again") addPause(`at ${ledger.headSlot}`, FIRST);
  });
  expect(await runOnce(during)).toMatchObject({ ok: true, drift: [] });
});

test("keeps indexed transactions that a repair cannot read again", async () => {
  await agree(FIRST, { totalClaimed: 1n });
  ledger.lie("getTransactions", (honest: unknown[]) => honest.map(() => ({ unreadable: "Invalid." })));
  const { lastSlot } = await runOnce(context(), { full: true });
  expect(ledger.calls.get("getTransactions")).toBeGreaterThan(1);
  const rows = await database.db.select().from(programTransactions);
  expect(rows.filter(({ status }) => status !== "indexed")).toEqual([]);
  expect(rows.filter(({ eventCount }) => eventCount !== 1)).toEqual([]);
  ledger.beHonest();
  expect(await runOnce(context())).toMatchObject({ ok: true, failed: 0, lastSlot });
});

test("compares a campaign again that changes during the comparison", async () => {
  await database.db.insert(campaignChecks).values({ treeAddress: FIRST });
  let signature = "";
  const during = context(async (step) => {
    if (step !== "reconcile: compared" || signature !== "") return;
    signature = addCutPause("cut", FIRST);
    expect(await syncSignatures(context(), [signature])).toMatchObject([{ status: "log_cut" }]);
    await agree(FIRST, { totalClaimed: 7n });
  });
  expect(await runOnce(during)).toMatchObject({ drift: [] });
  expect(signature).not.toBe("");
  expect(await runOnce(context())).toMatchObject({ drift: [{ field: "totalClaimed", onChain: "7" }] });
  expect(await row(FIRST)).toMatchObject({ totalClaimed: 7n });
});

test("takes what a truncated log lost from the account also when a difference was known before", async () => {
  await agree(FIRST, { releasedMilestones: [3] });
  expect(await runOnce(context(), { full: true })).toMatchObject({
    drift: [{ field: "releasedMilestones" }],
  });
  addCutPause("cut", FIRST);
  await agree(FIRST, { totalClaimed: 7n, releasedMilestones: [3] });
  await runOnce(context());
  expect(await row(FIRST)).toMatchObject({ totalClaimed: 7n, releasedMilestones: [3] });
  expect(await runOnce(context(), { full: true })).toMatchObject({ drift: [{ field: "claimedSum" }] });
});

test("removes values taken from the account when a fork drops the transaction with the truncated log", async () => {
  const signature = addCutPause("cut", FIRST);
  await agree(FIRST, { totalClaimed: 7n });
  for (let run = 0; run < 2; run++) await runOnce(context());
  expect([(await row(FIRST)).totalClaimed, await listed()]).toEqual([7n, [FIRST]]);
  ledger.drop(signature);
  await agree(FIRST, { totalClaimed: 0n });
  const drift: string[][] = [];
  for (let run = 0; run < 4; run++) {
    ledger.headSlot += 100n;
    ledger.finalSlot = ledger.headSlot - 32n;
    drift.push((await runOnce(context())).drift.map(({ field }) => field));
  }
  expect(drift.at(-1)).toEqual([]);
  expect(await row(FIRST)).toMatchObject({ totalClaimed: 0n });
});

test("reads one page of a tree's history, of any length, for an account newer than the index", async () => {
  await database.db.insert(campaignChecks).values({ treeAddress: FIRST });
  ledger.pageLimit = 3;
  let requested = 0;
  const during = context(async (step) => {
    if (step !== "run: checkpoint moved") return;
    ledger.add({
      signature: signatureNamed("just now"),
      slot: ledger.headSlot + 1n,
      events: [{ name: "CampaignUnpaused", data: { tree: FIRST } }],
    });
    await agree(FIRST, { paused: false });
    requested = ledger.calls.get("getSignatures") ?? 0;
  });
  expect(await runOnce(during)).toMatchObject({ ok: true, drift: [] });
  expect(await row(FIRST)).toMatchObject({ paused: false });
  expect((ledger.calls.get("getSignatures") ?? 0) - requested).toBe(1);
});

test("removes no campaign from the list in a run that lost its lease", async () => {
  const taken = context(async (step) => {
    if (step !== "reconcile: compared") return;
    await database.db.execute("update sync_state set value = 'other 99999999999999' where key = 'run_lease'");
  });
  const outcome = await runIndexer(taken, { full: true, timeLimitMs: 30_000 });
  expect(outcome).toEqual({ ok: true, skipped: true });
  expect(await listed()).toEqual([FIRST, SECOND]);
});

test("finishes a repair that was killed at any step in the next run", LONG, async () => {
  const expected = await indexOf(database.db);
  const reached = await killAnywhere({
    prepare: async () => {
      await setUp();
      await database.db.delete(pauseEvents);
      await database.db.update(campaigns).set({ paused: false, eventCount: 0 });
      ledger.pageLimit = 5;
    },
    work: (error) => runIndexer(context(error), { full: true, timeLimitMs: 30_000 }),
    at: /^(repair|reconcile):/,
    check: async (killedAt) => {
      await expireLease(database.db);
      expect(await runOnce(context(), { full: true }), `killed at ${killedAt}`).toMatchObject({ drift: [] });
      const { events, projections } = await indexOf(database.db);
      expect(events, `killed at ${killedAt}`).toEqual(expected.events);
      expect(projections.map(({ paused, eventCount }) => ({ paused, eventCount }))).toEqual([
        { paused: true, eventCount: 12 },
        { paused: true, eventCount: 1 },
      ]);
    },
  });
  expect(reached).toEqual(
    expect.arrayContaining(["repair: listed", "repair: stored", "reconcile: repaired"]),
  );
});
