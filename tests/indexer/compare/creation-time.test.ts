import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { Campaign } from "@/ledger/tests/program/campaign";
import { DAY, ok, START } from "@/ledger/tests/program/campaign-plan";
import { addCampaign, addRootVersion } from "@/tests/support/rows";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, onlyCampaign, runOnce } from "../support/index-of";
import { getTerms, RecordedSvm } from "../support/recorded-svm";

openIndex([]);
let svm: RecordedSvm;
let campaign: Campaign;

beforeEach(async () => {
  svm = new RecordedSvm(START);
  await plan("token");
});

async function plan(kind: "token" | "native"): Promise<void> {
  campaign = new Campaign(svm, kind);
  await campaign.plan([{}, { who: 1 }]);
  ok(campaign.create());
  ok(campaign.fund(campaign.supply()));
  svm.now = START + 2n * DAY;
  ok(campaign.claim(0));
}

async function register(over: Partial<typeof campaigns.$inferInsert>): Promise<void> {
  const root = { merkleRoot: campaign.root(), leafCount: campaign.leaves.length };
  const terms = { totalSupply: campaign.supply(), ...getTerms(campaign), verified: true, createdAt: START };
  const { id } = await addCampaign(database.db, { ...terms, ...root, ...over });
  await addRootVersion(database.db, { ...root, campaignId: id, createdAt: START, minCliffTime: START + DAY });
}

async function run() {
  svm.publish([campaign.treeAddress]);
  const { drift } = await runOnce(indexerContext(database.db, svm.ledger), { full: true });
  const { createdAt, accountCreatedAt, claimCount } = await onlyCampaign(database.db);
  return { drift, createdAt, accountCreatedAt, claimCount };
}

const differs = (indexed: bigint, onChain: bigint) => [
  {
    ...{ treeAddress: campaign.treeAddress, field: "createdAt" },
    ...{ indexed: String(indexed), onChain: String(onChain) },
  },
];

describe("the creation time of a verified campaign", () => {
  test("is the account's when the registrant stated another one", async () => {
    await register({ createdAt: 5n, accountCreatedAt: START });
    const repaired = { drift: [], createdAt: START, accountCreatedAt: START };
    expect(await run()).toMatchObject(repaired);
    expect(await run()).toMatchObject(repaired);
  });

  test("is the account's when only the registrant states one", async () => {
    await register({ createdAt: 5n, accountCreatedAt: null });
    expect(await run()).toMatchObject({ drift: [], createdAt: START });
  });

  test.each([
    ["too late", START + DAY],
    ["too early", START - DAY],
  ])(
    "is repaired, with the attribution of events, when one that is %s was confirmed",
    async (_when, accountCreatedAt) => {
      await register({ createdAt: accountCreatedAt, accountCreatedAt });
      expect(await run()).toMatchObject({
        drift: [],
        createdAt: START,
        accountCreatedAt: START,
        claimCount: 1,
      });
    },
  );

  test("is drift while the account and the indexed creation contradict each other", async () => {
    await register({ accountCreatedAt: START });
    await run();
    const lied = START - 7n;
    svm.publish([campaign.treeAddress]);
    const account = svm.ledger.accounts.get(campaign.treeAddress);
    if (account) account.createdAt = lied;
    const context = indexerContext(database.db, svm.ledger);
    const report = await runOnce(context);
    expect(report.drift).toEqual(differs(START, lied));
    expect(report.problems).toMatchObject([{ code: "drift", count: 1 }]);
    expect(await onlyCampaign(database.db)).toMatchObject({ createdAt: START, hasDrift: true });
    expect(await run()).toMatchObject({ drift: [], createdAt: START });
  });

  test("is drift, and not another generation's, when a native account is older than confirmed", async () => {
    svm = new RecordedSvm(START);
    await plan("native");
    await register({ createdAt: START + DAY, accountCreatedAt: START + DAY });
    expect((await run()).drift).toEqual(expect.arrayContaining(differs(START + DAY, START)));
  });

  test("stays as stated when the campaign is unconfirmed", async () => {
    await register({ createdAt: 5n, accountCreatedAt: null, verified: false });
    expect(await run()).toMatchObject({ drift: [], createdAt: 5n });
    await database.db.update(campaigns).set({ verified: true }).where(eq(campaigns.verified, false));
    expect(await run()).toMatchObject({ createdAt: START });
  });
});
