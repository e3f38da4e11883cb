import { createServer, type RequestListener } from "node:http";
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { Connection, Keypair, PublicKey, SystemProgram, VersionedTransaction } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/rpc/route";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { demoAccounts } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import {
  MAX_NONCES,
  NONCE_ACCOUNT_BYTES,
  planCloseNonce,
  planCreateNonce,
} from "@/lib/core/plans/durable-nonce";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { unsignedBytes, unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import { planApproval, planExecution, planProposal, vaultMessage } from "@/lib/core/squads/plans";
import { Relay } from "@/lib/service/chain/relay";
import { readEnv } from "@/lib/service/env";
import { rpcUrls } from "@/lib/service/services";
import { CREATOR, MINTS, samplePlans } from "@/tests/lib/service/actions/sample-plans";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";
import { call, startServices } from "../support/http";

const PAGE = { host: "localhost:3000", origin: "http://localhost:3000", "sec-fetch-site": "same-origin" };
const BLOCKHASH = "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N";
const balance = { jsonrpc: "2.0", id: 1, method: "getBalance", params: [CREATOR] };

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown }; code?: string };
const query = (body: unknown, headers: Record<string, string> = PAGE) =>
  call<Answer>(POST, { path: "/rpc", body, headers });
const requested = (method: string, ...params: unknown[]) =>
  query({ jsonrpc: "2.0", id: "1", method, params });

function start(settings: Record<string, string> = {}) {
  const env = readEnv({ LOG_LEVEL: "silent", ...settings });
  return startServices({ env, relay: new Relay(rpcUrls(env), { warn: () => undefined }) });
}

const servers: LocalServer[] = [];
/** Starts a node with this listener and returns its URL. */
async function node(listener: RequestListener): Promise<string> {
  const server = await listenLocally(createServer(listener));
  servers.push(server);
  return server.url;
}
const nodeAnswering = (answer: unknown, status = 200) =>
  node((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe("the local ledger, through the relay", () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await TestLedger.start();
  });
  afterAll(() => ledger.close());
  const startLocal = () => start({ LEDGER_PORT: new URL(ledger.url).port });
  /** Returns the dashboard's own client library, with the handler in place of the network. */
  const connection = () =>
    new Connection("http://localhost:3000/rpc", {
      commitment: "confirmed",
      disableRetryOnRateLimit: true,
      fetch: async (_input, init) => {
        const { status, text } = await call(POST, {
          path: "/rpc",
          body: String(init?.body),
          headers: { ...PAGE, "content-type": "application/json" },
        });
        return new Response(text, { status });
      },
    });

  test("answers every call that the dashboard makes", async () => {
    startLocal();
    const wallet = Keypair.generate();
    const through = connection();
    await new DemoLedger(through).fillUpAll();
    await through.requestAirdrop(wallet.publicKey, 1_000_000_000);
    expect(await through.getBalance(wallet.publicKey)).toBe(1_000_000_000);
    expect(await through.getAccountInfo(wallet.publicKey)).toMatchObject({ lamports: 1_000_000_000 });
    expect(await through.getMultipleAccountsInfo([wallet.publicKey])).toHaveLength(1);
    expect(await through.getMinimumBalanceForRentExemption(165)).toBeGreaterThan(0);
    expect(await through.getGenesisHash()).toBe(await ledger.connection.getGenesisHash());
    expect(await through.getBlockHeight()).toBeGreaterThan(0);
    const locked = { lockedWritableAccounts: [wallet.publicKey] };
    expect(await through.getRecentPrioritizationFees(locked)).not.toHaveLength(0);
    const recent = (await through.getLatestBlockhashAndContext()).value;
    const [plan] = samplePlans(NATIVE_MINT);
    if (!plan) throw new Error("There is no plan.");
    const message = unsignedTransaction(plan, recent).compileMessage();
    expect((await through.getFeeForMessage(message)).value).toBeGreaterThan(0);
    const tried = await through.simulateTransaction(new VersionedTransaction(message), {
      sigVerify: false,
      replaceRecentBlockhash: true,
      accounts: { encoding: "base64", addresses: [CREATOR] },
    });
    expect(tried.value.err).not.toBeNull();
    const [account] = await demoAccounts();
    const [newest] = await through.getSignaturesForAddress(new PublicKey(account?.address ?? ""), {
      limit: 20,
    });
    const sent = await through.getSignatureStatuses([newest?.signature ?? ""], {
      searchTransactionHistory: true,
    });
    expect(sent.value[0]).toMatchObject({ err: null });
    const time = await requested("ledger_advanceTime", 60);
    expect(time.body.result).toBeGreaterThan(0);
  });

  test("returns the reason why a transaction was not sent", async () => {
    startLocal();
    const [plan] = samplePlans(NATIVE_MINT);
    if (!plan) throw new Error("There is no plan.");
    const recent = await ledger.connection.getLatestBlockhash();
    const wire = Buffer.from(unsignedBytes(plan, recent)).toString("base64");
    const { body } = await requested("sendTransaction", wire, { encoding: "base64" });
    expect(body.error?.code).toBeLessThan(0);
    expect(body).not.toHaveProperty("result");
  });
});

