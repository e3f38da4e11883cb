import { beforeEach, describe, expect, test } from "vitest";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { GET as getStatement } from "@/app/api/campaigns/[treeAddress]/statement/route";
import { GET as getDashboard } from "@/app/api/creator/[address]/dashboard/route";
import { GET as getSupply } from "@/app/api/mints/[mint]/supply/route";
import { campaigns } from "@/db/schema";
import { Campaign } from "@/ledger/tests/program/campaign";
import { DAY, GRACE, ok, START } from "@/ledger/tests/program/campaign-plan";
import { LONG } from "@/ledger/tests/support/long";
import { getAddress, type Outcome } from "@/ledger/tests/support/svm";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { CreatorDashboardView } from "@/lib/contract/creator-dashboard/view";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import type { StatementView } from "@/lib/contract/statement/view";
import type { SupplyView } from "@/lib/contract/supply/view";
import { call, startServices } from "@/tests/support/http";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, onlyCampaign, runOnce } from "../support/index-of";
import { addImpostor, getTerms, RecordedSvm } from "../support/recorded-svm";

/** A stream of the real program that is claimed twice and then cancelled, with events that the index may lack. */
openIndex([]);
let svm: RecordedSvm;
let campaign: Campaign;

beforeEach(async () => {
  svm = new RecordedSvm(START);
  addImpostor(svm);
  campaign = new Campaign(svm, "token");
  await campaign.plan([{}]);
  ok(campaign.createStream());
  const root = { merkleRoot: campaign.root(), leafCount: 1 };
  const terms = { totalSupply: campaign.supply(), ...getTerms(campaign) };
  const { id } = await addCampaign(database.db, { verified: true, ...terms, ...root });
  const version = { ...root, campaignId: id, createdAt: START, minCliffTime: START + DAY };
  const { id: rootVersionId } = await addRootVersion(database.db, version);
  await addLeaf(database.db, { rootVersionId, ...campaign.leaf() });
});

/** The steps of the stream's life by day. */
const STEPS: Readonly<Record<string, { day: bigint; send: () => Outcome }>> = {
  "the first claim": { day: 2n, send: () => campaign.claim() },
  "the second claim": { day: 3n, send: () => campaign.claim() },
  "the settlement": { day: 6n, send: () => campaign.cancelStream() },
};

/** Plays the life, in which the events of the named steps are lost, and indexes it. */
async function play(lost: readonly string[]): Promise<void> {
  svm.givesRecords = false;
  for (const [name, { day, send }] of Object.entries(STEPS)) {
    svm.now = START + day * DAY;
    if (lost.includes(name)) svm.behindNoise(send);
    else ok(send());
  }
  await index();
}

async function index() {
  svm.publish([campaign.treeAddress]);
  svm.ledger.otherAccounts.clear();
  const record = svm.account(campaign.recordAddress());
  if (record) svm.ledger.otherAccounts.set(campaign.recordAddress(), record);
  const context = indexerContext(database.db, svm.ledger, { now: () => svm.now });
  // The second run compares a campaign that continues from its account.
  for (let run = 0; run < 2; run++) await runOnce(context, { full: true });
  return runOnce(context, { full: true });
}

/** Reads the paid amount in each answer of the service. */
async function answers() {
  startServices({ db: database.db, now: () => svm.now });
  const { treeAddress, mint } = campaign;
  const ofTree = { params: { treeAddress } };
  const detail = await call<CampaignDetail>(getDetail, { path: "/api/campaigns/:treeAddress", ...ofTree });
  const path = "/api/campaigns/:treeAddress/statement";
  const statement = (await call<StatementView>(getStatement, { path, ...ofTree })).body;
  const supply = await call<SupplyView>(getSupply, { path: "/api/mints/:mint/supply", params: { mint } });
  const dashboard = await call<CreatorDashboardView>(getDashboard, {
    path: "/api/creator/:address/dashboard",
    params: { address: getAddress(campaign.creator) },
  });
  const progress = await call<VestingProgress>(getProgress, {
    path: "/api/beneficiary/:address/vesting-progress",
    params: { address: campaign.address() },
  });
  const { totalClaimed, settledAmount } = detail.body;
  return {
    statement,
    paid: {
      campaign: BigInt(totalClaimed) + BigInt(settledAmount),
      statement: BigInt(statement.totals.claimed),
      supply: BigInt(supply.body.claimed),
      dashboard: BigInt(dashboard.body.tokens[0]?.claimed ?? -1n),
      portfolio: BigInt(progress.body.campaigns[0]?.progress.claimedSoFar ?? -1n),
    },
  };
}

