import { createServer } from "node:http";
import { Keypair, PublicKey, TransactionInstruction } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Check } from "@/cli/vesting-index/doctor/check";
import { examineNetworks } from "@/cli/vesting-index/doctor/network";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { DEFAULT_PROGRAM_ID, MEMO_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readEnv } from "@/lib/service/env";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

const now = () => Math.floor(Date.now() / 1000);
const failures = (checks: readonly Check[]) =>
  checks.filter(({ state }) => state !== "passed").map(({ state, found }) => `${state}: ${found}`);

type Results = Record<string, (result: unknown, params: unknown[]) => unknown>;

/** A node that changes some results of another one. */
function startNode(upstream: string, results: Results): Promise<LocalServer> {
  return listenLocally(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      const headers = { "content-type": "application/json" };
      const answer = await (await fetch(upstream, { method: "POST", headers, body })).json();
      const { method, params = [] } = JSON.parse(body);
      const change = results[method];
      response.writeHead(200, headers);
      response.end(JSON.stringify(change ? { ...answer, result: change(answer.result, params) } : answer));
    }),
  );
}

describe("the check of an endpoint", () => {
  let ledger: TestLedger;
  const nodes: LocalServer[] = [];
  beforeAll(async () => {
    ledger = await TestLedger.start();
    ledger.controls.advanceTime(now() - Number(ledger.now));
  });
  afterAll(() => ledger.close());
  afterEach(() => Promise.all(nodes.splice(0).map((node) => node.close())));

  const examine = async (
    results: Results = {},
    {
      programId = DEFAULT_PROGRAM_ID,
      indexed = null as { genesis: string | null; slot: bigint } | null,
    } = {},
  ) => {
    const node = await startNode(ledger.url, results);
    nodes.push(node);
    const env = readEnv({ SOLANA_RPC_URL: node.url, VESTING_PROGRAM_ID: programId });
    return examineNetworks(env, indexed);
  };

  test("accepts the local ledger, and reports who can change the program", async () => {
    const checks = await examine();
    expect(failures(checks)).toEqual([]);
    expect(checks.find(({ name }) => name === "program")?.found).toMatch(/immutable.*the tested build/);
  });

  test("fails where the program id is an account that is not a program, or nothing", async () => {
    const payer = ledger.wallet();
    expect(failures(await examine({}, { programId: payer.publicKey.toBase58() }))).toEqual([
      expect.stringContaining("is an account that is not a program"),
    ]);
    expect(failures(await examine({}, { programId: Keypair.generate().publicKey.toBase58() }))).toEqual([
      expect.stringContaining("does not exist on it"),
    ]);
  });

  test("fails for a program whose transactions are not of the vesting program", async () => {
    const payer = ledger.wallet();
    const programId = new PublicKey(MEMO_PROGRAM_ID);
    const memo = new TransactionInstruction({ programId, keys: [], data: Buffer.from("hello") });
    await ledger.send([memo], [payer]);
    expect(failures(await examine({}, { programId: MEMO_PROGRAM_ID }))).toEqual([
      expect.stringMatching(/^failed: .* have no instruction of the vesting program/),
    ]);
  });

  test("warns of code that is not the tested build", async () => {
    const spoil = (result: unknown) => {
      const { value } = result as { value: ({ data: [string, string] } | null)[] };
      for (const account of value) {
        if (!account || account.data[0].length < 1_000) continue;
        const data = Buffer.from(account.data[0], "base64");
        data[100] = (data[100] ?? 0) ^ 1;
        account.data[0] = data.toString("base64");
      }
      return result;
    };
    expect(failures(await examine({ getMultipleAccounts: spoil }))).toEqual([
      expect.stringMatching(/^warning: .*not the tested build \(SHA-256 [\da-f]{64}\)/),
    ]);
  });

  test("fails where the node no longer keeps the block after the checkpoint", async () => {
    const indexed = { genesis: null, slot: 10n };
    const pruned = { getFirstAvailableBlock: () => 400, getSlot: () => 500 };
    expect(failures(await examine(pruned, { indexed }))).toEqual([
      "failed: keeps blocks from slot 400 on, but the index is complete only to slot 10.",
    ]);
    expect(failures(await examine({ ...pruned, getFirstAvailableBlock: () => 11 }, { indexed }))).toEqual([]);
  });

  test("warns where a new index would lack the program's first transactions", async () => {
    expect(failures(await examine({ getFirstAvailableBlock: () => 900_000_000 }))).toEqual([
      expect.stringMatching(/^warning: keeps blocks from slot 900000000 on, but the program was deployed/),
    ]);
  });

  test("fails where the index in the database is behind, whether or not a service runs", async () => {
    const indexed = { genesis: null, slot: 10n };
    expect(failures(await examine({ getSlot: () => 5_010 }, { indexed }))).toEqual([
      "failed: the index is complete to slot 10, 5000 slots behind the network.",
    ]);
  });

  test("fails where the newest block is old", async () => {
    expect(failures(await examine({ getBlockTime: () => now() - 900 }))).toEqual([
      expect.stringMatching(/newest block of ledger .* is 90\d s old/),
    ]);
  });
});
