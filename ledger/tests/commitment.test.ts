import { type Finality, Keypair, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Slots } from "../bank/slots";
import { closeSockets, connect, createTransfer, TestLedger } from "./support/ledger";
import { PATIENT } from "./support/long";
import { Subscriber } from "./support/subscriber";

/** The test closes every block: confirmed one slot after the open one, final after three. */
describe("commitments", () => {
  let ledger: TestLedger;
  let me: Keypair;
  const nextBlock = (count = 1) => ledger.controls.advanceSlots(count);
  const pay = (to: Keypair, lamports: number) => ledger.pay(me, to.publicKey, lamports);

  beforeAll(async () => {
    ledger = await TestLedger.start({ instant: false, finalizedAfter: 3 });
    nextBlock(5);
    me = ledger.wallet();
    nextBlock(5);
  });
  afterAll(() => ledger.close());

  it("advances a transaction, its state and its listing slot by slot", async () => {
    const to = Keypair.generate();
    const signature = await pay(to, 1_000_000);
    const see = async () => {
      const [status] = (await ledger.connection.getSignatureStatuses([signature])).value;
      const at = async (commitment: Finality) => [
        await ledger.connection.getBalance(to.publicKey, commitment),
        (await ledger.connection.getSignaturesForAddress(to.publicKey, {}, commitment)).length,
        (await ledger.connection.getTransaction(signature, {
          commitment,
          maxSupportedTransactionVersion: 1,
        })) !== null,
        (
          await ledger.connection.getProgramAccounts(SystemProgram.programId, {
            commitment,
            filters: [{ dataSize: 0 }],
          })
        ).filter(({ pubkey }) => pubkey.equals(to.publicKey)).length,
      ];
      return {
        status: status?.confirmationStatus,
        confirmations: status?.confirmations,
        processed: await ledger.connection.getBalance(to.publicKey, "processed"),
        confirmed: await at("confirmed"),
        finalized: await at("finalized"),
      };
    };
    const there = [1_000_000, 1, true, 1];
    const absent = [0, 0, false, 0];
    const processed = 1_000_000;
    expect(await see()).toEqual({
      status: "processed",
      confirmations: 0,
      processed,
      confirmed: absent,
      finalized: absent,
    });
    nextBlock();
    expect(await see()).toEqual({
      status: "confirmed",
      confirmations: 1,
      processed,
      confirmed: there,
      finalized: absent,
    });
    nextBlock();
    expect(await see()).toEqual({
      status: "confirmed",
      confirmations: 2,
      processed,
      confirmed: there,
      finalized: absent,
    });
    nextBlock();
    expect(await see()).toEqual({
      status: "finalized",
      confirmations: null,
      processed,
      confirmed: there,
      finalized: there,
    });
  });

  it("reads an account's value at a commitment through several changes", async () => {
    const to = Keypair.generate();
    const balances = async () =>
      Promise.all(
        (["processed", "confirmed", "finalized"] as const).map((level) =>
          ledger.connection.getBalance(to.publicKey, level),
        ),
      );
    await pay(to, 1_000_000);
    await pay(to, 1_000_001);
    nextBlock();
    await pay(to, 5_000_000);
    expect(await balances()).toEqual([7_000_001, 2_000_001, 0]);
    nextBlock(2);
    expect(await balances()).toEqual([7_000_001, 7_000_001, 2_000_001]);
    nextBlock();
    expect(await balances()).toEqual([7_000_001, 7_000_001, 7_000_001]);
  });

  it("notifies each subscriber once, when its own commitment is reached", async () => {
    const to = Keypair.generate();
    const subscriber = await Subscriber.connect(ledger.wsUrl);
    const levels = ["processed", "confirmed", "finalized"] as const;
    const mentions = { mentions: [String(to.publicKey)] };
    const logs = await Promise.all(
      levels.map((commitment) => subscriber.call("logsSubscribe", mentions, { commitment })),
    );
    const accounts = await Promise.all(
      levels.map((commitment) =>
        subscriber.call("accountSubscribe", String(to.publicKey), { commitment, encoding: "base64" }),
      ),
    );
    const roots = await subscriber.call("rootSubscribe");
    const reported = () => [...logs, ...accounts].map((id) => subscriber.received(id).length);
    const slot = ledger.controls.openSlot();
    const signature = await pay(to, 1_000_000);
    await vi.waitFor(() => expect(reported()).toEqual([1, 0, 0, 1, 0, 0]), PATIENT);
    const unsubscribed = await subscriber.call("logsSubscribe", "all", { commitment: "confirmed" });
    expect(await subscriber.call("logsUnsubscribe", unsubscribed)).toBe(true);
    nextBlock();
    await vi.waitFor(() => expect(reported()).toEqual([1, 1, 0, 1, 1, 0]), PATIENT);
    nextBlock(2);
    await vi.waitFor(() => expect(reported()).toEqual([1, 1, 1, 1, 1, 1]), PATIENT);
    nextBlock(3);
    for (const id of logs) {
      expect(subscriber.received(id)).toMatchObject([{ context: { slot }, value: { signature, err: null } }]);
    }
    expect(subscriber.received(accounts[2])).toMatchObject([
      { context: { slot }, value: { lamports: 1_000_000 } },
    ]);
    await vi.waitFor(() => expect(subscriber.received(roots)).toHaveLength(6), PATIENT);
    expect(subscriber.received(unsubscribed)).toEqual([]);
    expect(reported()).toEqual([1, 1, 1, 1, 1, 1]);
    subscriber.close();
  });

  it("notifies a late signature subscriber at once, and ends the subscription", async () => {
    const signature = await pay(Keypair.generate(), 1_000_000);
    const subscriber = await Subscriber.connect(ledger.url.replace("http", "ws"));
    const late = await subscriber.call("signatureSubscribe", signature, { commitment: "processed" });
    const final = await subscriber.call("signatureSubscribe", signature);
    await vi.waitFor(
      () => expect(subscriber.received(late)).toMatchObject([{ value: { err: null } }]),
      PATIENT,
    );
    expect(subscriber.received(final)).toEqual([]);
    nextBlock(3);
    await vi.waitFor(() => expect(subscriber.received(final)).toHaveLength(1), PATIENT);
    expect(await subscriber.call("signatureUnsubscribe", final)).toMatchObject({ code: -32602 });
    subscriber.close();
  });

  it("runs a preflight on the state of its commitment", async () => {
    const poor = Keypair.generate();
    await pay(poor, 100_000_000);
    const transfer = createTransfer(poor, me.publicKey, 1_000_000);
    const { blockhash } = await ledger.connection.getLatestBlockhash("finalized");
    const transaction = await ledger.sign([transfer], [poor]);
    transaction.recentBlockhash = blockhash;
    transaction.sign(poor);
    const send = (preflightCommitment: "finalized" | "processed") =>
      ledger.connection.sendRawTransaction(transaction.serialize(), { preflightCommitment });
    await expect(send("finalized")).rejects.toThrow(
      "Attempt to debit an account but found no record of a prior credit.",
    );
    expect(await ledger.connection.getBalance(poor.publicKey, "processed")).toBe(100_000_000);
    await send("processed");
    await expect(send("processed")).rejects.toThrow("This transaction has already been processed");
    expect(await ledger.connection.getBalance(poor.publicKey, "processed")).toBe(98_995_000);
  });

  it("accepts a blockhash for 150 blocks and not one more", async () => {
    const { blockhash, lastValidBlockHeight } = await ledger.connection.getLatestBlockhash("confirmed");
    const transfer = createTransfer(me, me.publicKey, 1);
    const signed = (lamports: number) => {
      const transaction = ledger.sign([{ ...transfer, data: Buffer.from(transfer.data) }], [me]);
      return transaction.then((unsigned) => {
        unsigned.recentBlockhash = blockhash;
        unsigned.instructions[0]?.data.writeUInt32LE(lamports, 4);
        unsigned.sign(me);
        return unsigned.serialize();
      });
    };
    const [last, late] = [await signed(2), await signed(3)];
    nextBlock(lastValidBlockHeight - (await ledger.connection.getBlockHeight("processed")));
    await ledger.connection.sendRawTransaction(last, { preflightCommitment: "processed" });
    nextBlock();
    await expect(
      ledger.connection.sendRawTransaction(late, { preflightCommitment: "processed" }),
    ).rejects.toThrow("Blockhash not found");
    expect((await ledger.connection.isBlockhashValid(blockhash, { commitment: "processed" })).value).toBe(
      false,
    );
  });

  it("treats a blockhash as valid only as of a block that may contain it", async () => {
    const { blockhash } = await ledger.connection.getLatestBlockhash("processed");
    const isValid = async (commitment: Finality | "processed") =>
      (await ledger.connection.isBlockhashValid(blockhash, { commitment })).value;
    expect([await isValid("processed"), await isValid("finalized")]).toEqual([true, false]);
    nextBlock(3);
    expect(await isValid("finalized")).toBe(true);
  });

  it("distinguishes skipped slots, future blocks and slots not reached", async () => {
    const before = ledger.controls.openSlot();
    const heightBefore = await ledger.connection.getBlockHeight("processed");
    const open = ledger.controls.skipSlots(2);
    expect(open).toBe(before + 3);
    nextBlock();
    expect((await ledger.call("getBlock", before + 1)).error).toMatchObject({ code: -32004 });
    const confirmed = { commitment: "confirmed", maxSupportedTransactionVersion: 1 };
    expect((await ledger.call("getBlock", before + 1, confirmed)).error).toMatchObject({ code: -32007 });
    expect(await ledger.connection.getBlocks(before, before + 3, "confirmed")).toEqual([before, before + 3]);
    expect(await ledger.connection.getBlockHeight("processed")).toBe(heightBefore + 2);
    const [first, next] = [
      await ledger.call("getBlock", before, confirmed),
      await ledger.call("getBlock", open, confirmed),
    ];
    expect(next.result).toMatchObject({
      parentSlot: before,
      previousBlockhash: Object(first.result).blockhash,
      blockHeight: Object(first.result).blockHeight + 1,
    });
    expect((await ledger.call("getSlot", { minContextSlot: open + 50 })).error).toMatchObject({
      code: -32016,
      data: { contextSlot: before },
    });
  });

  it("keeps several transactions of one block in their order", async () => {
    const to = Keypair.generate();
    const sent = [await pay(to, 1_000_001), await pay(to, 1_000_002), await pay(to, 1_000_003)];
    const slot = ledger.controls.openSlot();
    nextBlock(3);
    const block = await ledger.connection.getBlock(slot, { maxSupportedTransactionVersion: 1 });
    expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toEqual(sent);
    const listed = await ledger.call("getSignaturesForAddress", String(to.publicKey));
    expect(listed.result).toMatchObject(
      [...sent].reverse().map((signature, index) => ({ signature, slot, transactionIndex: 2 - index })),
    );
  });
});

it("gives no block an earlier time than its parent, though the machine's clock is set back", () => {
  let now = 100;
  const slots = new Slots(new Uint8Array(32), () => now, null);
  for (const next of [100, 40, 120]) {
    now = next;
    slots.close();
    slots.refreshTime();
  }
  expect([0, 1, 2, 3, 4].map((slot) => slots.time(slot))).toEqual([100, 100, 100, 100, 120]);
});

it("confirms and finalizes on its own as time passes", async () => {
  const ledger = await TestLedger.start({ instant: false, slotMs: 20, finalizedAfter: 4 });
  const connection = connect(ledger, "finalized");
  try {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const signature = await connection.requestAirdrop(Keypair.generate().publicKey, 1_000_000_000);
    const result = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
    expect(result.value.err).toBeNull();
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe("finalized");
  } finally {
    closeSockets(connection);
    await ledger.close();
  }
});
