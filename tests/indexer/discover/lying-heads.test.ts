import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { syncState } from "@/db/schema";
import { createChain } from "@/lib/service/chain/chain";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { listenLocally } from "@/tests/support/local-server";
import { pause, TREE } from "../support/event-fixtures";
import { FakeLedger, named, signatureNamed } from "../support/fake-ledger";
import { checkpoint, context, database, ledger, openIndex, pauses } from "../support/fresh-index";
import { indexerContext, runOnce } from "../support/index-of";

openIndex();
beforeEach(() => void addPause(11n));

const addPause = (slot: bigint) => {
  const signature = signatureNamed(`pause ${slot}`);
  ledger.add({ signature, slot, events: [pause] });
  return signature;
};
const whole = { ok: true, complete: true };

describe("a head that leaps", () => {
  test("is not trusted when it leaps once", async () => {
    await runOnce(context());
    addPause(90n);
    ledger.lie("getSlot", (honest: bigint, call) => (call <= 2 ? 100_100n : honest));
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
    ledger.beHonest();
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
    expect(await pauses()).toHaveLength(2);
  });

  test("is trusted when it stays, because the network continued while no run took place", async () => {
    await runOnce(context());
    addPause(500_000n);
    ledger.finalSlot = 500_000n;
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 500_000n });
    expect(await pauses()).toHaveLength(2);
  });

  test("is not trusted for some runs without a block that supports it", async () => {
    await runOnce(context());
    ledger.lie("getSlot", () => 9_000_000n);
    const report = await runOnce(context());
    expect(report).toMatchObject({ ok: false, complete: false, lastSlot: 100n });
    expect(report.problems).toContainEqual(
      expect.objectContaining({ code: "endpoint_contradicts", count: 1 }),
    );
    addPause(120n);
    ledger.finalSlot = 150n;
    ledger.headSlot = 160n;
    ledger.beHonest();
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 160n, problems: [] });
    expect(await checkpoint()).toBe(160n);
    expect(await pauses()).toHaveLength(2);
  });

  test("is not trusted in the first run either", async () => {
    ledger.lie("getSlot", () => 9_000_000n);
    expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, lastSlot: 0n });
    ledger.beHonest();
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
  });

  test("is no reason to trust a node that has only fallen behind", async () => {
    await runOnce(context());
    ledger.headSlot = 50n;
    expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, lastSlot: 100n });
  });
});

test("a failed transaction that is listed far ahead does not stop the comparison with accounts", async () => {
  const honest = ledger.getVestingTrees.bind(ledger);
  const compared: bigint[] = [];
  ledger.getVestingTrees = (addresses, { minContextSlot = 0n } = {}) => {
    compared.push(minContextSlot);
    return honest(addresses);
  };
  const list = ledger.getSignatures.bind(ledger);
  const ahead = signatureNamed("ahead");
  ledger.getSignatures = async (address, options = {}) => {
    const before = options.before === ahead ? undefined : options.before;
    const entries = await list(address, { ...options, before });
    if (options.before !== undefined || !entries[0]) return entries;
    return [{ ...entries[0], signature: ahead, slot: ledger.headSlot + 19_000n, failed: true }, ...entries];
  };
  for (let run = 0; run < 2; run++)
    expect(await runOnce(context(), { full: true })).toMatchObject({ ok: true, complete: true });
  expect(compared.length).toBeGreaterThan(0);
  expect(compared.every((slot) => slot === 11n)).toBe(true);
});

