import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { updateRepair } from "@/db/queries/indexing/sync-state";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { loadRepair } from "@/lib/service/indexer/compare/repair";
import { loadDiscovery, saveDiscovery } from "@/lib/service/indexer/discover/discovery-state";
import { FaultyNode } from "@/tests/fault/support/faulty-node";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { signatureNamed } from "../support/fake-ledger";
import { database, openIndex } from "../support/fresh-index";
import { indexerContext, onlyCampaign, runOnce } from "../support/index-of";

openIndex([]);
let ledger: TestLedger;
let node: FaultyNode;
let campaign: LedgerCampaign;

beforeEach(async () => {
  ledger = await TestLedger.start();
  node = await FaultyNode.start(ledger.url);
  campaign = await LedgerCampaign.create(ledger, 6);
  await database.db.insert(campaigns).values(campaign.registration);
  await campaign.claim(0);
  await campaign.claim(1);
  ledger.controls.skipSlots(1_000);
  ledger.controls.advanceSlots(1);
  await runOnce(context());
  await campaign.claim(2);
});
afterEach(() => Promise.all([node.close(), ledger.close()]));

const context = () => indexerContext(database.db, createChain({ urls: [node.url], deadlineMs: 5_000 }));

const complete = { ok: true, complete: true, problems: [], drift: [] };

describe("a node that refuses unknown signatures in lists", () => {
  test("does not stop discovery when it lacks the transaction at which the list may end", LONG, async () => {
    let refusals = 0;
    node.faults.lacksCursor = (name) => name === "until" && ++refusals > 0;
    expect(await runOnce(context())).toMatchObject(complete);
    expect(refusals).toBeGreaterThan(0);
    expect(await onlyCampaign(database.db)).toMatchObject({ claimCount: 3, claimsComplete: true });
  });

  test("makes discovery begin again when it lacks the end of the saved page", LONG, async () => {
    const state = await loadDiscovery(database.db);
    const { host } = new URL(node.url);
    const head = BigInt(ledger.controls.openSlot() - 1);
    const before = signatureNamed("dropped");
    const scan = {
      version: 2 as const,
      endpoints: host,
      head,
      final: head,
      floor: 0n,
      before,
      expect: before,
    };
    await saveDiscovery(database.db, { ...state, scan });
    node.faults.lacksCursor = (_name, signature) => signature === before;
    expect(await runOnce(context())).toMatchObject({ ok: false, problems: [{ code: "scan_failing" }] });
    expect(await runOnce(context())).toMatchObject(complete);
    expect(await onlyCampaign(database.db)).toMatchObject({ claimCount: 3 });
  });

  test("makes a repair begin again when it lacks the end of the saved page", LONG, async () => {
    const { treeAddress } = campaign;
    const before = signatureNamed("dropped");
    await updateRepair(database.db, JSON.stringify({ treeAddress, scope: "all", before }));
    node.faults.lacksCursor = (_name, signature) => signature === before;
    await expect(runOnce(context(), { full: true })).resolves.toMatchObject({ ok: true });
    expect(await loadRepair(database.db)).toBeNull();
    expect(await runOnce(context())).toMatchObject(complete);
  });
});
