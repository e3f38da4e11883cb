import { beforeEach, describe, expect, test } from "vitest";
import { selectCreations, selectUnregisteredTrees } from "@/db/queries/events/creations";
import { selectTransactions } from "@/db/queries/indexing/program-transactions";
import { campaigns } from "@/db/schema";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { claimed, TREE } from "../support/event-fixtures";
import { getAccount, named, signatureNamed } from "../support/fake-ledger";
import { database, context as getContext, ledger, openIndex } from "../support/fresh-index";
import { indexOf, onlyCampaign, runOnce } from "../support/index-of";

const claim = (overall: bigint) => claimed({ totalClaimedByUser: overall, totalClaimedOverall: overall });

openIndex();
let seconds: bigint;
const context = () => getContext({ now: () => seconds });
beforeEach(() => {
  seconds = 1_760_000_000n;
  ledger.finalSlot = 60n;
  ledger.add({ signature: signatureNamed("kept"), slot: 50n, events: [claim(5n)] });
  ledger.add({ signature: signatureNamed("forked"), slot: 90n, events: [claim(10n)] });
});

const campaign = async () => (await indexOf(database.db)).projections[0];

/** Advances slots and runs until every endpoint was queried for transactions that are not listed as final. */
async function passSlots(): Promise<void> {
  for (let run = 0; run < 4; run++) {
    ledger.headSlot += 100n;
    ledger.finalSlot = ledger.headSlot - 32n;
    await runOnce(context());
  }
}

/** Does the same, and then runs again minutes later. */
async function passTime(): Promise<void> {
  await passSlots();
  seconds += 121n;
  await runOnce(context());
}

test("serves events once confirmed, and removes an event that a fork dropped with all its changes", async () => {
  await runOnce(context());
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, claimCount: 2, eventCount: 2 });
  ledger.drop(signatureNamed("forked"));
  await passTime();
  expect(await campaign()).toMatchObject({
    totalClaimed: 5n,
    claimCount: 1,
    eventCount: 1,
    uniqueClaimers: 1,
  });
  expect((await indexOf(database.db)).events.claimed).toHaveLength(1);
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true });
});

/** Makes nodes omit a transaction from lists and return null for it. */
function hide(signature: string): void {
  ledger.distort = (method, honest) => {
    if (!Array.isArray(honest)) return honest;
    if (method === "getSignatures") return honest.filter((entry) => entry.signature !== signature);
    if (method !== "getTransactions") return honest;
    return honest.map((found) => (found?.signature === signature ? null : found));
  };
}

test("keeps a transaction that nodes no longer return while its final block contains it", async () => {
  await runOnce(context());
  hide(signatureNamed("forked"));
  await passTime();
  expect(ledger.calls.get("getReports")).toBeGreaterThan(0);
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
});

test("removes an event that a node invented as final, once the account of its campaign differs", async () => {
  ledger.finalSlot = 100n;
  await runOnce(context());
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
  const account = getAccount(await onlyCampaign(database.db));
  ledger.drop(signatureNamed("forked"));
  ledger.accounts.set(TREE, { ...account, totalClaimed: 5n });
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
  expect(await runOnce(context())).toMatchObject({ ok: true, complete: true, drift: [] });
});

test("does not take an invalid answer for a proof that a transaction is final", async () => {
  await runOnce(context());
  ledger.drop(signatureNamed("forked"));
  ledger.lie("getTransactions", (honest: unknown[]) => honest.map(() => ({ unreadable: "not JSON" })));
  await passSlots();
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
  ledger.beHonest();
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
});