const everywhere = (paid: bigint) =>
  Object.fromEntries(
    ["campaign", "statement", "supply", "dashboard", "portfolio"].map((name) => [name, paid]),
  );

describe("a settled stream", LONG, () => {
  test.each<{ lost: string[]; unattributed: bigint }>([
    { lost: [], unattributed: 0n },
    { lost: ["the first claim"], unattributed: 10n },
    { lost: ["the second claim"], unattributed: 10n },
    { lost: ["the first claim", "the second claim"], unattributed: 20n },
  ])("counts as the recipient's balance states, without $lost", async ({ lost, unattributed }) => {
    await play(lost);
    const balance = campaign.balance(campaign.payee());
    const supply = campaign.supply();
    expect(balance).toBe(supply / 2n);
    const { paid, statement } = await answers();
    expect(paid).toEqual(everywhere(balance));
    expect(statement).toMatchObject({
      status: "settled",
      totals: {
        ...{ granted: supply.toString(), vested: balance.toString(), outstanding: "0" },
        forfeited: (supply - balance).toString(),
        unattributed: ((supply * unattributed) / 100n).toString(),
      },
    });
    expect(await onlyCampaign(database.db)).toMatchObject({
      settledAmount: (supply * 30n) / 100n,
      totalClaimed: (supply * 20n) / 100n,
      claimedShare: 5_000,
      claimsComplete: unattributed === 0n,
    });
  });

  test.each<{ lost: string[] }>([
    { lost: ["the settlement"] },
    { lost: ["the first claim", "the settlement"] },
    { lost: Object.keys(STEPS) },
  ])("counts as cancelled with the recipient's balance, without $lost", async ({ lost }) => {
    await play(lost);
    const { paid, statement } = await answers();
    expect(paid).toEqual(everywhere(campaign.balance(campaign.payee())));
    expect(statement).toMatchObject({ status: "cancelled_grace", totals: { outstanding: "0" } });
  });

  test("agrees with its account after the claims that were lost", async () => {
    await play(["the first claim"]);
    expect((await index()).drift).toMatchObject([{ field: "claimedSum" }]);
  });

  test("corrects a total that contains the settlement", async () => {
    await play(["the first claim"]);
    const { totalClaimed, settledAmount } = await onlyCampaign(database.db);
    await database.db.update(campaigns).set({ totalClaimed: totalClaimed + settledAmount });
    await index();
    expect(await onlyCampaign(database.db)).toMatchObject({ totalClaimed });
  });

  test.each([true, false])(
    "counts a claim after its settlement once, with a whole log: %s",
    async (isWhole) => {
      await play([]);
      svm.givesRecords = true;
      svm.now += GRACE;
      ok(campaign.closeRecord());
      campaign.donate(campaign.supply() / 2n);
      if (isWhole) ok(campaign.claim());
      else svm.behindNoise(() => campaign.claim());
      expect((await index()).drift).toEqual([]);
      const { paid } = await answers();
      expect(paid).toEqual(everywhere(campaign.supply()));
      expect(campaign.balance(campaign.payee())).toBe(campaign.supply());
      expect(await onlyCampaign(database.db)).toMatchObject({ claimsComplete: true });
    },
  );
});