describe("only this service's own pages may call the relay", () => {
  test.each([
    ["a page of another site", { ...PAGE, origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a page with a hidden origin", { ...PAGE, origin: "null" }],
    ["a page of another port", { ...PAGE, origin: "http://localhost:5173" }],
    ["a page of another port, as browsers report it", { ...PAGE, "sec-fetch-site": "same-site" }],
    ["a script without a page", { host: "localhost:3000" }],
    [
      "a host name that was rebound to this server",
      { ...PAGE, host: "evil.example", origin: "http://evil.example" },
    ],
    ["a name with a port", { ...PAGE, host: "evil.example:3000", origin: "http://evil.example:3000" }],
    ["no host", { origin: "http://localhost:3000" }],
    ["a forged forwarded host", { ...PAGE, host: "evil.example", "x-forwarded-host": "localhost:3000" }],
  ])("refuses %s", async (_name, headers) => {
    start();
    for (const body of [balance, { ...balance, method: "ledger_advanceTime", params: [60] }]) {
      expect(await query(body, headers)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
  });

  test.each([
    ["by address", {}, { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" }],
    [
      "under its name",
      { ALLOWED_HOSTS: "app.example" },
      { host: "app.example", origin: "https://app.example" },
    ],
    [
      "behind a proxy that rewrites the host",
      { ALLOWED_HOSTS: "app.example" },
      { host: "127.0.0.1:3000", origin: "https://app.example" },
    ],
    [
      "behind a proxy that keeps the host in a header",
      { ALLOWED_HOSTS: "app.example", TRUST_PROXY_HOPS: "1" },
      { host: "inner:3000", "x-forwarded-host": "app.example", origin: "https://app.example" },
    ],
  ])("a page of this service may call it %s", async (_name, settings, headers) => {
    start({ ...settings, SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: 1, result: 5 }) });
    expect(await query(balance, headers)).toMatchObject({ status: 200, body: { result: 5 } });
  });
});

describe("a call is forwarded only in the form that the dashboard uses", () => {
  const many = Array.from({ length: 101 }, () => CREATOR);
  test.each([
    ["getProgramAccounts", [CREATOR]],
    ["getBlock", [1]],
    ["ledger_dropTransaction", ["x"]],
    ["getBalance", []],
    ["getBalance", ["nobody"]],
    ["getBalance", [CREATOR, {}, {}]],
    ["getAccountInfo", [CREATOR, { encoding: "jsonParsed" }]],
    ["getMultipleAccounts", [[]]],
    ["getMultipleAccounts", [many]],
    ["getSignatureStatuses", [Array.from({ length: 33 }, () => "1".repeat(64))]],
    ["getSignaturesForAddress", [CREATOR]],
    ["getSignaturesForAddress", [CREATOR, { limit: 21 }]],
    ["getSignaturesForAddress", [CREATOR, { limit: 0 }]],
    ["getSignaturesForAddress", [CREATOR, { limit: 1, before: "1".repeat(64) }]],
    ["sendTransaction", ["AAAA".repeat(1_367), { encoding: "base64" }]],
    ["simulateTransaction", ["AAAA", { encoding: "base64", innerInstructions: true }]],
    [
      "simulateTransaction",
      ["AAAA", { encoding: "base64", accounts: { encoding: "base64", addresses: many } }],
    ],
  ])("refuses %s %j", async (method, params) => {
    start();
    expect(await requested(method, ...params)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  });

  test("refuses a list of calls", async () => {
    start();
    expect(await query([balance, balance])).toMatchObject({ status: 400 });
  });
});

/** Returns an unsigned transaction of version 1 that calls a program with `dataBytes` of data. */
function version1(program: string, dataBytes: number): Uint8Array {
  const payer = address(CREATOR);
  const lifetime = { blockhash: blockhash(BLOCKHASH), lastValidBlockHeight: 1n };
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstruction(
        { programAddress: address(program), data: new Uint8Array(dataBytes) },
        timed,
      ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

describe("on a cluster", () => {
  const wire = (plan: SendablePlan) =>
    Buffer.from(unsignedBytes(plan, { blockhash: BLOCKHASH, lastValidBlockHeight: 1 })).toString("base64");

  test("forwards every transaction of the dashboard", async () => {
    start({
      RATE_LIMIT: "off",
      SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: "sent" }),
    });
    for (const plan of MINTS.flatMap(([, mint]) => samplePlans(mint))) {
      for (const method of ["sendTransaction", "simulateTransaction"]) {
        const { body } = await requested(method, wire(plan), { encoding: "base64" });
        expect(body).toMatchObject({ result: "sent" });
      }
    }
  });

  test("forwards the proposal, approval and execution of a vault's transaction", async () => {
    start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: "sent" }) });
    const vault = { multisig: NATIVE_MINT, vaultIndex: 0 };
    const action = { multisig: NATIVE_MINT, member: CREATOR, transactionIndex: 1n };
    const member = { address: CREATOR, canInitiate: true, canVote: true, canExecute: true };
    const authority = findSquadsVaultAddress(vault);
    const plan = planCancelCampaign({ treeAddress: NATIVE_MINT, cancelAuthority: authority });
    const message = vaultMessage(plan, vault);
    const transaction = { ...action, creator: CREATOR, vaultIndex: 0, ephemeralSignerCount: 0, message };
    for (const sent of [
      planProposal({ ...action, plan, vault, member }),
      planApproval(action),
      planExecution({ member: CREATOR, transaction }),
    ])
      expect(await requested("sendTransaction", wire(sent), { encoding: "base64" })).toMatchObject({
        status: 200,
      });
  });

  describe("nonce accounts", () => {
    const stranger = NATIVE_MINT;
    const getNonce = async (authority = CREATOR) =>
      planCreateNonce({ wallet: CREATOR, number: MAX_NONCES, authority, lamports: 1_447_680n });
    const closing = (to = CREATOR, authority = CREATOR) =>
      planCloseNonce({ nonce: { address: stranger, authority }, to, lamports: 1_447_680n });
    const getStatus = async (plan: SendablePlan) =>
      (await requested("sendTransaction", wire(plan), { encoding: "base64" })).status;
    const startCluster = async () =>
      start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: "sent" }) });
    const computeBudget = { computeUnitLimit: 10_000, computeUnitPrice: 1n };

    test("are created for any authority and closed by their own, also with a compute budget", async () => {
      await startCluster();
      for (const plan of [await getNonce(), await getNonce(stranger), closing()])
        for (const sent of [plan, withPriorityFee(plan, computeBudget)])
          expect(await getStatus(sent)).toBe(200);
    });

    test("are not forwarded in any other form", async () => {
      await startCluster();
      const created = await getNonce();
      const [create, initialize] = created.instructions;
      const [withdraw] = closing().instructions;
      if (!create || !initialize || !withdraw) throw new Error("The plans have instructions.");
      const payer = new PublicKey(CREATOR);
      const base = { fromPubkey: payer, basePubkey: payer, newAccountPubkey: new PublicKey(stranger) };
      const made = {
        ...base,
        seed: "vesting-index nonce 1",
        lamports: 1,
        programId: SystemProgram.programId,
      };
      const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 });
      const others = [
        [create],
        [initialize],
        [initialize, create],
        [create, initialize, transfer],
        [create, initialize, withdraw],
        [withdraw, withdraw],
        [transfer],
        [SystemProgram.createAccountWithSeed({ ...made, space: NONCE_ACCOUNT_BYTES }), initialize],
        [SystemProgram.createAccountWithSeed({ ...made, space: 165 }), initialize],
        closing(stranger).instructions,
        closing(CREATOR, stranger).instructions,
      ];
      for (const instructions of others)
        expect(await getStatus({ ...created, instructions: instructions.slice() })).toBe(403);
      const foreign = await planCreateNonce({
        ...{ wallet: stranger, number: 1, authority: CREATOR, lamports: 1n },
      });
      expect(await getStatus({ ...foreign, feePayer: CREATOR, signers: [CREATOR, stranger] })).toBe(403);
      expect(await getStatus({ ...created, feePayer: stranger, signers: [stranger, CREATOR] })).toBe(403);
    });
  });

  test("refuses a transaction that does not touch the vesting program, and invalid bytes", async () => {
    start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: "sent" }) });
    const [plan] = samplePlans(NATIVE_MINT);
    if (!plan) throw new Error("There is no plan.");
    const foreign = wire({
      ...plan,
      instructions: plan.instructions.map((instruction) =>
        Object.assign(Object.create(Object.getPrototypeOf(instruction)), instruction, {
          programId: new PublicKey(NATIVE_MINT),
        }),
      ),
    });
    for (const transaction of [foreign, "AAAA", ""]) {
      for (const method of ["sendTransaction", "simulateTransaction"]) {
        expect(await requested(method, transaction, { encoding: "base64" })).toMatchObject({ status: 403 });
      }
    }
  });

  test("forwards a version-1 transaction beyond the size of a packet only for the vesting program", async () => {
    start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: "sent" }) });
    const getStatus = async (program: string) => {
      const wire = Buffer.from(version1(program, 2_000)).toString("base64");
      return (await requested("sendTransaction", wire, { encoding: "base64" })).status;
    };
    expect(await getStatus(DEFAULT_PROGRAM_ID)).toBe(200);
    expect(await getStatus(NATIVE_MINT)).toBe(403);
  });

  test("offers no faucet and no clock", async () => {
    start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: 1 }) });
    expect(await requested("requestAirdrop", CREATOR, 1)).toMatchObject({ status: 403 });
    expect(await requested("ledger_advanceTime", 1)).toMatchObject({ status: 403 });
  });

  test("limits costly calls per address, and transactions per wallet", async () => {
    start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: [] }) });
    const accounts = Array.from({ length: 100 }, () => CREATOR);
    const statuses = async (times: number, ...params: Parameters<typeof requested>) => {
      const counts: Record<number, number> = {};
      for (let time = 0; time < times; time++) {
        const { status } = await requested(...params);
        counts[status] = (counts[status] ?? 0) + 1;
      }
      return counts;
    };
    expect(await statuses(300, "getMultipleAccounts", accounts)).toEqual({ 200: 240, 429: 60 });
    expect(await statuses(1, "getSignaturesForAddress", CREATOR, { limit: 1 })).toEqual({ 429: 1 });
    start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: "1", result: [] }) });
    const [plan] = samplePlans(NATIVE_MINT);
    if (!plan) throw new Error("There is no plan.");
    const send = ["sendTransaction", wire(plan), { encoding: "base64" }] as const;
    expect(await statuses(130, ...send)).toEqual({ 200: 120, 429: 10 });
  });

  test("does not let one client use up the transactions of a wallet that another client has", async () => {
    const SOLANA_RPC_URL = await nodeAnswering({ jsonrpc: "2.0", id: "1", result: "sent" });
    start({ SOLANA_RPC_URL, TRUST_PROXY_HOPS: "1" });
    const [plan] = samplePlans(NATIVE_MINT);
    if (!plan) throw new Error("There is no plan.");
    const params = [wire(plan), { encoding: "base64" }];
    const simulateFrom = async (address: string) => {
      const body = { jsonrpc: "2.0", id: "1", method: "simulateTransaction", params };
      return (await query(body, { ...PAGE, "x-forwarded-for": address })).status;
    };
    for (let time = 0; time < 120; time++) expect(await simulateFrom("198.51.100.7")).toBe(200);
    expect(await simulateFrom("198.51.100.7")).toBe(429);
    expect(await simulateFrom("203.0.113.9")).toBe(200);
  });
});