describe("a transaction that the network contradicts", () => {
  test("stays until every endpoint contradicts it again, two minutes later", async () => {
    await runOnce(context());
    ledger.drop(signatureNamed("forked"));
    await passSlots();
    seconds += 119n;
    const report = await runOnce(context());
    expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
    expect(report.problems).toContainEqual(
      expect.objectContaining({ code: "endpoint_contradicts", count: 1 }),
    );
    seconds += 2n;
    expect((await runOnce(context())).problems).toEqual([]);
    expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
  });

  test("begins its two minutes again when it was there in between", async () => {
    await runOnce(context());
    const forked = ledger.transactions.find(({ signature }) => signature === signatureNamed("forked"));
    if (!forked) throw new Error("The ledger lost the transaction.");
    ledger.lie("getTransactions", (honest: unknown[]) => honest.map(() => null));
    const deny = () => [{ host: "node.test", state: "absent" }];
    ledger.distort = (method, honest) => (method === "getReports" ? deny() : honest);
    ledger.drop(forked.signature);
    await passSlots();
    ledger.beHonest();
    ledger.transactions.push(forked);
    seconds += 121n;
    await runOnce(context());
    ledger.drop(forked.signature);
    seconds += 121n;
    await runOnce(context());
    expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
  });

  test.each([
    ["has it at its slot", { state: "present", slot: 90n, failed: false }],
    ["has it in a slot of its own", { state: "present", slot: 95n, failed: false }],
  ])("stays for good while another endpoint %s", async (_name, other) => {
    await runOnce(context());
    ledger.drop(signatureNamed("forked"));
    ledger.lie("getReports", (honest: object[]) => [...honest, { host: "other.test", ...other }]);
    await passTime();
    expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
  });

  test("is not judged by endpoints that do not keep its slot", async () => {
    await runOnce(context());
    ledger.drop(signatureNamed("forked"));
    ledger.lie("getReports", () => [{ host: "node.test", state: "unknown" }]);
    await passTime();
    expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
  });

  test("stays while an endpoint that may have it does not respond", async () => {
    await runOnce(context());
    ledger.drop(signatureNamed("forked"));
    let state = "silent";
    ledger.lie("getReports", (honest: object[]) => [...honest, { host: "other.test", state }]);
    await passTime();
    seconds += 121n;
    expect((await runOnce(context())).problems).toContainEqual(
      expect.objectContaining({ code: "endpoint_contradicts", count: 1 }),
    );
    expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
    state = "unknown";
    await runOnce(context());
    seconds += 121n;
    await runOnce(context());
    expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
  });

  test("stays when one endpoint lists it as failed and another has it", async () => {
    await runOnce(context());
    const forked = signatureNamed("forked");
    const fail = { host: "node.test", state: "present", slot: 90n, failed: true };
    const has = { host: "other.test", state: "present", slot: 90n, failed: false };
    ledger.distort = (method, honest) => {
      if (method === "getReports") return [fail, has];
      if (method !== "getSignatures" || !Array.isArray(honest)) return honest;
      return honest.map((entry) => (entry.signature === forked ? { ...entry, failed: true } : entry));
    };
    await passTime();
    expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
  });
});

test("keeps a transaction of a slot that the node no longer keeps", async () => {
  await runOnce(context());
  ledger.drop(signatureNamed("forked"));
  ledger.firstAvailable = 95n;
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
});

test("compares a campaign with its account when a fork removed events from it", async () => {
  await runOnce(context());
  ledger.drop(signatureNamed("forked"));
  ledger.accounts.set(TREE, getAccount(await onlyCampaign(database.db)));
  await passSlots();
  seconds += 121n;
  const { drift } = await runOnce(context());
  expect(drift[0]).toEqual({ treeAddress: TREE, field: "totalClaimed", indexed: "5", onChain: "10" });
});

test.each([
  { name: "reported by the list", isListed: true },
  { name: "reported only by a query", isListed: false },
])("stores no events of a transaction that failed on the surviving fork: $name", async ({ isListed }) => {
  await runOnce(context());
  const forked = ledger.transactions.find(({ signature }) => signature === signatureNamed("forked"));
  if (!forked) throw new Error("The ledger lost the transaction.");
  forked.failed = true;
  if (!isListed) {
    ledger.lie("getSignatures", (honest: { signature: string }[]) =>
      honest.filter(({ signature }) => signature !== forked.signature),
    );
  }
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
});

test("removes the event of a failed transaction that was unreadable when a run read it again", async () => {
  await runOnce(context());
  const signature = signatureNamed("forked");
  ledger.lie("getTransactions", (honest: ({ signature: string } | null)[]) =>
    honest.map((found) => (found?.signature === signature ? { unreadable: "Invalid." } : found)),
  );
  expect(await runOnce(context(), { fromSlot: 90n })).toMatchObject({ failed: 1 });
  ledger.beHonest();
  const forked = ledger.transactions.find((transaction) => transaction.signature === signature);
  if (!forked) throw new Error("The ledger lost the transaction.");
  forked.failed = true;
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
});

test("stores the events of a transaction that failed only on the dropped fork", async () => {
  const forked = ledger.transactions.find(({ signature }) => signature === signatureNamed("forked"));
  if (!forked) throw new Error("The ledger lost the transaction.");
  forked.failed = true;
  await runOnce(context());
  expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
  forked.failed = false;
  await runOnce(context());
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
});

