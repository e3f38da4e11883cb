import { beforeEach, expect, test } from "vitest";
import { reattributeTrees } from "@/db/queries/events/attribution";
import { campaigns, claimEvents } from "@/db/schema";
import { Campaign } from "@/ledger/tests/program/campaign";
import { DAY, ok, START } from "@/ledger/tests/program/campaign-plan";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { addCampaign, addRootVersion } from "@/tests/support/rows";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, runOnce } from "../support/index-of";
import { addImpostor, getTerms, impostorInstruction, RecordedSvm } from "../support/recorded-svm";

openIndex([]);
let svm: RecordedSvm;
let campaign: Campaign;
beforeEach(async () => {
  svm = new RecordedSvm(START);
  campaign = new Campaign(svm, "token");
  await campaign.plan([{}, { who: 1 }]);
  ok(campaign.create());
  ok(campaign.fund(campaign.supply()));
  svm.now = START + 2n * DAY;
  ok(campaign.claim(0));
  ok(campaign.claim(1));
});

const context = () => indexerContext(database.db, svm.ledger);
const row = async () => (await indexOf(database.db)).projections[0];

async function register(over: Partial<typeof campaigns.$inferInsert> = {}): Promise<number> {
  const root = { merkleRoot: campaign.root(), leafCount: campaign.leaves.length };
  const terms = { totalSupply: campaign.supply(), ...getTerms(campaign) };
  const values = { verified: true, ...terms, ...root, ...over };
  const { id } = await addCampaign(database.db, values);
  await addRootVersion(database.db, { ...root, campaignId: id, createdAt: START, minCliffTime: START + DAY });
  return id;
}

function run(options: Parameters<typeof runOnce>[1] = {}) {
  svm.publish([campaign.treeAddress]);
  return runOnce(context(), options);
}

test("finds a transaction by its tree that vanished from the index", async () => {
  await register();
  await run();
  await database.db.delete(claimEvents);
  await database.db
    .update(campaigns)
    .set({ totalClaimed: 0n, eventCount: 0, claimCount: 0, uniqueClaimers: 0 });
  expect(await run()).toMatchObject({ ok: true, complete: true, drift: [] });
  expect(await row()).toMatchObject({
    totalClaimed: campaign.state()?.totalClaimed,
    claimCount: 2,
    uniqueClaimers: 2,
  });
});

test("finds a transaction by its tree that the list of signatures lacked", async () => {
  await register();
  await run();
  svm.now += DAY;
  ok(campaign.claim(0));
  const hidden = svm.ledger.transactions.at(-1);
  if (!hidden) throw new Error("The claim was not recorded.");
  // A node whose list of the program lacks the transaction, though its list of the tree has it.
  const { programId } = context();
  hidden.accounts = hidden.accounts.filter((account) => account !== programId);
  expect(await run({ full: true })).toMatchObject({ ok: true, drift: [] });
  expect((await row())?.totalClaimed).toBe(campaign.state()?.totalClaimed);
});

test("reports a difference without an explaining event in every run until it is gone", async () => {
  await register();
  svm.publish([campaign.treeAddress]);
  const account = svm.ledger.accounts.get(campaign.treeAddress);
  if (!account) throw new Error("The tree has no account.");
  const honest = { ...account };
  Object.assign(account, { paused: true, releasedMilestones: [4] });
  const drift = [
    { treeAddress: campaign.treeAddress, field: "paused", indexed: "false", onChain: "true" },
    { treeAddress: campaign.treeAddress, field: "releasedMilestones", indexed: "", onChain: "4" },
  ];
  expect(await runOnce(context(), { full: true })).toMatchObject({ ok: true, complete: true, drift });
  svm.ledger.calls.clear();
  expect(await runOnce(context())).toMatchObject({ drift });
  // Known drift is compared, not repaired repeatedly.
  expect(svm.ledger.calls.get("getTransactions")).toBeUndefined();
  Object.assign(account, honest);
  expect(await runOnce(context())).toMatchObject({ drift: [] });
  expect((await row())?.paused).toBe(false);
});

