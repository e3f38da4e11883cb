import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { createChain } from "@/lib/service/chain/chain";
import type { RunReport } from "@/lib/service/indexer/run";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { FaultyEndpoint } from "../support/faulty-endpoint";
import { checkpoint, database, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, onlyCampaign, runOnce } from "../support/index-of";

/** Slots by which the faulty endpoint lags: several hours of a cluster. */
const HOURS = 40_000;

openIndex([]);
let ledger: TestLedger;
let campaign: LedgerCampaign;
/** A slot that has a block, hours before the claims that follow. */
let early: number;
let faulty: FaultyEndpoint;
let honest: FaultyEndpoint;

beforeEach(async () => {
  ledger = await TestLedger.start();
  [faulty, honest] = await Promise.all([FaultyEndpoint.start(ledger.url), FaultyEndpoint.start(ledger.url)]);
  campaign = await LedgerCampaign.create(ledger, 6);
  await database.db.insert(campaigns).values(campaign.registration);
  await campaign.claim(0);
  await campaign.claim(1);
  early = ledger.controls.openSlot() - 1;
  ledger.controls.skipSlots(HOURS + 5_000);
  ledger.controls.advanceSlots(1);
  for (const index of [2, 3, 4, 5]) await campaign.claim(index);
  await campaign.send([
    buildInstruction("cancel_campaign", {
      accounts: { cancelAuthority: campaign.creator.publicKey.toBase58(), vestingTree: campaign.treeAddress },
      args: {},
    }),
  ]);
});
afterEach(() => Promise.all([faulty.close(), honest.close(), ledger.close()]));

const context = (...endpoints: FaultyEndpoint[]) =>
  indexerContext(database.db, createChain({ urls: endpoints.map(({ url }) => url), deadlineMs: 5_000 }));

const getCodes = ({ problems }: RunReport) => problems.map(({ code }) => code);

const state = async () => {
  const { claimCount, cancelledAt } = await onlyCampaign(database.db);
  return { claimCount, cancelledAt, claims: (await indexOf(database.db)).events.claimed?.length };
};

describe("an endpoint whose getSlot is hours low", () => {
  test("changes nothing in the index when it is the only one", LONG, async () => {
    await runOnce(context(faulty));
    const before = await state();
    expect(before).toMatchObject({ claimCount: 6, claims: 6 });
    expect(before.cancelledAt).not.toBeNull();
    const reached = await checkpoint();
    faulty.lagSlots(HOURS);
    const report = await runOnce(context(faulty));
    expect(report).toMatchObject({ ok: false, complete: false });
    expect(getCodes(report)).toEqual(["index_behind", "endpoint_lagging"]);
    expect(report.problems[1]?.details?.[0]).toMatch(
      new RegExp(`^${faulty.host} is lagging at slot \\d+ since `),
    );
    expect(await state()).toEqual(before);
    expect(await checkpoint()).toBe(reached);
    await expect(runOnce(context(faulty), { fromSlot: 0n })).resolves.toMatchObject({ ok: false });
    expect(await state()).toEqual(before);
    faulty.beHonest();
    expect(await runOnce(context(faulty))).toMatchObject({ ok: true, complete: true, problems: [] });
    expect(await state()).toEqual(before);
  });

  test(
    "is not used for lists while a second endpoint is honest, and is used again once it has caught up",
    LONG,
    async () => {
      const both = context(faulty, honest);
      faulty.lagSlots(HOURS);
      expect(getCodes(await runOnce(both))).toEqual(["endpoint_lagging"]);
      expect(faulty.calls).not.toContain("getSignaturesForAddress");
      expect(await state()).toMatchObject({ claimCount: 6 });
      faulty.beHonest();
      expect(await runOnce(both)).toMatchObject({ ok: true, problems: [] });
      await runOnce(both);
      expect(faulty.calls).toContain("getSignaturesForAddress");
    },
  );

  test("does not stop the first scan while its lists are up to date", LONG, async () => {
    faulty.distort("getSlot", ({ id }) => ({ id, result: early }));
    for (let run = 0; run < 2; run++) {
      const report = await runOnce(context(faulty));
      expect(report).toMatchObject({ ok: false, complete: true });
      expect(getCodes(report)).toEqual(["index_behind", "endpoint_lagging"]);
      expect(await state()).toMatchObject({ claimCount: 6, claims: 6 });
    }
    faulty.beHonest();
    expect(await runOnce(context(faulty))).toMatchObject({ ok: true, complete: true, problems: [] });
  });

  test("does not stop the index while a second endpoint is honest", LONG, async () => {
    await runOnce(context(faulty, honest));
    const before = await state();
    faulty.lagSlots(HOURS);
    ledger.controls.advanceTime(86_400);
    const reached = await checkpoint();
    const report = await runOnce(context(faulty, honest));
    expect(report).toMatchObject({ ok: true, complete: true });
    expect(getCodes(report)).toEqual(["endpoint_lagging"]);
    expect(await state()).toEqual(before);
    expect(await checkpoint()).toBeGreaterThanOrEqual(reached);
  });
});
