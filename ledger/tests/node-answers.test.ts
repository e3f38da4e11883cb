import {
  ComputeBudgetProgram,
  Keypair,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { createAssociatedTokenInstruction } from "@/lib/core/solana/tokens/tokens";
import { createTransfer, TestLedger } from "./support/ledger";
import { REFUSED_REQUESTS } from "./support/refused-requests";
import { Subscriber } from "./support/subscriber";

const VALUE = z.object({ value: z.record(z.string(), z.unknown()) });

describe("responses of a node", () => {
  let ledger: TestLedger;
  let me: Keypair;
  const post = async (body: string, contentType = "application/json") => {
    const response = await fetch(ledger.url, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const pay = (lamports = 1_000_000) => createTransfer(me, Keypair.generate().publicKey, lamports);

  beforeAll(async () => {
    ledger = await TestLedger.start();
    me = ledger.wallet();
  });
  afterAll(() => ledger.close());

  describe("JSON-RPC", () => {
    it.each([
      ["{oops", -32700, "Parse error"],
      ['{"jsonrpc":"2.0","id":1}', -32600, "Invalid request"],
      ["[]", -32600, "Invalid request"],
      ['{"jsonrpc":"1.0","id":1,"method":"getSlot"}', -32600, "Invalid request"],
      ['{"id":1,"method":"getSlot"}', -32600, "Unsupported JSON-RPC protocol version"],
      [
        '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":{"a":1}}',
        -32602,
        "`params` should be an array",
      ],
    ])("refuses %s with %i %s", async (body, code, message) => {
      expect(JSON.parse((await post(body)).text)).toMatchObject({ error: { code, message } });
    });

    it("answers a notification with an empty body and other content types with 415", async () => {
      expect((await post('{"jsonrpc":"2.0","method":"getSlot"}')).text).toBe("");
      expect((await post('{"jsonrpc":"2.0","id":1,"method":"getSlot"}', "text/plain")).status).toBe(415);
      expect(await (await fetch(`${ledger.url}/health`)).text()).toBe("ok");
    });
  });

  it.each(REFUSED_REQUESTS.map((request) => [request.method, request.params, request] as const))(
    "refuses %s %j",
    async (method, params, { code, message }) => {
      const { error } = await ledger.call(method, ...params);
      expect(error?.code).toBe(code);
      if (typeof message === "string") expect(error?.message).toBe(message);
      else expect(error?.message).toMatch(message);
    },
  );

  it("states the context slot when minContextSlot has not been reached", async () => {
    const { error } = await ledger.call("getBalance", me.publicKey.toBase58(), { minContextSlot: 1e9 });
    expect(error?.data).toEqual({ contextSlot: await ledger.connection.getSlot("finalized") });
  });

  it("refuses base58, also as the default, for more than 128 bytes", async () => {
    const mint = await ledger.createMint(me);
    const owner = me.publicKey.toBase58();
    const account = await ledger.mintTokens({ mint, authority: me, owner, amount: 1n });
    const message =
      "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.";
    const refusal = { error: { code: -32600, message } };
    for (const encoding of [{ encoding: "base58" }, { encoding: "binary" }, {}]) {
      expect(await ledger.call("getAccountInfo", account, encoding)).toMatchObject(refusal);
      expect(await ledger.call("getTokenAccountsByOwner", owner, { mint }, encoding)).toMatchObject(refusal);
      const dataSlice = { offset: 37, length: 200 };
      expect(await ledger.call("getAccountInfo", account, { ...encoding, dataSlice })).toHaveProperty(
        "result",
      );
    }
  });

  it("accepts an encoding alone as the configuration of getTransaction and getBlock", async () => {
    const signature = await ledger.send([pay()], [me]);
    const { result } = await ledger.call("getTransaction", signature, "base64");
    expect(Object(result).transaction[1]).toBe("base64");
    const block = await ledger.call("getBlock", Object(result).slot, "base64");
    expect(Object(block.result).transactions[0].transaction[1]).toBe("base64");
  });

  it("reports the lowest compute unit price that locked an account, of blocks with transactions", async () => {
    const [payer, other] = [ledger.wallet(), Keypair.generate().publicKey];
    ledger.controls.advanceSlots(3);
    const send = (price: number, to: PublicKey) =>
      ledger.send(
        [
          ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
          createTransfer(payer, to, 1_000_000),
        ],
        [payer],
      );
    await ledger.controls.inOneBlock(async () => {
      await send(1001, other);
      await send(70, Keypair.generate().publicKey);
    });
    const slot = await ledger.connection.getSlot("confirmed");
    const getFees = async (...keys: PublicKey[]) => {
      const fees = await ledger.connection.getRecentPrioritizationFees({ lockedWritableAccounts: keys });
      return fees.find((fee) => fee.slot === slot)?.prioritizationFee;
    };
    expect(await getFees()).toBe(70);
    expect(await getFees(payer.publicKey)).toBe(70);
    expect(await getFees(other)).toBe(1001);
    expect(await getFees(Keypair.generate().publicKey)).toBe(70);
    ledger.controls.advanceSlots(2);
    const fees = await ledger.connection.getRecentPrioritizationFees();
    expect(fees.at(-1)?.slot).toBe(slot);
  });

  it("drops the prices of a block that a fork abandons", async () => {
    const open = await TestLedger.start({ instant: false, finalizedAfter: 5 });
    const payer = open.wallet();
    open.controls.advanceSlots(6);
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000 });
    const signature = await open.send([price, createTransfer(payer, payer.publicKey, 1)], [payer]);
    open.controls.advanceSlots(1);
    const fees = async () =>
      (await open.connection.getRecentPrioritizationFees()).map((fee) => fee.prioritizationFee);
    expect(await fees()).toContain(5_000);
    open.controls.dropTransaction(bs58.decode(signature));
    expect(await fees()).not.toContain(5_000);
    await open.close();
  });

  it("reads a version 0 transaction for clients that support it only", async () => {
    const { blockhash } = await ledger.connection.getLatestBlockhash();
    const instructions: TransactionInstruction[] = [pay()];
    const message = new TransactionMessage({
      payerKey: me.publicKey,
      recentBlockhash: blockhash,
      instructions,
    });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    transaction.sign([me]);
    const signature = await ledger.connection.sendTransaction(transaction);
    expect((await ledger.call("getTransaction", signature)).error).toEqual({
      code: -32015,
      message:
        'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    });
  });

  it("simulates with inner instructions, units and the size of the loaded accounts", async () => {
    const mint = await ledger.createMint(me);
    const payer = me.publicKey.toBase58();
    const owner = Keypair.generate().publicKey.toBase58();
    const transaction = await ledger.sign([createAssociatedTokenInstruction({ payer, owner, mint })], [me]);
    const options = { encoding: "base64", innerInstructions: true };
    const { result } = await ledger.call(
      "simulateTransaction",
      transaction.serialize().toString("base64"),
      options,
    );
    const { err, innerInstructions, unitsConsumed, loadedAccountsDataSize } = VALUE.parse(result).value;
    expect(err).toBeNull();
    expect(innerInstructions).toMatchObject([{ index: 0, instructions: { length: 4 } }]);
    expect(unitsConsumed).toBeGreaterThan(1000);
    expect(loadedAccountsDataSize).toBeGreaterThan(82);
  });

  describe("subscriptions", () => {
    it.each([
      [
        "logsSubscribe",
        [{ mentions: Array(2).fill("11111111111111111111111111111111") }],
        -32602,
        "Invalid Request: Only 1 address supported",
      ],
      ["logsSubscribe", [{ mentions: ["0OIl"] }], -32602, "Invalid Request: Invalid mentions provided"],
      ["accountSubscribe", ["0OIl"], -32602, "Invalid Request: Invalid pubkey provided"],
      ["signatureSubscribe", ["0OIl"], -32602, "Invalid Request: Invalid signature provided"],
      ["accountUnsubscribe", [99_999], -32602, "Invalid subscription id."],
      ["blockSubscribe", ["all"], -32601, "Method not found"],
      ["voteSubscribe", [], -32601, "Method not found"],
    ])("refuses %s %j", async (method, params, code, message) => {
      const subscriber = await Subscriber.connect(ledger.wsUrl);
      expect(await subscriber.call(method, ...params)).toEqual({ code, message });
      subscriber.close();
    });

    it("reports the stages of each slot", async () => {
      const subscriber = await Subscriber.connect(ledger.wsUrl);
      const id = await subscriber.call("slotsUpdatesSubscribe");
      const slot = ledger.controls.openSlot();
      await ledger.send([pay()], [me]);
      const timestamp = expect.any(Number);
      await vi.waitFor(() => {
        expect(subscriber.received(id)).toEqual(
          expect.arrayContaining([
            {
              type: "frozen",
              slot,
              timestamp,
              stats: expect.objectContaining({ numSuccessfulTransactions: 1 }),
            },
            { type: "createdBank", slot: slot + 1, parent: slot, timestamp },
            { type: "optimisticConfirmation", slot, timestamp },
            { type: "root", slot, timestamp },
          ]),
        );
      });
      expect(await subscriber.call("slotsUpdatesUnsubscribe", id)).toBe(true);
      subscriber.close();
    });
  });
});
