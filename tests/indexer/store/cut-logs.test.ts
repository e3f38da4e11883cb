import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { selectClaims } from "@/db/queries/events/claims";
import { selectTimeline } from "@/db/queries/events/event-feed";
import { selectTransactions, selectTruncatedSummary } from "@/db/queries/indexing/program-transactions";
import { campaigns } from "@/db/schema";
import { Campaign } from "@/ledger/tests/program/campaign";
import { DAY, ok, START } from "@/ledger/tests/program/campaign-plan";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { addCampaign } from "@/tests/support/rows";
import { programLog } from "../support/fake-ledger";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, runOnce } from "../support/index-of";
import { addImpostor, getTerms, RecordedSvm } from "../support/recorded-svm";

openIndex([]);
let svm: RecordedSvm;
let campaign: Campaign;
let campaignRowId: number;

const context = (nowSeconds = START) => indexerContext(database.db, svm.ledger, { now: () => nowSeconds });

beforeEach(async () => {
  svm = new RecordedSvm(START);
  addImpostor(svm);
  campaign = await new Campaign(svm, "token").run();
  const { id } = await addCampaign(database.db, {
    ...getTerms(campaign),
    merkleRoot: campaign.root(),
    leafCount: 2,
    totalSupply: campaign.supply(),
    verified: true,
  });
  campaignRowId = id;
});

/** Sends a claim whose log the node truncates before its event. Returns its signature. */
const claimBehindNoise = (index: number): string => svm.behindNoise(() => campaign.claim(index));

async function index(options = {}) {
  svm.publish([campaign.treeAddress]);
  const report = await runOnce(context(), options);
  const [row] = await database.db.select().from(campaigns).where(eq(campaigns.id, campaignRowId));
  const { claims } = await selectClaims(database.db, { campaignRowId, limit: 10 });
  return { report, row, claims };
}