describe("a saved scan", () => {
  const save = (discovery: object) =>
    database.db
      .insert(syncState)
      .values({ key: "discovery", value: JSON.stringify(discovery), updatedAt: 0n })
      .onConflictDoUpdate({ target: syncState.key, set: { value: JSON.stringify(discovery) } });
  const scan = {
    version: 2,
    endpoints: "node.test",
    ...{ head: "100", final: "100", floor: "0", before: signatureNamed("pause 13"), expect: null },
  };
  beforeEach(() => {
    for (const slot of [12n, 13n, 14n]) addPause(slot);
    // The real node refuses a context slot that it has not reached.
    const honest = ledger.getSignatures.bind(ledger);
    ledger.getSignatures = (address, options = {}) => {
      if ((options.minContextSlot ?? 0n) > ledger.headSlot)
        throw new NetworkUnavailableError("Minimum context slot not reached");
      return honest(address, options);
    };
  });

  test.each([
    ["has a head that the network has not reached", { head: "9000000" }],
    ["is of another version", { version: 1 }],
    ["was made with other endpoints", { endpoints: "other.test" }],
    ["made no progress", { before: null }],
  ])("discards a saved scan that %s, and finds every transaction", async (_name, broken) => {
    await save({ completeTo: "0", finalTo: "0", scan: { ...scan, ...broken } });
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
    expect(await pauses()).toHaveLength(4);
  });

  test("reports at once that a saved scan fails to join, and discards it after three runs", async () => {
    await save({ completeTo: "0", finalTo: "0", scan: { ...scan, expect: signatureNamed("gone") } });
    ledger.lie("getSignatures", (list: object[]) => [...list, { ...list[0], slot: 99n }]);
    for (let run = 0; run < 3; run++) {
      const { problems } = await runOnce(context());
      expect(problems).toContainEqual(expect.objectContaining({ code: "scan_failing" }));
    }
    const [row] = await database.db.select().from(syncState).where(eq(syncState.key, "discovery"));
    expect(JSON.parse(row?.value ?? "")).toMatchObject({ scan: null, failing: { times: 3 } });
    ledger.beHonest();
    expect(await runOnce(context())).toMatchObject({ ...whole, problems: [] });
    expect(await pauses()).toHaveLength(4);
  });

  test("is not resumed by a run from a slot", async () => {
    await save({ completeTo: "0", finalTo: "0", scan });
    const started: (string | undefined)[] = [];
    const honest = ledger.getSignatures.bind(ledger);
    ledger.getSignatures = (address, options = {}) => {
      started.push(options.before);
      return honest(address, options);
    };
    expect(await runOnce(context(), { fromSlot: 0n })).toMatchObject({ ...whole, lastSlot: 100n });
    expect([started[0], started.includes(scan.before)]).toEqual([undefined, false]);
    expect(await pauses()).toHaveLength(4);
  });
});

describe("a checkpoint hours above the network, as an earlier version may have saved it", () => {
  const saved = { completeTo: "9000000", finalTo: "9000000", scan: null };
  const saveHigh = async () => {
    await runOnce(context());
    await database.db.execute(
      sql`update sync_state set value = ${JSON.stringify(saved)} where key = 'discovery'`,
    );
    await database.db.execute(sql`update sync_state set value = '9000000' where key = 'last_synced_slot'`);
    addPause(95n);
  };

  test("is lowered when the head is current, and no event is deleted", async () => {
    await saveHigh();
    const report = await runOnce(context({ now: () => 1_110n }));
    expect(report).toMatchObject({ ...whole, processed: 1, lastSlot: 100n, problems: [] });
    expect(await pauses()).toHaveLength(2);
  });

  test("stays while the head is old, because then the node lags", async () => {
    await saveHigh();
    const report = await runOnce(context());
    expect(report).toMatchObject({ ok: false, complete: false, lastSlot: 9_000_000n });
    expect(report.problems.map(({ code }) => code).sort()).toEqual(["endpoint_lagging", "index_behind"]);
  });

  test("is lowered when an operator asks for a new scan", async () => {
    await saveHigh();
    expect(await runOnce(context(), { fromSlot: 0n })).toMatchObject({ ...whole, lastSlot: 100n });
    expect(await pauses()).toHaveLength(2);
  });

  test("stays while a transaction above the head was read", async () => {
    await saveHigh();
    await database.db.execute(sql`update program_transactions set slot = 8000000`);
    await runOnce(context({ now: () => 1_110n }), { fromSlot: 0n });
    expect(await checkpoint()).toBe(9_000_000n);
    expect(await pauses()).toHaveLength(1);
  });
});

test("discards a list far ahead of its head, or out of order", async () => {
  await runOnce(context());
  addPause(90n);
  for (const wrong of [
    (list: { slot: bigint }[]) => list.map((entry) => ({ ...entry, slot: entry.slot + 100_000n })),
    (list: { slot: bigint }[]) => [...list, { ...list[0], slot: 99n }],
  ]) {
    ledger.lie("getSignatures", wrong);
    expect(await runOnce(context())).toMatchObject({ ok: false, complete: false });
  }
  ledger.beHonest();
  expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
  expect(await pauses()).toHaveLength(2);
});

