import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { createChain } from "@/lib/service/chain/chain";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { FaultyEndpoint } from "../support/faulty-endpoint";
import { checkpoint, database, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, onlyCampaign, runOnce } from "../support/index-of";

/** Slots by which the faulty endpoint lags: several hours of a cluster. */
const HOURS = 40_000;

openIndex([]);
let ledger: TestLedger;
let campaign: LedgerCampaign;
let faulty: FaultyEndpoint;
let honest: FaultyEndpoint;

beforeEach(async () => {
  ledger = await TestLedger.start();
  [faulty, honest] = await Promise.all([FaultyEndpoint.start(ledger.url), FaultyEndpoint.start(ledger.url)]);
  campaign = await LedgerCampaign.create(ledger, 6);
  await database.db.insert(campaigns).values(campaign.registration);
  await campaign.claim(0);
  await campaign.claim(1);
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
    expect(await runOnce(context(faulty))).toMatchObject({ ok: false, complete: false });
    expect(await state()).toEqual(before);
    expect(await checkpoint()).toBe(reached);
  });

  test("does not stop the index while a second endpoint is honest", LONG, async () => {
    await runOnce(context(faulty, honest));
    const before = await state();
    faulty.lagSlots(HOURS);
    ledger.controls.advanceTime(86_400);
    const reached = await checkpoint();
    expect(await runOnce(context(faulty, honest))).toMatchObject({ ok: true, complete: true });
    expect(await state()).toEqual(before);
    expect(await checkpoint()).toBeGreaterThanOrEqual(reached);
  });
});
