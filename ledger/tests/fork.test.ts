import { Keypair, type Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTransfer, TestLedger } from "./support/ledger";

/**
 * A fork abandons blocks that were confirmed, but not final, and creates them again without one transaction.
 */
describe("dropping a transaction that is not final", () => {
  let ledger: TestLedger;
  let me: Keypair;
  const nextBlock = (count = 1) => ledger.controls.advanceSlots(count);
  const drop = async (signature: string) => (await ledger.call("ledger_dropTransaction", signature)).result;
  const balance = (wallet: Keypair) => ledger.connection.getBalance(wallet.publicKey, "processed");
  const pay = (from: Keypair, to: Keypair, lamports: number) => ledger.pay(from, to.publicKey, lamports);
  const sign = (to: Keypair, lamports: number) =>
    ledger.sign([createTransfer(me, to.publicKey, lamports)], [me]);
  const send = (transaction: Transaction) =>
    ledger.connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: "processed" });
  const listed = async (wallet: Keypair) =>
    (await ledger.connection.getSignaturesForAddress(wallet.publicKey, {}, "confirmed")).map(
      ({ signature }) => signature,
    );

  beforeEach(async () => {
    ledger = await TestLedger.start({ instant: false, finalizedAfter: 4 });
    me = ledger.wallet();
    nextBlock(5);
  });
  afterEach(() => ledger.close());

  it("reverts it and keeps the transactions that do not depend on it, in the same slots", async () => {
    const [first, second] = [Keypair.generate(), Keypair.generate()];
    const signed = [await sign(second, 1_000_001), await sign(second, 1_000_002)];
    const dropped = await pay(me, first, 5_000_000);
    nextBlock();
    const stored = [];
    for (const transaction of signed) stored.push(await send(transaction));
    nextBlock();
    const before = await ledger.call("getSignatureStatuses", stored);
    expect(await drop(dropped)).toBe(true);
    expect(await listed(first)).toEqual([]);
    expect(await listed(second)).toEqual([...stored].reverse());
    expect(await ledger.call("getSignatureStatuses", stored)).toEqual(before);
    expect((await ledger.call("getTransaction", dropped, { commitment: "confirmed" })).result).toBeNull();
    expect([await balance(first), await balance(second)]).toEqual([0, 2_000_003]);
    expect(await balance(me)).toBe(100_000_000_000 - 2_000_003 - 10_000);
    nextBlock(4);
    expect(await ledger.connection.getBalance(second.publicKey, "finalized")).toBe(2_000_003);
    expect((await ledger.connection.getSignatureStatus(stored[0] ?? "")).value?.confirmationStatus).toBe(
      "finalized",
    );
  });

  it("refuses transactions that name the blockhash of an abandoned block", async () => {
    const [first, second] = [Keypair.generate(), Keypair.generate()];
    const before = await ledger.connection.getLatestBlockhash("processed");
    const dropped = await pay(me, first, 5_000_000);
    nextBlock();
    const abandoned = await ledger.connection.getLatestBlockhash("processed");
    const slot = await ledger.connection.getSlot("confirmed");
    const landed = await pay(me, second, 1_000_001);
    const late = await sign(second, 1_000_002);
    nextBlock();
    expect(await drop(dropped)).toBe(true);

    expect((await ledger.connection.getSignatureStatus(landed)).value).toBeNull();
    await expect(send(late)).rejects.toThrow("Blockhash not found");
    const isValid = async (blockhash: string) =>
      (await ledger.connection.isBlockhashValid(blockhash, { commitment: "processed" })).value;
    expect(await isValid(abandoned.blockhash)).toBe(false);
    expect(await isValid(before.blockhash)).toBe(true);
    const block = await ledger.connection.getBlock(slot, { commitment: "confirmed" });
    expect(block?.blockhash).not.toBe(abandoned.blockhash);
    expect(await isValid(block?.blockhash ?? "")).toBe(true);
    await pay(me, second, 1_000_003);
    expect(await balance(second)).toBe(1_000_003);
  });

  it("leaves the open block empty when the dropped transactions were in closed ones", async () => {
    const to = Keypair.generate();
    const dropped = await pay(me, to, 1_000_001);
    await pay(me, to, 1_000_002);
    nextBlock();
    await drop(dropped);
    const first = await pay(me, to, 1_000_003);
    nextBlock();
    const entries = await ledger.call("getSignaturesForAddress", String(to.publicKey), {
      commitment: "confirmed",
      limit: 1,
    });
    expect(entries.result).toMatchObject([{ signature: first, transactionIndex: 0 }]);
  });

  it("drops the transactions that depend on it", async () => {
    const [middle, last] = [Keypair.generate(), Keypair.generate()];
    const dropped = await pay(me, middle, 50_000_000);
    const dependent = await pay(middle, last, 10_000_000);
    nextBlock();
    expect(await drop(dropped)).toBe(true);
    expect((await ledger.connection.getSignatureStatus(dependent)).value).toBeNull();
    expect([await balance(middle), await balance(last)]).toEqual([0, 0]);
  });

  it("lets the dropped transaction land again while its blockhash is valid", async () => {
    const to = Keypair.generate();
    const transfer = createTransfer(me, to.publicKey, 1_000_000);
    const transaction = await ledger.sign([transfer], [me]);
    const send = () =>
      ledger.connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: "processed" });
    const signature = await send();
    nextBlock();
    await drop(signature);
    nextBlock();
    const slot = ledger.controls.openSlot();
    expect(await send()).toBe(signature);
    expect((await ledger.connection.getSignatureStatus(signature)).value?.slot).toBe(slot);
    nextBlock();
    expect(await listed(to)).toEqual([signature]);
  });

  it("drops nothing that is final or unknown", async () => {
    const to = Keypair.generate();
    const signature = await pay(me, to, 1_000_000);
    nextBlock(4);
    expect(await drop(signature)).toBe(false);
    expect(await drop(bs58.encode(Buffer.alloc(64, 7)))).toBe(false);
    expect(await balance(to)).toBe(1_000_000);
  });

  it("drops one of several in the open block", async () => {
    const to = Keypair.generate();
    const sent = [await pay(me, to, 1_000_001), await pay(me, to, 1_000_002), await pay(me, to, 1_000_003)];
    expect(await drop(sent[1] ?? "")).toBe(true);
    sent.push(await pay(me, to, 1_000_004));
    nextBlock();
    const entries = await ledger.call("getSignaturesForAddress", String(to.publicKey), {
      commitment: "confirmed",
    });
    expect(entries.result).toMatchObject([
      { signature: sent[3], transactionIndex: 2 },
      { signature: sent[2], transactionIndex: 1 },
      { signature: sent[0], transactionIndex: 0 },
    ]);
    expect(await balance(to)).toBe(3_000_008);
  });
});