describe("a signature that a client names", () => {
  test("is not accepted from an answer to another request, nor from an impossible slot", async () => {
    await runOnce(context());
    const [wanted, other] = [addPause(90n), addPause(91n)];
    const swap = (list: ({ signature: string } | null)[]) => {
      const found = ledger.transactions.find(({ signature }) => signature === other);
      return list.map(() => found ?? null);
    };
    ledger.lie("getTransactions", swap);
    const soon = { visibleMs: 0 };
    const pending = [{ signature: wanted, status: "pending", events: 0 }];
    expect(await syncSignatures(context(), [wanted], soon)).toEqual(pending);
    ledger.lie("getTransactions", (list: object[]) =>
      list.map((found) => found && { ...found, slot: 9_000_000n }),
    );
    expect(await syncSignatures(context(), [wanted], soon)).toEqual(pending);
    expect(await pauses()).toHaveLength(1);
    ledger.beHonest();
    expect(await syncSignatures(context(), [wanted])).toMatchObject([{ status: "indexed" }]);
  });

  test("is trusted although the clock was set back since the last run", async () => {
    await runOnce(context({ now: () => 9_000_000n }));
    const signature = addPause(101n);
    expect(await syncSignatures(context({ now: () => 0n }), [signature])).toMatchObject([
      { status: "indexed" },
    ]);
  });

  test("is fetched once when it is unknown, and then watched by one call for all", async () => {
    const names = Array.from({ length: 50 }, (_, n) => signatureNamed(`unknown ${n}`));
    const requested: number[] = [];
    ledger.lie("getTransactions", (list: unknown[]) => {
      requested.push(list.length);
      return list;
    });
    const results = await syncSignatures(context(), names);
    expect(results.every(({ status }) => status === "pending")).toBe(true);
    expect(requested).toEqual([50]);
    expect(ledger.calls.get("getStatuses")).toBeLessThanOrEqual(11);
  });
});

test("keeps every transaction below a final slot beyond the head, as of a node ahead of the next one", async () => {
  ledger.lie("getSlot", (slot: bigint, call) => (call === 1 ? 400n : slot));
  expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
  ledger.beHonest();
  addPause(150n);
  ledger.headSlot = ledger.finalSlot = 450n;
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 1, lastSlot: 450n });
});

test("refuses another network than the first indexed one, and stores nothing of it", async () => {
  await runOnce(context());
  const other = new FakeLedger();
  other.genesis = named("another genesis");
  other.headSlot = other.finalSlot = 5_000_000n;
  const signature = signatureNamed("theirs");
  other.add({ signature, slot: 4_000_000n, events: [pause] });
  await expect(runOnce(indexerContext(database.db, other))).rejects.toMatchObject({
    name: "NetworkUnavailableError",
  });
  expect(await syncSignatures(indexerContext(database.db, other), [signature])).toMatchObject([
    { status: "pending" },
  ]);
  expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
  expect(await pauses()).toHaveLength(1);
});

test("delays the next run by at most ten seconds after a run is killed", async () => {
  let remaining: number | null = null;
  const look = async () => {
    const rows: Iterable<{ ms: unknown }> = await leaseRows();
    for (const { ms } of rows) remaining = Math.max(remaining ?? 0, Number(ms));
  };
  await runOnce(
    context({
      // On the embedded database the run holds the only connection.
      onStep: (step) => (step === "run: started" ? look() : undefined),
    }),
  );
  expect(remaining).toBeGreaterThan(0);
  expect(remaining).toBeLessThanOrEqual(10_000);
});

/** Returns the remaining milliseconds of the current run's lease. */
const leaseRows = () =>
  database.db
    .select({
      ms: sql`split_part(${syncState.value}, ' ', 2)::bigint - (extract(epoch from clock_timestamp()) * 1000)::bigint`,
    })
    .from(syncState)
    .where(eq(syncState.key, "run_lease"));

test("treats an answer with an impossible position in the block as invalid, not as an internal error", async () => {
  const { createServer } = await import("node:http");
  const entry = { signature: signatureNamed("x"), slot: 1, err: null, transactionIndex: 2 ** 31 };
  const server = await listenLocally(
    createServer((_request, response) =>
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 0, result: [entry] })),
    ),
  );
  const chain = createChain({ urls: [server.url], deadlineMs: 30_000 });
  await expect(chain.getSignatures(TREE, { attempts: 1 })).rejects.toMatchObject({
    name: "InvalidRpcResponseError",
  });
  await server.close();
});
