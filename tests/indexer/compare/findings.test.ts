import { expect, test } from "vitest";
import { indexerRunView } from "@/lib/contract/indexer-run";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { createLogger } from "@/lib/service/log";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";
import { claimed, TREE } from "../support/event-fixtures";
import { getAccount, named, signatureNamed } from "../support/fake-ledger";
import { database, ledger, openIndex } from "../support/fresh-index";
import { indexerContext, indexOf, onlyCampaign, runOnce } from "../support/index-of";

/** Effects that the deployed program allows, and its statements that are not reliable. */
openIndex([]);

const [ADA, CREATOR] = [named("ada"), named("creator")];
const LEAF = 1_000n;

async function register(): Promise<void> {
  const { id } = await addCampaign(database.db, { treeAddress: TREE, totalSupply: 5_000n });
  const { id: rootVersionId } = await addRootVersion(database.db, { campaignId: id });
  await addLeaf(database.db, { rootVersionId, beneficiary: ADA, amount: LEAF });
}

const claim = (totalClaimedOverall: bigint) =>
  claimed({ beneficiary: ADA, amount: LEAF, totalClaimedByUser: LEAF, totalClaimedOverall });

const FINDING = {
  kind: "claimed_more_than_allocated",
  treeAddress: TREE,
  beneficiary: ADA,
  leafIndex: 0,
  allocated: "1000",
  claimed: "2000",
};

test("reports a leaf that is claimed, closed and claimed again in responses and the log, not as drift", async () => {
  await register();
  const lines: string[] = [];
  const log = createLogger("info", { write: (line: string) => lines.push(line) });
  const context = indexerContext(database.db, ledger, { log });
  const reported = () => lines.filter((line) => line.includes("payments of a leaf exceed")).length;
  ledger.add({ signature: signatureNamed("first"), slot: 97n, events: [claim(LEAF)] });
  expect(await runOnce(context, { full: true })).toMatchObject({ findings: [], findingCount: 0 });
  const closed: ProgramEvent = { name: "ClaimRecordClosed", data: { tree: TREE, beneficiary: ADA } };
  ledger.add({ signature: signatureNamed("second"), slot: 98n, events: [closed, claim(2n * LEAF)] });
  await runOnce(context);
  ledger.accounts.set(TREE, getAccount(await onlyCampaign(database.db)));
  const report = await runOnce(context, { full: true });
  expect(report).toMatchObject({ ok: true, drift: [], findings: [FINDING], findingCount: 1 });
  expect(indexerRunView.safeParse({ ...report, lastSlot: report.lastSlot.toString() }).success).toBe(true);
  expect(reported()).toBe(1);
  expect(await onlyCampaign(database.db)).toMatchObject({ totalClaimed: 2n * LEAF });
});

test.each<[string, ProgramEvent]>([
  [
    "a cancelled stream",
    {
      name: "StreamCancelled",
      data: { tree: TREE, cancelledAt: 5n, amountToBeneficiary: 3n, amountToCreator: 4n },
    },
  ],
  [
    "a refund",
    { name: "InstantRefunded", data: { tree: TREE, cancelledAt: 5n, refundedTo: CREATOR, amount: 9n } },
  ],
])("ends a pause after %s, as its account states", async (_, ending) => {
  await register();
  ledger.add({
    signature: signatureNamed("pause"),
    slot: 97n,
    events: [{ name: "CampaignPaused", data: { tree: TREE } }],
  });
  ledger.add({ signature: signatureNamed("end"), slot: 98n, events: [ending] });
  await runOnce(indexerContext(database.db, ledger));
  const row = await onlyCampaign(database.db);
  expect(row).toMatchObject({ paused: false, cancelledAt: 5n });
  ledger.accounts.set(TREE, getAccount(row));
  const context = indexerContext(database.db, ledger);
  expect(await runOnce(context, { full: true })).toMatchObject({ complete: true, drift: [] });
});

test("indexes claims after the grace period like any other", async () => {
  await register();
  const cancelled: ProgramEvent = {
    name: "CampaignCancelled",
    data: { tree: TREE, cancelledAt: 1_007n, claimedAtCancel: 0n },
  };
  ledger.add({ signature: signatureNamed("cancel"), slot: 97n, events: [cancelled] });
  const late = 1_007n + 604_800n + 1n;
  ledger.add({ signature: signatureNamed("late"), slot: 98n, blockTime: late, events: [claim(LEAF)] });
  const context = indexerContext(database.db, ledger);
  await runOnce(context);
  const row = await onlyCampaign(database.db);
  expect(row).toMatchObject({ totalClaimed: LEAF, claimCount: 1 });
  ledger.accounts.set(TREE, getAccount(row));
  expect(await runOnce(context, { full: true })).toMatchObject({ drift: [], findings: [] });
});

test("changes nothing for a funding's statement about the vault", async () => {
  await register();
  const context = indexerContext(database.db, ledger);
  await runOnce(context);
  const before = await indexOf(database.db);
  for (const [at, vaultBalanceAfter] of [0n, 1n, 2n ** 64n - 1n].entries()) {
    const funded: ProgramEvent = {
      name: "CampaignFunded",
      data: { tree: TREE, amount: 7n, vaultBalanceAfter },
    };
    ledger.add({ signature: signatureNamed(`fund ${at}`), slot: BigInt(97 + at), events: [funded] });
  }
  expect(await runOnce(context)).toMatchObject({ transactions: 3, processed: 0 });
  expect(await indexOf(database.db)).toEqual(before);
});
