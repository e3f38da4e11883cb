import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import type { LedgerReader } from "@/lib/service/indexer/context";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addCampaign } from "../support/rows";
import { FakeLedger, named, signatureNamed } from "./support/fake-ledger";
import { forgetIndex, indexerContext, indexOf, runOnce } from "./support/index-of";

const TREE = named("tree");
const pause = { name: "CampaignPaused", data: { tree: TREE } } as const;
const claim = {
  name: "Claimed",
  data: {
    tree: TREE,
    beneficiary: named("beneficiary"),
    leafIndex: 0,
    amount: 5n,
    totalClaimedByUser: 5n,
    totalClaimedOverall: 5n,
    milestoneIdx: null,
  },
} as const;

let database: TestDatabase;
let ledger: FakeLedger;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await forgetIndex(database.db);
  await database.db.delete(campaigns);
  await addCampaign(database.db, { treeAddress: TREE });
  ledger = new FakeLedger();
});

/** No waiting for what will not come. */
const AT_ONCE = { visibleMs: 0 };
const context = () => indexerContext(database.db, ledger);

test("each signature is answered once, in the order of first mention, with what became of it", async () => {
  const [indexed, failed, foreign, kept, unknown] = ["indexed", "failed", "foreign", "kept", "unknown"].map(
    (name) => signatureNamed(name),
  );
  if (!indexed || !failed || !foreign || !kept || !unknown) throw new Error("A name is missing.");
  ledger.add({ signature: indexed, slot: 10n, events: [pause, claim] });
  ledger.add({ signature: failed, slot: 11n, events: [pause], failed: true });
  ledger.add({ signature: foreign, slot: 12n, logs: ["Program log: nothing of ours"], accounts: [] });
  ledger.add({
    signature: kept,
    slot: 13n,
    events: [{ name: "CampaignPaused", data: { tree: named("other") } }],
  });
  const asked = [unknown, indexed, failed, indexed, foreign, kept, unknown];
  const rest = [
    { signature: failed, status: "failed", events: 0 },
    { signature: foreign, status: "no_events", events: 0 },
    { signature: kept, status: "unregistered", events: 1 },
  ];
  const pending = { signature: unknown, status: "pending", events: 0 };
  expect(await syncSignatures(context(), asked, AT_ONCE)).toEqual([
    pending,
    { signature: indexed, status: "indexed", events: 2 },
    ...rest,
  ]);
  const again = [pending, { signature: indexed, status: "already_indexed", events: 2 }, ...rest];
  expect(await syncSignatures(context(), asked, AT_ONCE)).toEqual(again);
  await runOnce(context());
  expect(await syncSignatures(context(), asked, AT_ONCE)).toEqual(again);
});

test("asked for claims, it speaks of claims alone, and indexes whole transactions all the same", async () => {
  const [both = "", other = ""] = [signatureNamed("both"), signatureNamed("other")];
  ledger.add({ signature: both, slot: 10n, events: [pause, claim] });
  ledger.add({ signature: other, slot: 11n, events: [pause] });
  expect(await syncSignatures(context(), [both, other], { claimsOnly: true })).toEqual([
    { signature: both, status: "indexed", events: 1 },
    { signature: other, status: "no_events", events: 0 },
  ]);
  const { events } = await indexOf(database.db);
  expect([events.claimed?.length, events.paused?.length]).toEqual([1, 2]);
});

test("a transaction that becomes visible a moment later is waited for", async () => {
  const signature = signatureNamed("late");
  let asked = 0;
  ledger.distort = (method, honest) => {
    if (method === "getStatuses" && ++asked === 2) ledger.add({ signature, slot: 10n, events: [pause] });
    return honest;
  };
  const results = await syncSignatures(context(), [signature]);
  expect(results).toEqual([{ signature, status: "indexed", events: 1 }]);
});

const never = new Promise<never>(() => {});
const hangs: (keyof LedgerReader)[] = ["getTransactions", "getBlockSignatures", "getVestingTrees"];

test.each(hangs)("an answer comes though that of %s never does", async (method) => {
  const rotate = {
    name: "RootUpdated",
    data: { tree: TREE, oldRoot: "00".repeat(32), newRoot: "0a".repeat(32), newLeafCount: 1 },
  } as const;
  const signatures = [signatureNamed("one"), signatureNamed("two")];
  for (const signature of signatures) ledger.add({ signature, slot: 10n, events: [rotate] });
  ledger.distort = (called, honest) => (called === method ? never : honest);
  const results = await syncSignatures(context(), signatures);
  const status = method === "getTransactions" ? "pending" : "indexed";
  expect(results.map((result) => result.status)).toEqual([status, status]);
});

test("a ledger that refuses leaves everything pending, and what is known is still answered", async () => {
  const known = signatureNamed("known");
  ledger.add({ signature: known, slot: 10n, events: [pause] });
  await runOnce(context());
  ledger.distort = () => {
    throw new Error("429");
  };
  const unknown = signatureNamed("unknown");
  expect(await syncSignatures(context(), [known, unknown])).toEqual([
    { signature: known, status: "already_indexed", events: 1 },
    { signature: unknown, status: "pending", events: 0 },
  ]);
});

test("what has no event of the program is not remembered for whoever names it", async () => {
  const signatures = Array.from({ length: 50 }, (_, at) => signatureNamed(`foreign ${at}`));
  for (const signature of signatures) ledger.add({ signature, slot: 10n, logs: [], accounts: [] });
  await syncSignatures(context(), signatures);
  const rows = await database.db.execute("select count(*)::int as count from program_transactions");
  expect(JSON.stringify(rows)).toContain('"count":0');
});