test("removes a dropped event of an unregistered tree too", async () => {
  await database.db.delete(campaigns);
  await runOnce(context());
  expect((await indexOf(database.db)).stored).toHaveLength(2);
  ledger.drop(signatureNamed("forked"));
  await passTime();
  expect((await indexOf(database.db)).stored).toHaveLength(1);
});

test("uses the new slot of a transaction that a fork moved", async () => {
  await runOnce(context());
  ledger.drop(signatureNamed("forked"));
  ledger.add({ signature: signatureNamed("forked"), slot: 95n, events: [claim(12n)] });
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 12n, claimCount: 2 });
  expect((await indexOf(database.db)).events.claimed).toContainEqual(
    expect.objectContaining({ signature: signatureNamed("forked"), slot: 95n, totalClaimedOverall: 12n }),
  );
});

test("follows a transaction that only a client named", async () => {
  await syncSignatures(context(), [signatureNamed("forked")]);
  ledger.drop(signatureNamed("forked"));
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 5n, eventCount: 1 });
});

test("keeps every final event when a node returns nothing for a while", async () => {
  await runOnce(context());
  ledger.headSlot = 200n;
  ledger.finalSlot = 160n;
  await runOnce(context());
  ledger.lie("getTransactions", (honest: unknown[]) => honest.map(() => null));
  await passTime();
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
});

test("treats a missing transaction only as missing before its slot is long final", async () => {
  await runOnce(context());
  const listed = ledger.transactions;
  ledger.transactions = listed.filter(({ signature }) => signature !== signatureNamed("forked"));
  ledger.headSlot = 110n;
  ledger.finalSlot = 100n;
  for (let run = 0; run < 6; run++) await runOnce(context());
  ledger.transactions = listed;
  expect(await campaign()).toMatchObject({ totalClaimed: 10n, eventCount: 2 });
});

describe("the creation of an unregistered campaign", () => {
  const creator = named("creator");
  const signature = signatureNamed("created");
  const data = { tree: named("created tree"), creator, mint: named("mint"), totalSupply: 7n, leafCount: 1 };

  /** Indexes the creation, and returns its transaction on the ledger. */
  async function create() {
    const event = { name: "CampaignCreated", data: { ...data, cancellable: true } } as const;
    const transaction = ledger.add({ signature, slot: 91n, events: [event] });
    await runOnce(context());
    expect(await unregistered()).toEqual([data.tree]);
    return transaction;
  }

  const unregistered = async () =>
    (await selectUnregisteredTrees(database.db, { creator, limit: 10 })).map(
      ({ treeAddress }) => treeAddress,
    );

  test.each([
    { name: "the list and a query report", isListed: true },
    { name: "only a query reports", isListed: false },
  ])("is removed two minutes after every endpoint has a failure that $name", async ({ isListed }) => {
    const transaction = await create();
    transaction.failed = true;
    if (!isListed) {
      ledger.lie("getSignatures", (honest: { signature: string }[]) =>
        honest.filter((entry) => entry.signature !== signature),
      );
    }
    await passSlots();
    expect(await unregistered()).toEqual([data.tree]);
    seconds += 121n;
    await runOnce(context());
    expect(await unregistered()).toEqual([]);
    expect(await selectCreations(database.db, [data.tree])).toEqual([]);
    expect(await selectTransactions(database.db, [signature])).toMatchObject([
      { status: "failed", finalized: true },
    ]);
  });

  test("is removed two minutes after every endpoint lacks it", async () => {
    await create();
    ledger.drop(signature);
    await passSlots();
    expect(await unregistered()).toEqual([data.tree]);
    seconds += 121n;
    await runOnce(context());
    expect(await unregistered()).toEqual([]);
  });

  test("stays while another endpoint has it", async () => {
    const transaction = await create();
    transaction.failed = true;
    const other = { host: "other.test", state: "present", slot: 91n, failed: false };
    ledger.lie("getReports", (honest: object[]) => [...honest, other]);
    await passTime();
    expect(await unregistered()).toEqual([data.tree]);
    ledger.beHonest();
    transaction.failed = false;
    await passSlots();
    expect(await unregistered()).toEqual([data.tree]);
    expect(await selectTransactions(database.db, [signature])).toMatchObject([{ status: "indexed" }]);
  });

  test("follows its transaction to another slot", async () => {
    await create();
    const event = { name: "CampaignCreated", data: { ...data, cancellable: true } } as const;
    ledger.drop(signature);
    ledger.add({ signature, slot: 95n, events: [event] });
    await passTime();
    expect(await selectCreations(database.db, [data.tree])).toMatchObject([{ signature, slot: 95n }]);
  });
});
