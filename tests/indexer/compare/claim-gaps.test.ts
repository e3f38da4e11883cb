import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectLeaves } from "@/db/queries/campaigns/leaves";
import { selectDriftSummary, selectDrifts } from "@/db/queries/indexing/drifts";
import { campaigns, claimRecordAmounts } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { type Chain, createChain } from "@/lib/service/chain/chain";
import type { ChainReader } from "@/lib/service/indexer/context";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { addLeaf, addRootVersion } from "@/tests/support/rows";
import { signatureNamed } from "../support/fake-ledger";
import { FaultyEndpoint } from "../support/faulty-endpoint";
import { database, openIndex } from "../support/fresh-index";
import { forgetIndex, indexerContext, onlyCampaign, runOnce } from "../support/index-of";

/** The indexer runs on the real program, with nodes that omit signatures from their lists. */
openIndex([]);
let ledger: TestLedger;
let campaign: LedgerCampaign;
/** Signatures that the preferred node omits from its lists, and those that every node omits. */
let hiddenByOne: Set<string>;
let hiddenByAll: Set<string>;
let now = 1_000_000n;
afterEach(() => ledger.close());

async function start(people: number): Promise<void> {
  hiddenByOne = new Set();
  hiddenByAll = new Set();
  ledger = await TestLedger.start();
  campaign = await LedgerCampaign.create(ledger, people);
  await register();
}

async function register(): Promise<void> {
  const { id } = await onlyRow();
  const { merkleRoot, leafCount, createdAt } = campaign.registration;
  const root = { campaignId: id, merkleRoot, leafCount, createdAt, minCliffTime: 0n };
  const { id: rootVersionId } = await addRootVersion(database.db, root);
  for (const leaf of campaign.leaves) await addLeaf(database.db, { rootVersionId, ...leaf });
}

async function onlyRow(): Promise<{ id: number }> {
  const [row] = await database.db.insert(campaigns).values(campaign.registration).returning();
  if (!row) throw new Error("The campaign was not inserted.");
  return row;
}

