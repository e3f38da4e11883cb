import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSolanaRpc, generateKeyPairSigner, getBase64EncodedWireTransaction } from "@solana/kit";
import { Keypair, PublicKey } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Fault } from "@/ledger/rpc/server/faults";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { signVersion1 } from "@/ledger/tests/support/version-1";
import { Chain } from "@/lib/service/chain/chain";
import { pauseAfter } from "@/lib/service/chain/endpoint";
import {
  InvalidRpcResponseError,
  NetworkUnavailableError,
  RpcRejectionError,
} from "@/lib/service/chain/errors";
import { listenLocally } from "@/tests/support/local-server";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** The client reads from the local ledger, with its answers distorted as public endpoints distort them. */
describe("the chain client", () => {
  let ledger: TestLedger;
  let other: TestLedger;
  let me: Keypair;
  const signatures: string[] = [];
  const to = Keypair.generate().publicKey;
  const spoil = (failure: Fault) => ledger.controls.addFault(failure);
  const chain = (options: { timeoutMs?: number; deadlineMs?: number; urls?: string[] } = {}) =>
    new Chain({ urls: [ledger.url], ...options });

  beforeAll(async () => {
    [ledger, other] = await Promise.all([TestLedger.start(), TestLedger.start()]);
    me = ledger.wallet();
    for (let count = 1; count <= 5; count++) {
      signatures.push(await ledger.pay(me, to, 1_000_000 * count));
    }
  });
  afterEach(() => ledger.controls.clearFaults());
  afterAll(() => Promise.all([ledger.close(), other.close()]));

  it("reads version-1 transactions", async () => {
    const rpc = createSolanaRpc(ledger.url);
    const [from, to] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    ledger.controls.airdrop(new PublicKey(from.address).toBytes(), 1_000_000_000n);
    const { value: blockhash } = await rpc.getLatestBlockhash().send();
    const transaction = await signVersion1({ from, to: to.address, amount: 2_000_000, blockhash });
    const wire = getBase64EncodedWireTransaction(transaction);
    const signature = await rpc.sendTransaction(wire, { encoding: "base64" }).send();
    const [read] = await chain().getTransactions([signature]);
    expect(read).toMatchObject({ signature, status: "indexed", events: [] });
  });

  it("lists signatures with slot, time, outcome and position", async () => {
    const list = await chain().getSignatures(String(to), { limit: 3 });
    expect(list.map(({ signature }) => signature)).toEqual(signatures.slice(2).reverse());
    expect(list[0]).toMatchObject({ failed: false, finalized: true, transactionIndex: 0 });
    expect(typeof list[0]?.slot).toBe("bigint");
    const next = await chain().getSignatures(String(to), {
      before: list[2]?.signature,
      until: signatures[0],
    });
    expect(next.map(({ signature }) => signature)).toEqual([signatures[1]]);
  });

  it("returns transactions in the requested order, and null for unknown ones", async () => {
    const unknown = ledger.connection.rpcEndpoint && "1".repeat(64);
    const [second, none, first] = await chain().getTransactions([
      signatures[1] ?? "",
      unknown,
      signatures[0] ?? "",
    ]);
    expect(second).toMatchObject({ signature: signatures[1], status: "indexed" });
    expect(none).toBeNull();
    expect(first).toMatchObject({ signature: signatures[0], status: "indexed", lostAccounts: null });
  });

  it("reads lamports beyond the precision of a double to the last digit", async () => {
    const result = {
      context: { slot: 5 },
      value: [{ owner: String(to), lamports: 1, data: ["", "base64"] }],
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 0, result }).replace(
      '"lamports":1',
      '"lamports":18446744073709551615',
    );
    spoil({ method: "getMultipleAccounts", times: 1, body });
    const { accounts } = await chain().getAccounts([String(to)]);
    expect(accounts[0]?.lamports).toBe(18446744073709551615n);
  });

  it("reads a block's signatures, and null for a missing block", async () => {
    const [entry] = await chain().getSignatures(String(to), { limit: 1 });
    expect(await chain().getBlockSignatures(entry?.slot ?? 0n)).toEqual([entry?.signature]);
    expect(await chain().getBlockSignatures(1_000_000n)).toBeNull();
    const skipped = ledger.controls.skipSlots(1) - 1;
    ledger.controls.advanceSlots(1);
    expect(await chain().getBlockSignatures(BigInt(skipped))).toBeNull();
  });

  it("waits as long as an overloaded endpoint asks, then continues", async () => {
    spoil({ method: "getSlot", times: 1, status: 429, retryAfter: 1 });
    const started = performance.now();
    await chain().getSlot();
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ["an HTTP 503", { status: 503 }],
    ["a cut connection", { hangUp: true }],
    ["text that is not JSON", { body: "<html>Bad gateway</html>" }],
    ["a node that is behind", { error: { code: -32005, message: "Node is behind by 42 slots" } }],
    [
      "long-term storage that is away",
      { error: { code: -32019, message: "Failed to query long-term storage; please try again" } },
    ],
    ["an answer of another shape", { result: { slot: "none" } }],
    ["an answer that never comes", { delayMs: 2_000 }],
  ] satisfies [string, Partial<Fault>][])("retries after %s", async (_name, failure) => {
    spoil({ method: "getSlot", times: 1, ...failure });
    expect(await chain({ timeoutMs: 400 }).getSlot()).toBeGreaterThan(0n);
  });

  it("fails over to the next endpoint at once when the first fails", async () => {
    spoil({ method: "getSlot", status: 429, retryAfter: 60 });
    // The first endpoint is not queried again during this test.
    const both = chain({ urls: [ledger.url, other.url], deadlineMs: 60_000 });
    const [slot, expected] = [await both.getSlot(), await chain({ urls: [other.url] }).getSlot()];
    expect(slot).toBe(expected);
  });

  it("returns the slots of every endpoint, and null for one that does not answer", async () => {
    const both = chain({ urls: [ledger.url, other.url] });
    const slots = await Promise.all(
      [ledger, other].map(async ({ url }) => ({
        host: new URL(url).host,
        slots: { head: await chain({ urls: [url] }).getSlot(), final: expect.any(BigInt) },
      })),
    );
    expect(await both.getHeads()).toEqual(slots);
    spoil({ method: "getSlot", status: 503 });
    expect(await both.getHeads()).toEqual([{ host: new URL(ledger.url).host, slots: null }, slots[1]]);
    const nobody = chain({ urls: ["http://127.0.0.1:9", "http://127.0.0.1:10"] });
    await expect(nobody.getHeads()).rejects.toBeInstanceOf(NetworkUnavailableError);
  });

  it("avoids an endpoint that lags until it is reported to have caught up", async () => {
    const both = chain({ urls: [ledger.url, other.url] });
    spoil({ method: "getSlot", result: 9_000_000 });
    both.setLagging([0]);
    expect(await both.getSlot()).toBeLessThan(9_000_000n);
    both.setLagging([]);
    expect(await both.getSlot()).toBe(9_000_000n);
    both.setLagging([0, 1]);
    expect(await both.getSlot()).toBe(9_000_000n);
  });

  it("reports where every endpoint has a transaction, and which transactions an endpoint lacks", async () => {
    const [entry] = await chain().getSignatures(String(to), { limit: 1 });
    const [mine, theirs] = [new URL(ledger.url).host, new URL(other.url).host];
    const slot = entry?.slot ?? 0n;
    const both = chain({ urls: [ledger.url, other.url] });
    const read = (signature: string, at: bigint) => both.getReports({ signature, slot: at });
    const present = { host: mine, state: "present", slot, failed: false };
    expect(await read(entry?.signature ?? "", slot)).toMatchObject([present, { host: theirs }]);
    const unknown = "1".repeat(64);
    expect(await read(unknown, slot)).toMatchObject([{ state: "absent" }, { host: theirs }]);
    expect(await read(unknown, 1_000_000n)).toMatchObject([{ state: "unknown" }, { state: "unknown" }]);
  });

  it("counts a slot as skipped only when the next block names an earlier parent", async () => {
    const skipped = BigInt(ledger.controls.skipSlots(1) - 1);
    const read = () => chain().getReports({ signature: "1".repeat(64), slot: skipped });
    ledger.controls.advanceSlots(2);
    expect(await read()).toMatchObject([{ state: "absent" }]);
    const error = { code: -32004, message: "Block not available" };
    spoil({ method: "getBlock", error });
    expect(await read()).toMatchObject([{ state: "unknown" }]);
  });

  it("reads accounts in parts, as of the oldest slot, and rejects another number of accounts", async () => {
    const parts = new Chain({ urls: [ledger.url], batchSize: 1, concurrency: 1 });
    const method = "getMultipleAccounts";
    spoil({ method, times: 1, result: { context: { slot: 1 }, value: new Array(100).fill(null) } });
    const { slot, accounts } = await parts.getAccounts(new Array(101).fill(String(to)));
    expect([slot, accounts.filter((account) => account !== null).length]).toEqual([1n, 1]);
    expect(accounts.at(100)).not.toBeNull();
    spoil({ method, times: 1, result: { context: { slot: 1 }, value: [] } });
    await expect(chain().getAccounts([String(to)])).rejects.toBeInstanceOf(InvalidRpcResponseError);
  });

  it("stops using batches where an endpoint refuses them", async () => {
    spoil({ method: "getTransaction", times: 1, status: 413 });
    const found = await chain().getTransactions(signatures);
    expect(found.map((item) => item && "signature" in item && item.signature)).toEqual(signatures);
  });

  it("continues with batches after a rate limiter refused a whole batch", async () => {
    const refusal = { jsonrpc: "2.0", id: null, error: { code: 429, message: "Too many requests" } };
    const nodes = chain();
    spoil({ method: "getTransaction", times: 1, body: JSON.stringify(refusal) });
    await nodes.getTransactions(signatures);
    // Affects one HTTP request, and every call in its batch.
    spoil({ method: "getTransaction", times: 1, result: null });
    const found = await nodes.getTransactions(signatures);
    expect(found.filter((item) => item === null).length).toBeGreaterThan(1);
  });

  it("retries only the missing answers of a batch", async () => {
    spoil({ method: "getTransaction", times: 1, error: { code: -32603, message: "Internal error" } });
    const found = await chain().getTransactions(signatures);
    expect(found.every((item) => item !== null && "signature" in item)).toBe(true);
  });

  it("marks answers as unreadable that no attempt returns in shape, and keeps the rest", async () => {
    spoil({ method: "getTransaction", result: { slot: -1 } });
    const found = await chain({ deadlineMs: 4_000 }).getTransactions(signatures.slice(0, 2));
    expect(found.every((item) => item !== null && "unreadable" in item)).toBe(true);
  });

  it("keeps the answers of a batch in which the node refuses one transaction", async () => {
    const error = { code: -32009, message: "Slot 7 was skipped, or missing in long-term storage" };
    spoil({ method: "getTransaction", times: 1, error });
    const one = new Chain({ urls: [ledger.url], batchSize: 1, concurrency: 1 });
    const found = await one.getTransactions(signatures);
    expect(found.map((read) => read && "signature" in read && read.signature)).toEqual([
      null,
      ...signatures.slice(1),
    ]);
    spoil({ method: "getTransaction", error });
    await expect(chain().getTransactions(signatures)).rejects.toMatchObject({ code: -32009 });
  });

  it("refuses a list that repeats the transaction before which it should start", async () => {
    const list = () => chain({ deadlineMs: 4_000 }).getSignatures(String(to), { before: signatures[0] });
    await list();
    const result = signatures.map((signature) => ({ signature, slot: 1, err: null }));
    spoil({ method: "getSignaturesForAddress", result });
    await expect(list()).rejects.toBeInstanceOf(InvalidRpcResponseError);
  });

  it("reports the network as unavailable when nothing answers by the deadline", async () => {
    spoil({ method: "getSlot", status: 503 });
    await expect(chain({ deadlineMs: 500 }).getSlot()).rejects.toBeInstanceOf(NetworkUnavailableError);
    const nobody = chain({ urls: ["http://127.0.0.1:9/?api-key=secret"], deadlineMs: 300 });
    const error = await nobody.getSlot().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NetworkUnavailableError);
    expect(String(error)).not.toContain("secret");
  });

  it("distinguishes an invalid answer from a missing one", async () => {
    spoil({ method: "getSlot", result: null });
    await expect(chain({ deadlineMs: 4_000 }).getSlot()).rejects.toBeInstanceOf(InvalidRpcResponseError);
  });

  it("returns a refusal at once", async () => {
    const refusal = chain().getSignatures("not an address");
    await expect(refusal).rejects.toBeInstanceOf(RpcRejectionError);
    await expect(refusal).rejects.toMatchObject({ code: -32602 });
  });

  it("stops when its caller aborts", async () => {
    spoil({ method: "getSlot", delayMs: 60_000, hangUp: true });
    const patient = chain({ timeoutMs: 60_000, deadlineMs: 60_000 });
    const stopped = patient.getSlot({ signal: AbortSignal.timeout(100) });
    await expect(stopped).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("leaves a silent endpoint even when garbage collection runs meanwhile", async () => {
    spoil({ method: "getSlot", delayMs: 600_000, hangUp: true });
    const collecting = setInterval(collectGarbage, 20);
    const { signal } = new AbortController();
    const both = chain({ urls: [ledger.url, other.url], timeoutMs: 1_000, deadlineMs: 20_000 });
    const slot = await both.getSlot({ signal }).finally(() => clearInterval(collecting));
    expect(typeof slot).toBe("bigint");
  });

  it("does not read from a node that is behind the caller's last seen slot", async () => {
    const ahead = (await chain().getSlot()) + 100n;
    const read = chain({ deadlineMs: 400 }).getAccounts([String(to)], { minContextSlot: ahead });
    await expect(read).rejects.toBeInstanceOf(NetworkUnavailableError);
  });

  it("reports whether an endpoint is healthy", async () => {
    expect(await chain().isHealthy()).toBe(true);
    spoil({ method: "getHealth", error: { code: -32005, message: "Node is unhealthy" } });
    expect(await chain().isHealthy()).toBe(false);
    expect(await chain({ urls: [ledger.url, other.url] }).isHealthy()).toBe(true);
  });

  it("stops reading an endless answer to a health check", async () => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536, " ");
    const endless = await listenLocally(
      createServer((_request, response) => {
        const more = () => {
          do sent += chunk.length;
          while (response.write(chunk));
        };
        response.on("drain", more);
        more();
      }),
    );
    onTestFinished(() => endless.close());
    expect(await chain({ urls: [endless.url] }).isHealthy()).toBe(false);
    // The buffers of both sockets hold a few megabytes that are never read.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });
});

it("pauses an endpoint as long as Retry-After asks, but at most a minute", () => {
  expect(pauseAfter({ retryAfterMs: 1_500 }, 3)).toBe(1_500);
  expect(pauseAfter({ retryAfterMs: 86_400_000 }, 0)).toBe(60_000);
  expect(pauseAfter({ retryAfterMs: null }, 1)).toBeLessThanOrEqual(200);
  expect(pauseAfter({ retryAfterMs: null }, 50)).toBeLessThanOrEqual(5_000);
});