describe("a node's answer is filtered", () => {
  const KEY = "api-key-that-nobody-may-see";
  const unavailable = { status: 503, body: { code: "LEDGER_UNAVAILABLE" } };

  test.each([
    ["a failure that shows its key", () => nodeAnswering({ error: KEY }, 500)],
    ["a refusal that is not JSON-RPC", () => nodeAnswering(KEY, 401)],
    ["the answer to another call", () => nodeAnswering({ jsonrpc: "2.0", id: 2, result: KEY })],
    ["no answer", () => nodeAnswering({ jsonrpc: "2.0", id: 1 })],
    ["a page", () => node((_request, response) => response.end(`<html>${KEY}</html>`))],
    [
      "half an answer",
      () => node((_request, response) => response.writeHead(200, { "content-length": "99" }).end(KEY)),
    ],
    ["nothing", () => node((request) => request.socket.destroy())],
  ])("hides the content of %s", async (_name, serve) => {
    start({ SOLANA_RPC_URL: await serve() });
    const answer = await query(balance);
    expect(answer).toMatchObject(unavailable);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.text).not.toContain(KEY);
  });

  test("a node's text is dropped, except for the outcome of a transaction", async () => {
    const data = { err: "BlockhashNotFound", logs: ["a log"], unitsConsumed: 0, secret: KEY };
    const output = async (error: object) => {
      start({ SOLANA_RPC_URL: await nodeAnswering({ jsonrpc: "2.0", id: 1, error }) });
      const answer = await query(balance);
      expect(answer.text).not.toContain(KEY);
      return answer.body.error;
    };
    expect(await output({ code: -32603, message: `upstream ${KEY}` })).toEqual({
      code: -32603,
      message: "The network rejected the call.",
    });
    const message = "Transaction simulation failed: Blockhash not found";
    expect(await output({ code: -32002, message, data })).toEqual({
      code: -32002,
      message,
      data: { err: "BlockhashNotFound", logs: ["a log"], unitsConsumed: 0 },
    });
    expect(await output({ code: -32002, message: KEY })).toEqual({
      code: -32002,
      message: "The network rejected the transaction.",
    });
  });

  test("a redirect is not followed", async () => {
    let reached = 0;
    const inner = await node((_request, response) => {
      reached++;
      response.end("{}");
    });
    for (const status of [301, 302, 307, 308]) {
      start({
        SOLANA_RPC_URL: await node((_request, response) =>
          response.writeHead(status, { location: inner }).end(),
        ),
      });
      expect(await query(balance)).toMatchObject(unavailable);
    }
    expect(reached).toBe(0);
  });

  test("an endless answer is aborted, and its cost is counted", async () => {
    let written = 0;
    start({
      SOLANA_RPC_URL: await node((_request, response) => {
        const chunk = Buffer.alloc(65_536, "1");
        const more = () => {
          while (!response.destroyed && response.write(chunk)) written += chunk.length;
        };
        response.writeHead(200, { "content-type": "application/json" });
        response.on("drain", more);
        more();
      }),
    });
    expect(await query(balance)).toMatchObject(unavailable);
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  test("another endpoint is used after a failure", async () => {
    const good = await nodeAnswering({ jsonrpc: "2.0", id: 1, result: 7 });
    start({ SOLANA_RPC_URL: `${await nodeAnswering({}, 500)},${good}` });
    expect(await query(balance)).toMatchObject({ status: 200, body: { result: 7 } });
  });

  test("concurrent calls beyond the limit are refused at once", async () => {
    const held: (() => void)[] = [];
    start({
      SOLANA_RPC_URL: await node((_request, response) => {
        held.push(() => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: 7 })));
        if (held.length === 32) for (const answer of held) answer();
      }),
    });
    const answers = await Promise.all(Array.from({ length: 40 }, () => query(balance)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...new Array(32).fill(200), ...new Array(8).fill(503)]);
  });
});