describe("a claim behind a noisy instruction", () => {
  test("is rebuilt with its totals, and the index agrees with the account", async () => {
    svm.now = START + 2n * DAY;
    ok(campaign.claim(1));
    svm.now += DAY;
    const signature = claimBehindNoise(1);
    const { report, row, claims } = await index();
    const total = campaign.state()?.totalClaimed ?? 0n;
    expect(report).toMatchObject({ ok: true, drift: [], byType: { claimed: 2 } });
    expect(row).toMatchObject({ totalClaimed: total, claimCount: 2, uniqueClaimers: 1 });
    expect(claims.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(total);
    expect(claims[0]).toMatchObject({
      signature,
      reconstructed: true,
      totalClaimedByUser: campaign.record(1)?.claimedAmount.toString(),
      totalClaimedOverall: total.toString(),
    });
    expect(claims[1]).toMatchObject({ reconstructed: false });
    const { events } = await selectTimeline(database.db, { campaignRowId, limit: 10 });
    expect(events.map(({ reconstructed }) => reconstructed)).toEqual([true, false]);
    expect(await selectTruncatedSummary(database.db)).toEqual({ reconstructed: 1, lost: 0 });
  });

  test("is returned as reconstructed by a sync, whatever came before", async () => {
    svm.now = START + 2n * DAY;
    ok(campaign.claim(1));
    svm.now += DAY;
    const signature = claimBehindNoise(1);
    const expected = { signature, events: 1, reconstructed: true };
    expect(await syncSignatures(context(), [signature])).toEqual([{ ...expected, status: "indexed" }]);
    expect(await syncSignatures(context(), [signature])).toEqual([
      { ...expected, status: "already_indexed" },
    ]);
    // Its totals follow from the earlier claim, which only the run reads.
    const { claims } = await index();
    expect(claims[0]?.totalClaimedByUser).toBe(campaign.record(1)?.claimedAmount.toString());
  });

  test("becomes the event of the log once a node returns the whole log, and is never counted twice", async () => {
    svm.now = START + 2n * DAY;
    const signature = claimBehindNoise(0);
    await index();
    const before = await indexOf(database.db);
    svm.ledger.wholeLogs.set(signature, programLog([getClaim(0)]));
    svm.publish([campaign.treeAddress]);
    expect(await runOnce(context(START + 59n))).toMatchObject({ ok: true });
    expect((await selectTransactions(database.db, [signature]))[0]).toMatchObject({ isLogTruncated: true });
    await runOnce(context(START + 60n));
    expect((await selectTransactions(database.db, [signature]))[0]).toMatchObject({
      isLogTruncated: false,
      rereadAt: null,
      lostAccounts: null,
    });
    const after = await indexOf(database.db);
    expect(after.events.claimed).toEqual(
      before.events.claimed?.map((row) => {
        const { derivedFields, ...rest } = row as { derivedFields?: string[] };
        expect(derivedFields).toBeDefined();
        return rest;
      }),
    );
    expect(after.projections).toEqual(before.projections);
    // A node that truncates the log afterwards removes nothing.
    expect(await syncSignatures(context(), [signature])).toMatchObject([
      { status: "already_indexed", events: 1 },
    ]);
    await runOnce(context(), { fromSlot: 0n });
    expect((await indexOf(database.db)).events).toEqual(after.events);
  });
});

describe("a claim that cannot be rebuilt", () => {
  test("is reported by a sync and by the summary until a node returns the whole log", async () => {
    svm.givesRecords = false;
    svm.now = START + 2n * DAY;
    const signature = claimBehindNoise(0);
    expect(await syncSignatures(context(), [signature])).toEqual([
      { signature, status: "log_cut", events: 0 },
    ]);
    const { report, row, claims } = await index();
    expect(report.drift).toMatchObject([{ field: "totalClaimed" }]);
    expect(row?.totalClaimed).toBe(campaign.state()?.totalClaimed);
    expect(claims).toEqual([]);
    expect(await selectTruncatedSummary(database.db)).toEqual({ reconstructed: 0, lost: 1 });
    expect(await syncSignatures(context(), [signature])).toMatchObject([{ status: "log_cut" }]);
    svm.ledger.wholeLogs.set(signature, programLog([getClaim(0)]));
    await runOnce(context(START + 60n));
    expect(await selectTruncatedSummary(database.db)).toEqual({ reconstructed: 0, lost: 0 });
    expect((await index({ full: true })).claims).toMatchObject([{ signature, reconstructed: false }]);
  });

  test("still counts for the claimer once a later claim states the total", async () => {
    svm.givesRecords = false;
    svm.now = START + 2n * DAY;
    claimBehindNoise(0);
    svm.now += DAY;
    ok(campaign.claim(0));
    await index();
    const claimed = await selectClaimedBy(database.db, { address: campaign.address(0), campaignRowId });
    expect(claimed.map((row) => row.claimed)).toEqual([campaign.record(0)?.claimedAmount]);
  });

  test("is fetched at growing intervals, and a bounded number of times", async () => {
    svm.givesRecords = false;
    svm.now = START + 2n * DAY;
    const signature = claimBehindNoise(0);
    const requested: bigint[] = [];
    let now = START;
    for (let run = 0; run < 12; run++) {
      const before = svm.ledger.calls.get("getWholeTransaction") ?? 0;
      await runOnce(context(now));
      if ((svm.ledger.calls.get("getWholeTransaction") ?? 0) > before) requested.push(now - START);
      const [row] = await selectTransactions(database.db, [signature]);
      now = row?.rereadAt ?? now + 30n * DAY;
    }
    expect(requested).toEqual([0n, 60n, 660n, 4_260n, 25_860n, 112_260n, 371_460n, 976_260n]);
  });
});

/** Returns the event of the last claim of a leaf by its owner, who claimed once. */
function getClaim(index: number): ProgramEvent {
  const { leafIndex, beneficiary } = campaign.leaf(index);
  const amount = campaign.state()?.totalClaimed ?? 0n;
  const totals = { totalClaimedByUser: amount, totalClaimedOverall: amount };
  const { treeAddress: tree } = campaign;
  return { name: "Claimed", data: { tree, beneficiary, leafIndex, amount, ...totals, milestoneIdx: null } };
}