function leavingOut(chain: Chain): ChainReader {
  const without = <Entry extends { signature: string }>(list: Entry[], hidden: Set<string>) =>
    list.filter(({ signature }) => !hidden.has(signature) && !hiddenByAll.has(signature));
  return new Proxy(chain, {
    get(target, name) {
      if (name === "getSignatures") {
        return async (...args: Parameters<Chain["getSignatures"]>) =>
          without(await target.getSignatures(...args), hiddenByOne);
      }
      if (name === "getSignaturesOfAll") {
        return async (...args: Parameters<Chain["getSignaturesOfAll"]>) => {
          const page = await target.getSignaturesOfAll(...args);
          return { ...page, entries: without(page.entries, new Set()) };
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const context = () =>
  indexerContext(database.db, leavingOut(createChain({ urls: [ledger.url] })), { now: () => now });

async function claim(index: number): Promise<string> {
  ledger.controls.advanceTime(1_000);
  return campaign.claim(index);
}

/** Advances the time to the known drift's next repair. */
const wait = () => {
  now += 3_600n;
};

const CLAIMED_SUM = expect.objectContaining({ field: "claimedSum" });

async function getProgress(index: number) {
  const address = campaign.leaves[index]?.beneficiary ?? "";
  const { campaigns: found } = await selectBeneficiaryCampaigns(database.db, { address, page: 1, limit: 1 });
  return found[0];
}

async function expectComplete(): Promise<void> {
  const row = await onlyCampaign(database.db);
  const { trees } = await context().chain.getVestingTrees([campaign.treeAddress]);
  expect(row).toMatchObject({ claimsComplete: true, hasDrift: false, claimedSum: trees[0]?.totalClaimed });
  expect(await selectDriftSummary(database.db)).toEqual({ campaigns: 0, differences: 0, since: null });
  expect(await database.db.select().from(claimRecordAmounts)).toEqual([]);
}

describe("a claim that every node omits from its lists", LONG, () => {
  test("is drift from the first run after a later claim, and is repaired once a node lists it", async () => {
    await start(4);
    hiddenByAll.add(await claim(0));
    for (const index of [1, 2, 3]) await claim(index);
    const report = await runOnce(context());
    expect(report.drift).toEqual([CLAIMED_SUM]);
    expect(report.drift[0]?.treeAddress).toBe(campaign.treeAddress);
    // The drift is stored, and every later run reports it.
    expect(await selectDriftSummary(database.db)).toEqual({ campaigns: 1, differences: 1, since: now });
    expect((await runOnce(context())).drift).toEqual([CLAIMED_SUM]);
    expect(await onlyCampaign(database.db)).toMatchObject({ hasDrift: true, claimCount: 3 });
    hiddenByAll.clear();
    wait();
    expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, drift: [] });
    await expectComplete();
    expect(await onlyCampaign(database.db)).toMatchObject({ claimCount: 4, uniqueClaimers: 4 });
  });

  test("is drift also when it is the newest", async () => {
    await start(2);
    await claim(1);
    await runOnce(context());
    hiddenByAll.add(await claim(0));
    expect((await runOnce(context())).drift).toEqual([expect.objectContaining({ field: "totalClaimed" })]);
    hiddenByAll.clear();
    wait();
    expect((await runOnce(context())).drift).toEqual([]);
    await expectComplete();
  });

  test("does not show its amount as claimable", async () => {
    await start(3);
    hiddenByAll.add(await claim(1));
    for (const index of [0, 2]) await claim(index);
    const { trees } = await context().chain.getVestingTrees([campaign.treeAddress]);
    await runOnce(context());
    const { claimedSum, id } = await onlyCampaign(database.db);
    const missing = (trees[0]?.totalClaimed ?? 0n) - claimedSum;
    expect(missing).toBeGreaterThan(0n);
    expect(await getProgress(1)).toMatchObject({
      claimedInCampaign: missing,
      leaves: [{ claimed: missing }],
    });
    const page = await selectLeaves(database.db, { campaignRowId: id, page: 1, limit: 10 });
    expect(page?.leaves[1]?.claimed).toBe(missing);
    expect(await getProgress(0)).toMatchObject({
      leaves: [{ claimed: (await getProgress(0))?.claimedInCampaign }],
    });
  });

  test("is repaired again after growing pauses", LONG, async () => {
    await start(2);
    hiddenByAll.add(await claim(0));
    await claim(1);
    await runOnce(context());
    const startedAt = now;
    const repairedAt: bigint[] = [];
    const [detected] = await selectDrifts(database.db, { limit: 1 });
    for (let attempts = 1, minute = 0; minute < 9; minute++) {
      now += 60n;
      await runOnce(context());
      const [drift] = await selectDrifts(database.db, { limit: 1 });
      if (drift?.attempts !== attempts) repairedAt.push(now - startedAt);
      attempts = drift?.attempts ?? 0;
      expect(drift?.detectedAt).toBe(detected?.detectedAt);
    }
    expect(repairedAt).toEqual([60n, 120n, 240n, 480n]);
  });

  test("is found when it is one of a claimer's own", async () => {
    await start(2);
    await claim(0);
    hiddenByAll.add(await claim(0));
    await claim(0);
    await claim(1);
    expect((await runOnce(context())).drift).toEqual([CLAIMED_SUM]);
    const sum = (await getProgress(0))?.leaves[0]?.claimed;
    hiddenByAll.clear();
    wait();
    await runOnce(context());
    expect((await getProgress(0))?.leaves[0]?.claimed).toBe(sum);
    await expectComplete();
  });
});

test("reads a claim that one node omits from another node in the same run", async () => {
  await start(2);
  hiddenByOne.add(await claim(0));
  await claim(1);
  expect((await runOnce(context())).drift).toEqual([]);
  await expectComplete();
});

test(
  "reads a claim among thousands of transactions that only one endpoint lists completely",
  LONG,
  async () => {
    await start(3);
    const older = await claim(0);
    ledger.controls.skipSlots(10);
    const missing = await claim(1);
    ledger.controls.skipSlots(10);
    const newer = await claim(2);
    const slots = await context().chain.getStatuses([older, missing, newer], { searchHistory: true });
    const [bottom = 0, middle = 0, top = 0] = slots.map((status) => Number(status?.slot));
    // Failed transactions between the claims, newest first.
    const noise = Array.from({ length: 2_500 }, (_, at) => ({
      signature: signatureNamed(`noise ${at}`),
      slot: at < 1_250 ? top - 1 : middle - 1,
      err: { InstructionError: [0, "Custom"] },
    }));
    const lost = new Set(noise.slice(100, 1_000).map(({ signature }) => signature)).add(missing).add(older);
    const claims = [
      { signature: newer, slot: top, err: null },
      { signature: missing, slot: middle, err: null },
      { signature: older, slot: bottom, err: null },
    ];
    const history = [...noise, ...claims].sort((a, b) => b.slot - a.slot);
    const endpoints = await Promise.all([FaultyEndpoint.start(ledger.url), FaultyEndpoint.start(ledger.url)]);
    for (const [at, endpoint] of endpoints.entries()) {
      const known = history.filter(({ signature }) => at === 1 || !lost.has(signature));
      endpoint.distort("getSignaturesForAddress", (answer, params) => {
        const [address, { before, until }] = params as [string, { before?: string; until?: string }];
        if (address !== campaign.treeAddress) {
          const result = (answer.result as { signature: string }[]).filter(
            (item) => item.signature !== missing,
          );
          return { ...answer, result };
        }
        const getPosition = (cursor?: string) => known.findIndex(({ signature }) => signature === cursor);
        if ([before, until].some((cursor) => cursor !== undefined && getPosition(cursor) < 0)) {
          return { id: answer.id, error: { code: -32020, message: "Transaction not found" } };
        }
        const [from, to] = [getPosition(before) + 1, until === undefined ? known.length : getPosition(until)];
        return { id: answer.id, result: known.slice(from, Math.min(to, from + 1_000)) };
      });
    }
    const chain = createChain({ urls: endpoints.map(({ url }) => url) });
    const report = await runOnce(indexerContext(database.db, chain, { now: () => now }));
    expect(report.drift).toEqual([]);
    await expectComplete();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  },
);

test("recomputes a wrong sum of claims", async () => {
  await start(2);
  await claim(0);
  await runOnce(context());
  await database.db
    .update(campaigns)
    .set({ claimedSum: 1n })
    .where(eq(campaigns.treeAddress, campaign.treeAddress));
  expect((await runOnce(context())).drift).toEqual([]);
  await expectComplete();
});

test("keeps a drift over a restart", async () => {
  await start(2);
  hiddenByAll.add(await claim(0));
  await claim(1);
  await runOnce(context());
  const [stored] = await selectDrifts(database.db, { limit: 10 });
  expect(stored).toMatchObject({ treeAddress: campaign.treeAddress, field: "claimedSum", attempts: 1 });
  // A new process has only the database.
  now += 1n;
  expect((await runOnce(context())).drift).toEqual([CLAIMED_SUM]);
});

test("either sums claims correctly or reports the campaign, with any signatures omitted", LONG, async () => {
  await start(3);
  const steps = fc.array(fc.record({ who: fc.nat(2), isHidden: fc.boolean(), runs: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  });
  const property = fc.asyncProperty(steps, async (acts) => {
    hiddenByAll.clear();
    wait();
    await runOnce(context(), { full: true });
    await expectComplete();
    for (const { who, isHidden, runs } of acts) {
      const signature = await claim(who);
      if (isHidden) hiddenByAll.add(signature);
      if (!runs) continue;
      now += 15n;
      await expectTruth((await runOnce(context())).drift);
    }
    await expectTruth((await runOnce(context())).drift);
    hiddenByAll.clear();
    wait();
    await runOnce(context());
    wait();
    expect((await runOnce(context())).drift).toEqual([]);
    await expectComplete();
  });
  await fc.assert(property, { numRuns: 3, endOnFailure: true });
  await forgetIndex(database.db);
});

/**
 * Asserts that every value is right or the campaign is named, and that no recipient's claims exceed the
 * network's.
 */
async function expectTruth(drift: readonly { treeAddress: string }[]): Promise<void> {
  const { trees } = await context().chain.getVestingTrees([campaign.treeAddress]);
  const row = await onlyCampaign(database.db);
  const isRight = row.claimedSum === trees[0]?.totalClaimed;
  expect(isRight || drift.some(({ treeAddress }) => treeAddress === campaign.treeAddress)).toBe(true);
  expect(row.hasDrift).toBe(drift.length > 0);
  const all = await Promise.all(campaign.leaves.map((_, index) => getProgress(index)));
  const claimed = all.reduce((sum, item) => sum + (item?.leaves[0]?.claimed ?? 0n), 0n);
  expect(claimed).toBe(trees[0]?.totalClaimed);
}
