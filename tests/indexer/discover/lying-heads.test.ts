import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { syncState } from "@/db/schema";
import { createChain } from "@/lib/service/chain/chain";
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
  test("once is not believed", async () => {
    await runOnce(context());
    addPause(90n);
    ledger.lie("getSlot", (honest: bigint, call) => (call <= 2 ? 100_100n : honest));
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
    ledger.beHonest();
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
    expect(await pauses()).toHaveLength(2);
  });

  test("for good is believed: the ledger went on while nobody looked", async () => {
    await runOnce(context());
    addPause(500_000n);
    ledger.finalSlot = 500_000n;
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 500_000n });
    expect(await pauses()).toHaveLength(2);
  });

  test("and stays so for some runs leaves nothing behind, nor a hole", async () => {
    await runOnce(context());
    ledger.lie("getSlot", () => 9_000_000n);
    expect(await runOnce(context())).toMatchObject({ lastSlot: 9_000_000n });
    addPause(120n);
    ledger.finalSlot = 150n;
    ledger.headSlot = 160n;
    ledger.beHonest();
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 160n });
    expect(await checkpoint()).toBe(160n);
    expect(await pauses()).toHaveLength(2);
  });

  test("in the first run, and stops the walk halfway, is forgotten as well", async () => {
    ledger.pageLimit = 1;
    addPause(12n);
    addPause(13n);
    ledger.lie("getSlot", () => 9_000_000n);
    const stop = {
      fault: (step: string) => (step === "discover: kept" ? Promise.reject(new Error("killed")) : undefined),
    };
    await expect(runOnce(context(stop))).rejects.toThrow("killed");
    ledger.beHonest();
    // The real node refuses a context that it has not reached.
    const honest = ledger.getSignatures.bind(ledger);
    ledger.getSignatures = (address, options = {}) => {
      if ((options.minContextSlot ?? 0n) > ledger.headSlot)
        throw new Error("Minimum context slot not reached");
      return honest(address, options);
    };
    expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
    expect(await pauses()).toHaveLength(3);
  });

  test("is no reason to believe a node that has only fallen behind", async () => {
    await runOnce(context());
    ledger.headSlot = 50n;
    expect(await runOnce(context())).toMatchObject({ ok: false, complete: false, lastSlot: 100n });
  });
});

test("a list far ahead of its head, or out of order, is not kept", async () => {
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

describe("what a client names", () => {
  test("is not taken from the answer to another question, nor from a slot that cannot be yet", async () => {
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

  test("is believed although the clock was set back since the last run", async () => {
    await runOnce(context({ now: () => 9_000_000n }));
    const signature = addPause(101n);
    expect(await syncSignatures(context({ now: () => 0n }), [signature])).toMatchObject([
      { status: "indexed" },
    ]);
  });

  test("and nobody knows is asked for once, and then watched by one call for all", async () => {
    const names = Array.from({ length: 50 }, (_, n) => signatureNamed(`unknown ${n}`));
    const asked: number[] = [];
    ledger.lie("getTransactions", (list: unknown[]) => {
      asked.push(list.length);
      return list;
    });
    const results = await syncSignatures(context(), names);
    expect(results.every(({ status }) => status === "pending")).toBe(true);
    expect(asked).toEqual([50]);
    expect(ledger.calls.get("getStatuses")).toBeLessThanOrEqual(11);
  });
});

test("a final slot beyond the head, as of a node that is ahead of the one asked next, hides nothing in between", async () => {
  ledger.lie("getSlot", (slot: bigint, call) => (call === 1 ? 400n : slot));
  expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
  ledger.beHonest();
  addPause(150n);
  ledger.headSlot = ledger.finalSlot = 450n;
  expect(await runOnce(context())).toMatchObject({ ok: true, processed: 1, lastSlot: 450n });
});

test("another ledger than the one indexed first is refused, and nothing of it kept", async () => {
  await runOnce(context());
  const other = new FakeLedger();
  other.genesis = named("another genesis");
  other.headSlot = other.finalSlot = 5_000_000n;
  const signature = signatureNamed("theirs");
  other.add({ signature, slot: 4_000_000n, events: [pause] });
  await expect(runOnce(indexerContext(database.db, other))).rejects.toMatchObject({
    name: "LedgerUnavailable",
  });
  expect(await syncSignatures(indexerContext(database.db, other), [signature])).toMatchObject([
    { status: "pending" },
  ]);
  expect(await runOnce(context())).toMatchObject({ ...whole, lastSlot: 100n });
  expect(await pauses()).toHaveLength(1);
});

test("a run that is killed delays the next by ten seconds at most", async () => {
  let remaining: number | null = null;
  const look = async () => {
    const rows: Iterable<{ ms: unknown }> = await leaseRows();
    for (const { ms } of rows) remaining = Math.max(remaining ?? 0, Number(ms));
  };
  await runOnce(
    context({
      // Elsewhere the run holds the one connection of the embedded database.
      fault: (step) => (step === "run: started" ? look() : undefined),
    }),
  );
  expect(remaining).toBeGreaterThan(0);
  expect(remaining).toBeLessThanOrEqual(10_000);
});

/** Milliseconds that the lease of the run under way has left. */
const leaseRows = () =>
  database.db
    .select({
      ms: sql`split_part(${syncState.value}, ' ', 2)::bigint - (extract(epoch from clock_timestamp()) * 1000)::bigint`,
    })
    .from(syncState)
    .where(eq(syncState.key, "run_lease"));

test("a place in the block that no block has makes an answer that is none, not a fault of ours", async () => {
  const { createServer } = await import("node:http");
  const entry = { signature: signatureNamed("x"), slot: 1, err: null, transactionIndex: 2 ** 31 };
  const server = await listenLocally(
    createServer((_request, response) =>
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 0, result: [entry] })),
    ),
  );
  const chain = createChain({ urls: [server.url], deadlineMs: 30_000 });
  await expect(chain.getSignatures(TREE, { attempts: 1 })).rejects.toMatchObject({
    name: "LedgerAnswerInvalid",
  });
  await server.close();
});
