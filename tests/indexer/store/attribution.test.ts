import { beforeEach, expect, test } from "vitest";
import { compileProgram, hasCompiler } from "@/ledger/program/compile";
import { Campaign } from "@/ledger/tests/program/campaign";
import { DAY, ok, START } from "@/ledger/tests/program/campaign-plan";
import { encodeEvent } from "@/lib/core/solana/events";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { addCampaign } from "@/tests/support/rows";
import { claimed } from "../support/event-fixtures";
import { named } from "../support/fake-ledger";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, runOnce } from "../support/index-of";
import {
  addImpostor,
  getTerms,
  IMPOSTOR_SOURCE,
  impostorInstruction,
  RecordedSvm,
  readImpostor,
} from "../support/recorded-svm";

openIndex([]);
let svm: RecordedSvm;
let campaign: PauseableCampaign;

/** A funded campaign that returns its pause and claim as instructions, for other programs to invoke. */
class PauseableCampaign extends Campaign {
  pauseInstruction() {
    return buildInstruction("pause_campaign", { accounts: this.pauseAccounts(), args: {} });
  }
  getClaim(index: number, who: number) {
    return buildInstruction("claim", {
      accounts: this.claimAccounts(who),
      args: { leaf: this.leaf(index), proof: this.proof(index) },
    });
  }
}

beforeEach(async () => {
  svm = new RecordedSvm(START);
  addImpostor(svm);
  campaign = new PauseableCampaign(svm, "token");
  await campaign.plan([{}, { who: 1 }]);
  ok(campaign.create());
  ok(campaign.fund(campaign.supply()));
  await addCampaign(database.db, {
    merkleRoot: campaign.root(),
    leafCount: 2,
    totalSupply: campaign.supply(),
    ...getTerms(campaign),
    verified: true,
  });
});

async function indexed() {
  svm.publish([campaign.treeAddress]);
  const report = await runOnce(indexerContext(database.db, svm.ledger));
  const index = await indexOf(database.db);
  return { report, events: index.events, row: index.projections[0] };
}

const fakePause = () => encodeEvent({ name: "CampaignPaused", data: { tree: campaign.treeAddress } });
const fakeClaim = () =>
  encodeEvent(claimed({ tree: campaign.treeAddress, beneficiary: named("thief"), amount: 1n }));

test("the committed impostor equals the compilation of its source", (context) => {
  if (!hasCompiler() && !process.env.CI) context.skip("The compiler is not installed.");
  expect(compileProgram(IMPOSTOR_SOURCE).equals(readImpostor())).toBe(true);
});

test("does not index the output of another program", async () => {
  ok(svm.send([impostorInstruction([{ data: fakePause() }, { data: fakeClaim() }])]));
  const { events, row } = await indexed();
  expect(Object.values(events).flat()).toEqual([]);
  expect(row).toMatchObject({ paused: false, totalClaimed: 0n });
});

test("indexes only the events of the call when a program prints around its call of ours", async () => {
  const call = campaign.pauseInstruction();
  const steps = [{ data: fakeClaim() }, { call }, { data: fakeClaim() }, { lines: 3 }];
  ok(svm.send([impostorInstruction(steps)], [campaign.pauseAuthority]));
  const { events, row, report } = await indexed();
  expect(report).toMatchObject({ processed: 1, byType: { paused: 1 }, drift: [] });
  expect(events.claimed).toEqual([]);
  expect(row).toMatchObject({ paused: true, totalClaimed: 0n });
});

test("does not index a failed transaction's events, even when our program succeeded in it", async () => {
  const call = campaign.pauseInstruction();
  // The second pause fails, and reverts the first.
  const outcome = svm.send([call, call], [campaign.pauseAuthority]);
  expect(outcome.error).toBe("AlreadyPaused");
  const { events, row } = await indexed();
  expect(events.paused).toEqual([]);
  expect(row?.paused).toBe(false);
});

test("stores two claims of one transaction as two events", async () => {
  svm.now = START + 2n * DAY;
  const both = [campaign.getClaim(0, 0), campaign.getClaim(1, 1)];
  ok(svm.send(both, [campaign.person(0), campaign.person(1)]));
  const { events, row } = await indexed();
  expect(events.claimed).toEqual([
    expect.objectContaining({ eventIndex: 0, leafIndex: 0, beneficiary: campaign.address(0) }),
    expect.objectContaining({ eventIndex: 1, leafIndex: 1, beneficiary: campaign.address(1) }),
  ]);
  expect(row?.totalClaimed).toBe(campaign.state()?.totalClaimed);
});

test("takes totals that a truncated log lost from the account when no event can be rebuilt, and reports it", async () => {
  svm.givesRecords = false;
  svm.now = START + 2n * DAY;
  ok(campaign.claim(0));
  const first = campaign.state()?.totalClaimed ?? 0n;
  const call = campaign.getClaim(1, 1);
  ok(
    svm.send([impostorInstruction([{ lines: 100 }, { call }, { data: fakePause() }])], [campaign.person(1)]),
  );
  expect(svm.ledger.transactions.at(-1)?.logs).toContain("Log truncated");
  const { report, events, row } = await indexed();
  const total = campaign.state()?.totalClaimed ?? 0n;
  expect(total).toBeGreaterThan(first);
  expect(events.claimed).toHaveLength(1);
  expect(row).toMatchObject({ totalClaimed: total, paused: false });
  expect(report.drift).toEqual([
    {
      treeAddress: campaign.treeAddress,
      field: "totalClaimed",
      indexed: first.toString(),
      onChain: total.toString(),
    },
  ]);
  // Later events continue from there; the lost claim's amount stays missing from the sum of claims, and is
  // reported.
  svm.now += DAY;
  ok(campaign.claim(0));
  ok(campaign.pause());
  const later = await indexed();
  expect(later.report).toMatchObject({ ok: true, drift: [{ field: "claimedSum" }] });
  expect(later.row).toMatchObject({ totalClaimed: campaign.state()?.totalClaimed, paused: true });
});

test("indexes events before the cut of a log", async () => {
  const call = campaign.pauseInstruction();
  ok(
    svm.send(
      [impostorInstruction([{ call }, { lines: 120 }, { data: fakeClaim() }])],
      [campaign.pauseAuthority],
    ),
  );
  const { events, row, report } = await indexed();
  expect(events.paused).toHaveLength(1);
  expect(row).toMatchObject({ paused: true });
  expect(report.drift).toEqual([]);
});