test("does not treat an account newer than the index as drift", async () => {
  await register();
  await run();
  svm.now += DAY;
  let interrupted = false;
  const during = indexerContext(database.db, svm.ledger, {
    onStep: (step) => {
      if (step !== "run: checkpoint moved" || interrupted) return;
      interrupted = true;
      ok(campaign.claim(0));
      svm.publish([campaign.treeAddress]);
    },
  });
  expect(await runOnce(during, { full: true })).toMatchObject({ ok: true, drift: [] });
  expect(interrupted).toBe(true);
  expect((await row())?.totalClaimed).toBe(campaign.state()?.totalClaimed);
});

test("treats a campaign that the network lacks as drift only if it was confirmed", async () => {
  const missing = { treeAddress: "tree", creator: "somebody else" };
  await register({ ...missing, verified: false });
  expect(await runOnce(context(), { full: true })).toMatchObject({ drift: [] });
  await database.db.delete(campaigns);
  await register({ ...missing, verified: true });
  expect(await runOnce(context(), { full: true })).toMatchObject({
    drift: [{ treeAddress: "tree", field: "account", indexed: "present", onChain: "missing" }],
  });
});

test.each([
  [1n, 1],
  [0n, 0],
])(
  "reports drift of a confirmed campaign with %s left to pay that the network lacks %s times",
  async (left, drift) => {
    const totalClaimed = campaign.supply() - left;
    await register({ treeAddress: "tree", verified: true, totalClaimed, claimedSum: totalClaimed });
    expect((await runOnce(context(), { full: true })).drift).toHaveLength(drift);
  },
);

test("uses the account's cliff and the registered root's milestones after a rotation", async () => {
  await register({ minCliffTime: START + DAY });
  const first = campaign.root();
  await campaign.plan([{ cliffTime: START + 5n * DAY }, { who: 1, cliffTime: START + 4n * DAY }]);
  ok(campaign.updateRoot());
  const { signature = "" } = svm.ledger.transactions.at(-1) ?? {};
  svm.publish([campaign.treeAddress]);
  await syncSignatures(context(), [signature]);
  expect(await row()).toMatchObject({
    merkleRoot: campaign.root(),
    minCliffTime: START + 4n * DAY,
    usedMilestones: [],
  });
  expect(await run()).toMatchObject({ ok: true, drift: [] });
  await campaign.plan([{}, { who: 1 }]);
  ok(campaign.updateRoot());
  await run();
  expect(await row()).toMatchObject({ merkleRoot: first, minCliffTime: START + DAY });
});

test("repairs a truncated log of a tree that registers later from the account", async () => {
  addImpostor(svm);
  svm.givesRecords = false;
  svm.now += DAY;
  const [call] = captured(() => campaign.claim(0));
  if (!call) throw new Error("There is no claim to call.");
  ok(svm.send([impostorInstruction([{ lines: 100 }, { call }])], [campaign.person(0)]));
  await run();
  await register();
  const { treeAddress } = campaign;
  await database.db.transaction((tx) => reattributeTrees(tx, [treeAddress]));
  const report = await run();
  expect(report.drift).toEqual([expect.objectContaining({ field: "totalClaimed" })]);
  expect((await row())?.totalClaimed).toBe(campaign.state()?.totalClaimed);
  // The claim's amount stays missing from the sum of claims.
  expect(await run({ full: true })).toMatchObject({ ok: true, drift: [{ field: "claimedSum" }] });
});

/** Returns the instructions that a step would send, without sending them. */
function captured(step: () => void) {
  const instructions: Parameters<RecordedSvm["send"]>[0] = [];
  const send = svm.send;
  svm.send = (item) => {
    instructions.push(...item);
    return { error: null, logs: [], events: [], returnData: new Uint8Array(), units: 0n };
  };
  step();
  svm.send = send;
  return instructions;
}
