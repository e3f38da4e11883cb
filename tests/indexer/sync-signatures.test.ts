import { expect, test } from "vitest";
import { selectTransactions } from "@/db/queries/indexing/program-transactions";
import type { ChainReader } from "@/lib/service/indexer/context";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { claimed, pause, TREE } from "./support/event-fixtures";
import { named, programLog, signatureNamed } from "./support/fake-ledger";
import { context, database, ledger, openIndex } from "./support/fresh-index";
import { indexOf, runOnce } from "./support/index-of";

openIndex();

/** Disables the wait for transactions that never become visible. */
const AT_ONCE = { visibleMs: 0 };

test("answers each signature once with its outcome, in the order of first mention", async () => {
  const [indexed, failed, foreign, stored, unknown] = ["indexed", "failed", "foreign", "kept", "unknown"].map(
    (name) => signatureNamed(name),
  );
  if (!indexed || !failed || !foreign || !stored || !unknown) throw new Error("A name is missing.");
  ledger.add({ signature: indexed, slot: 10n, events: [pause, claimed()] });
  ledger.add({ signature: failed, slot: 11n, events: [pause], failed: true });
  ledger.add({ signature: foreign, slot: 12n, logs: ["Program log: nothing of ours"], accounts: [] });
  ledger.add({
    signature: stored,
    slot: 13n,
    events: [{ name: "CampaignPaused", data: { tree: named("other") } }],
  });
  const requested = [unknown, indexed, failed, indexed, foreign, stored, unknown];
  const rest = [
    { signature: failed, status: "failed", events: 0 },
    { signature: foreign, status: "no_events", events: 0 },
    { signature: stored, status: "unregistered", events: 1 },
  ];
  const pending = { signature: unknown, status: "pending", events: 0 };
  expect(await syncSignatures(context(), requested, AT_ONCE)).toEqual([
    pending,
    { signature: indexed, status: "indexed", events: 2 },
    ...rest,
  ]);
  const again = [pending, { signature: indexed, status: "already_indexed", events: 2 }, ...rest];
  expect(await syncSignatures(context(), requested, AT_ONCE)).toEqual(again);
  await runOnce(context());
  expect(await syncSignatures(context(), requested, AT_ONCE)).toEqual(again);
});

test("returns only claims for claims, and still indexes whole transactions", async () => {
  const [both = "", other = ""] = [signatureNamed("both"), signatureNamed("other")];
  ledger.add({ signature: both, slot: 10n, events: [pause, claimed()] });
  ledger.add({ signature: other, slot: 11n, events: [pause] });
  expect(await syncSignatures(context(), [both, other], { claimsOnly: true })).toEqual([
    { signature: both, status: "indexed", events: 1 },
    { signature: other, status: "no_events", events: 0 },
  ]);
  const { events } = await indexOf(database.db);
  expect([events.claimed?.length, events.paused?.length]).toEqual([1, 2]);
});

test("records only transactions that change served data", async () => {
  const [funded = "", both = ""] = [signatureNamed("funded"), signatureNamed("both")];
  const fund = {
    name: "CampaignFunded",
    data: { tree: TREE, amount: 1n, vaultBalanceAfter: 1n },
  } as const;
  ledger.add({ signature: funded, slot: 10n, events: [fund] });
  ledger.add({ signature: both, slot: 11n, events: [fund, pause] });
  expect(await syncSignatures(context(), [funded, both])).toEqual([
    { signature: funded, status: "no_events", events: 0 },
    { signature: both, status: "indexed", events: 1 },
  ]);
  const recorded = await selectTransactions(database.db, [funded, both]);
  expect(recorded).toMatchObject([{ signature: both, eventCount: 1 }]);
});

test("uses no position from a block that lacks one of a slot's transactions", async () => {
  const signatures = [signatureNamed("one"), signatureNamed("two")];
  for (const signature of signatures) ledger.add({ signature, slot: 10n, events: [pause] });
  const positions = async () =>
    (await selectTransactions(database.db, signatures)).map(({ txIndex }) => txIndex).sort();
  ledger.lie("getBlockSignatures", (block: string[]) => block.slice(1));
  await syncSignatures(context(), signatures);
  expect(await positions()).toEqual([null, null]);
  ledger.beHonest();
  const third = signatureNamed("three");
  ledger.add({ signature: third, slot: 10n, events: [pause] });
  await syncSignatures(context(), [third]);
  expect(await positions()).toEqual([0, 1]);
});

test("waits for a transaction that becomes visible a moment later", async () => {
  const signature = signatureNamed("late");
  let requested = 0;
  ledger.distort = (method, honest) => {
    if (method === "getStatuses" && ++requested === 2) ledger.add({ signature, slot: 10n, events: [pause] });
    return honest;
  };
  const results = await syncSignatures(context(), [signature]);
  expect(results).toEqual([{ signature, status: "indexed", events: 1 }]);
});

const never = new Promise<never>(() => {});
const hangs: (keyof ChainReader)[] = ["getTransactions", "getBlockSignatures", "getVestingTrees"];

test.each(hangs)("returns although the answer of %s never arrives", async (method) => {
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

test("reports a confirmed but unreadable transaction with the reason until it can be read", async () => {
  const [version, event] = ["version", "event"].map((name) => signatureNamed(name));
  if (!version || !event) throw new Error("A name is missing.");
  ledger.add({ signature: version, slot: 10n, unreadable: "Transaction version (7) is not supported" });
  const unknownEvent = "Program data: AQIDBAUGBwgJ";
  ledger.add({ signature: event, slot: 12n, logs: programLog([pause]).toSpliced(3, 0, unknownEvent) });
  const unreadable = { status: "unreadable", events: 0, reason: expect.stringMatching(/./) };
  const requested = [version, event];
  const all = requested.map((signature) => ({ signature, ...unreadable }));
  expect(await syncSignatures(context(), requested)).toEqual(all);
  // The checkpoint waits for them, and a client receives the reason also after a run has met them.
  expect(await runOnce(context())).toMatchObject({ ok: false, failed: 2 });
  expect(await syncSignatures(context(), requested, AT_ONCE)).toEqual(all);
  ledger.drop(event);
  ledger.add({ signature: event, slot: 12n, events: [pause] });
  expect(await syncSignatures(context(), [event])).toEqual([
    { signature: event, status: "indexed", events: 1 },
  ]);
});

test("reports a transaction without a log as truncated, not as without events, when they cannot be rebuilt", async () => {
  const signature = signatureNamed("logs");
  ledger.add({ signature, slot: 11n, logs: null });
  const cut = [{ signature, status: "log_cut", events: 0 }];
  expect(await syncSignatures(context(), [signature])).toEqual(cut);
  expect(await runOnce(context())).toMatchObject({
    failed: 0,
    problems: [{ code: "truncated_log", count: 1 }],
  });
  expect(await syncSignatures(context(), [signature], AT_ONCE)).toEqual(cut);
});

test("leaves everything pending when the network refuses, and returns the known results", async () => {
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

test("does not remember a transaction without events of the program, whichever client names it", async () => {
  const signatures = Array.from({ length: 50 }, (_, at) => signatureNamed(`foreign ${at}`));
  for (const signature of signatures) ledger.add({ signature, slot: 10n, logs: [], accounts: [] });
  await syncSignatures(context(), signatures);
  const rows = await database.db.execute("select count(*)::int as count from program_transactions");
  expect(JSON.stringify(rows)).toContain('"count":0');
});
