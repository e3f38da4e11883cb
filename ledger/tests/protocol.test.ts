import { request } from "node:http";
import { Keypair, PublicKey, TransactionInstruction } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestLedger } from "./support/ledger";
import { Subscriber } from "./support/subscriber";
import { caseCount } from "./support/thorough";

const SYSTEM = "11111111111111111111111111111111";
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

describe("the ledger's protocol", () => {
  let ledger: TestLedger;
  const post = (body: string, headers: Record<string, string> = { "content-type": "application/json" }) =>
    fetch(ledger.url, { method: "POST", headers, body });

  beforeAll(async () => {
    ledger = await TestLedger.start({ controls: false });
  });
  afterAll(() => ledger.close());

  it("answers batches in order and returns nothing for notifications", async () => {
    const response = await post(
      JSON.stringify([
        { jsonrpc: "2.0", id: "a", method: "getHealth" },
        { jsonrpc: "2.0", method: "getHealth" },
        { jsonrpc: "2.0", id: 2, method: "nothing" },
        { id: 3 },
      ]),
    );
    expect(await response.json()).toEqual([
      { jsonrpc: "2.0", id: "a", result: "ok" },
      { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found" } },
      { jsonrpc: "2.0", id: 3, error: { code: -32600, message: "Invalid request" } },
    ]);
    expect(await (await post(JSON.stringify({ jsonrpc: "2.0", method: "getHealth" }))).text()).toBe("");
    expect(await (await post("[]")).json()).toMatchObject({ error: { code: -32600 } });
    expect(await (await post("{")).json()).toMatchObject({ error: { code: -32700 } });
  });

  it("refuses a batch of more than 100 requests", async () => {
    const batch = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "getHealth" })));
    expect(await (await post(batch(100))).json()).toHaveLength(100);
    expect(await (await post(batch(101))).json()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32600, message: "Too many requests in a batch; max 100" },
    });
  });

  it("answers the rest of a batch with errors once its response has 32 MiB", async () => {
    const requests = Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "getLeaderSchedule",
    }));
    const response = await (await post(JSON.stringify(requests))).text();
    expect(response.length).toBeLessThan(40 * 1024 * 1024);
    const answers: { id: number; result?: unknown; error?: unknown }[] = JSON.parse(response);
    expect(answers.map(({ id }) => id)).toEqual(requests.map(({ id }) => id));
    expect(answers[0]).toHaveProperty("result");
    expect(answers[99]?.error).toEqual({ code: -32603, message: "The response of the batch is too large" });
  });

  it("allows browsers, from public pages too", async () => {
    const preflight = await fetch(ledger.url, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,solana-client",
        "access-control-request-private-network": "true",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type,solana-client");
    expect(preflight.headers.get("access-control-allow-private-network")).toBe("true");
    const answer = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" }));
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("sends airdrops only to pages of this machine, and refuses pages under a rebound host name", async () => {
    const asPage = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; text: string }>((done, fail) => {
        const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
        const sent = request(ledger.url, options, async (response) => {
          let text = "";
          for await (const chunk of response) text += chunk;
          done({ status: response.statusCode, text });
        });
        const params = [Keypair.generate().publicKey.toBase58(), 1_000_000_000];
        sent
          .on("error", fail)
          .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "requestAirdrop", params }));
      });
    for (const origin of ["http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
      expect(JSON.parse((await asPage({ origin })).text)).toHaveProperty("result");
    }
    for (const origin of ["https://app.example.com", "null", "http://localhost.example.com"]) {
      expect(JSON.parse((await asPage({ origin })).text)).toMatchObject({ error: { code: -32601 } });
    }
    const rebound = { host: "evil.example.com:8899", origin: "http://evil.example.com:8899" };
    expect(await asPage(rebound)).toMatchObject({ status: 403 });
    expect(await asPage({ host: rebound.host, "sec-fetch-site": "same-origin" })).toMatchObject({
      status: 403,
    });
  });

  it("refuses other methods, other content and bodies too large", async () => {
    expect((await fetch(ledger.url)).status).toBe(405);
    expect(await (await fetch(`${ledger.url}/health`)).text()).toBe("ok");
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(`"${"x".repeat(50 * 1024)}"`)).status).toBe(413);
  });

  it.each([
    ["getBalance", [], "params"],
    ["getBalance", ["short"], "Invalid param: WrongSize"],
    ["getBalance", [SYSTEM, { commitment: "max" }], "unknown variant `max`, expected one of `processed`,"],
    ["getAccountInfo", [SYSTEM, { dataSlice: { offset: -1, length: 1 } }], "params[1].dataSlice.offset"],
    ["getMultipleAccounts", [[SYSTEM, 5]], "params[0].1"],
    ["getTransaction", ["x".repeat(88)], "Invalid param: WrongSize"],
    ["getSignaturesForAddress", [SYSTEM, { limit: 1001 }], "Invalid limit; max 1000"],
    [
      "getSignaturesForAddress",
      [SYSTEM, { commitment: "processed" }],
      "Method does not support commitment below `confirmed`",
    ],
    ["getBlocks", [0, 500_001], "Slot range too large; max 500000"],
    ["sendTransaction", ["####"], "invalid base58 encoding"],
    [
      "sendTransaction",
      ["AQAB", { encoding: "base64" }],
      "failed to deserialize solana_transaction::versioned::VersionedTransaction: io error",
    ],
    [
      "simulateTransaction",
      ["", { sigVerify: true, replaceRecentBlockhash: true }],
      "sigVerify may not be used with replaceRecentBlockhash",
    ],
    ["requestAirdrop", [SYSTEM, -5], "params[1]"],
    ["getTokenAccountBalance", [SYSTEM], "Invalid param: not a Token account"],
    ["getSlot", [{ minContextSlot: -1 }], "params[0].minContextSlot"],
  ])("names the invalid parameters of %s %j", async (method, params, position) => {
    const { error } = await ledger.call(method, ...params);
    expect(error?.code).toBe(-32602);
    expect(error?.message).toContain(position);
  });

  it("answers any request without an internal error", async () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const names = [
      "getAccountInfo",
      "getProgramAccounts",
      "getTransaction",
      "getBlock",
      "getSignatureStatuses",
      "sendTransaction",
      "simulateTransaction",
      "getTokenAccountsByOwner",
      "getFeeForMessage",
      "__proto__",
      "constructor",
      "toString",
      "ledger_advanceTime",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(json, { maxLength: 3 }),
        async (method, params) => {
          const { error } = await ledger.call(method, ...params);
          expect(error === undefined || error.code !== -32603).toBe(true);
        },
      ),
      { numRuns: caseCount(300) },
    );
  });

  it("disables the controls by default", async () => {
    for (const method of [
      "ledger_advanceTime",
      "ledger_advanceSlots",
      "ledger_dropTransaction",
      "ledger_fail",
    ]) {
      expect((await ledger.call(method, 1)).error?.code).toBe(-32601);
    }
  });

  it("opens the controls to programs, never to web pages", async () => {
    const open = await TestLedger.start({ controls: true });
    const query = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ledger_advanceSlots", params: [1] });
      const response = await fetch(open.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      return response.json();
    };
    expect(await query({})).toMatchObject({ result: expect.any(Number) });
    expect(await query({ origin: "https://page.example.com" })).toMatchObject({ error: { code: -32601 } });
    await open.close();
  });

  it("uses the next free ports on request, and otherwise reports that the ports are in use", async () => {
    const port = Number(new URL(ledger.url).port);
    await expect(TestLedger.start({ port }).then(() => "started")).rejects.toThrow("one of them is taken");
    const next = await TestLedger.start({ port, orNextPort: true });
    expect(Number(new URL(next.url).port)).toBeGreaterThan(port + 1);
    await next.close();
  });

  it("truncates logs at 10,000 bytes as a node does", async () => {
    const me = ledger.wallet();
    const memo = new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.alloc(0) });
    const signature = await ledger.send(new Array(60).fill(memo), [me]);
    const { meta } = (await ledger.connection.getTransaction(signature)) ?? {};
    expect(meta?.err).toBeNull();
    const logs = meta?.logMessages ?? [];
    expect(logs.filter((line) => line === "Log truncated")).toHaveLength(1);
    // Lines short enough to fit still follow the truncation, as in the runtime.
    const bytes = logs.filter((line) => line !== "Log truncated").join("").length;
    expect(bytes).toBeLessThanOrEqual(10_000);
    expect(bytes).toBeGreaterThan(9_700);
  });

  it("lists memos with their length", async () => {
    const me = ledger.wallet();
    const memo = (text: string) =>
      new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(text) });
    await ledger.send([memo("grüezi"), memo("b")], [me]);
    const [entry] = await ledger.connection.getSignaturesForAddress(me.publicKey);
    expect(entry?.memo).toBe("[7] grüezi; [1] b");
  });

  it("reports errors to subscribers and keeps their socket open", async () => {
    const subscriber = await Subscriber.connect(ledger.wsUrl);
    expect(await subscriber.call("getHealth")).toMatchObject({ code: -32601 });
    expect(await subscriber.call("constructorSubscribe")).toMatchObject({ code: -32601 });
    expect(await subscriber.call("accountSubscribe", "x")).toMatchObject({ code: -32602 });
    expect(await subscriber.call("logsSubscribe", { mentions: [SYSTEM, SYSTEM] })).toMatchObject({
      code: -32602,
    });
    expect(await subscriber.call("accountUnsubscribe", 99)).toMatchObject({ code: -32602 });
    expect(typeof (await subscriber.call("logsSubscribe", "all"))).toBe("number");
    subscriber.close();
  });

  it("writes lamports beyond the precision of a double in full", async () => {
    const response = await post(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "getAccountInfo",
        params: [SYSTEM, { encoding: "base64" }],
      }),
    );
    expect(await response.text()).toContain('"rentEpoch":18446744073709551615');
  });

  it("returns accounts in every encoding of a node", async () => {
    const mint = await ledger.createMint(ledger.wallet());
    const account = async (encoding?: string, dataSlice?: object) =>
      Object(Object((await ledger.call("getAccountInfo", mint, { encoding, dataSlice })).result).value).data;
    const [text] = await account("base64");
    const bytes = Buffer.from(text, "base64");
    expect(bytes.length).toBe(82);
    const { default: bs58 } = await import("bs58");
    expect(await account("base58", { offset: 4, length: 32 })).toEqual([
      bs58.encode(bytes.subarray(4, 36)),
      "base58",
    ]);
    expect(await account()).toBe(bs58.encode(bytes));
    expect(await account("jsonParsed")).toMatchObject({
      program: "spl-token",
      parsed: { type: "mint", info: { decimals: 6 } },
    });
    expect((await ledger.call("getAccountInfo", String(Keypair.generate().publicKey))).result).toMatchObject({
      value: null,
    });
  });
});
