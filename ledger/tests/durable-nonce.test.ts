import {
  Connection,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTransfer, TestLedger } from "./support/ledger";

const HOUR = 3600;
const MORE_THAN_A_WINDOW = 200;

/** Transactions with a durable nonce, as offline and multisig signing need them. */
describe("a durable nonce", () => {
  let ledger: TestLedger;
  let connection: Connection;
  let payer: Keypair;

  beforeAll(async () => {
    ledger = await TestLedger.start();
    connection = ledger.connection;
    payer = ledger.wallet();
  });
  afterAll(() => ledger.close());

  async function makeNonce(authority: PublicKey): Promise<PublicKey> {
    const nonce = Keypair.generate();
    const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    const create = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: authority,
      lamports,
    });
    // A Connection caches blockhashes for half a minute of the machine's time, which is hours of the ledger's
    // time here.
    await ledger.send(create.instructions, [payer, nonce]);
    return nonce.publicKey;
  }

  async function nonceIn(nonce: PublicKey): Promise<string> {
    const account = await connection.getAccountInfo(nonce);
    return NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce;
  }

  /** Signs a transaction that can be sent at any time while the nonce is valid. */
  async function sign(
    nonce: PublicKey,
    work: TransactionInstruction,
    authority = payer,
  ): Promise<Transaction> {
    const transaction = new Transaction();
    transaction.add(
      SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: authority.publicKey }),
      work,
    );
    transaction.feePayer = payer.publicKey;
    transaction.recentBlockhash = await nonceIn(nonce);
    transaction.sign(...new Set([payer, authority]));
    return transaction;
  }

  const pay = (to: PublicKey, lamports: number) => createTransfer(payer, to, lamports);

  function passAnHour(): void {
    ledger.controls.advanceTime(HOUR);
    ledger.controls.advanceSlots(MORE_THAN_A_WINDOW);
  }

  it("lands a transaction that was signed an hour ago, once", async () => {
    const nonce = await makeNonce(payer.publicKey);
    const to = Keypair.generate().publicKey;
    passAnHour();
    const signed = await sign(nonce, pay(to, 1_000_000));
    const before = signed.recentBlockhash;
    passAnHour();
    expect(await connection.getFeeForMessage(signed.compileMessage())).toMatchObject({ value: 5000 });
    const signature = await connection.sendRawTransaction(signed.serialize());
    expect((await connection.getSignatureStatus(signature)).value?.err).toBeNull();
    expect(await connection.getBalance(to)).toBe(1_000_000);
    expect(await nonceIn(nonce)).not.toBe(before);

    const again = await sign(nonce, pay(to, 2_000_000));
    again.recentBlockhash = before;
    again.sign(payer);
    await expect(connection.sendRawTransaction(again.serialize())).rejects.toThrow("Blockhash not found");
    expect(await connection.getBalance(to)).toBe(1_000_000);
  });

  it("is also used up by a transaction that fails", async () => {
    const nonce = await makeNonce(payer.publicKey);
    passAnHour();
    const signed = await sign(nonce, pay(Keypair.generate().publicKey, 10 ** 15));
    const signature = await connection.sendRawTransaction(signed.serialize(), { skipPreflight: true });
    expect((await connection.getSignatureStatus(signature)).value?.err).not.toBeNull();
    expect(await nonceIn(nonce)).not.toBe(signed.recentBlockhash);
    const balance = await connection.getBalance(payer.publicKey);
    await connection.sendRawTransaction(signed.serialize(), { skipPreflight: true });
    expect(await connection.getBalance(payer.publicKey)).toBe(balance);
  });

  it("can be used by its authority alone", async () => {
    const authority = ledger.wallet();
    const nonce = await makeNonce(authority.publicKey);
    passAnHour();
    const foreign = await sign(nonce, pay(Keypair.generate().publicKey, 1_000_000));
    await expect(connection.sendRawTransaction(foreign.serialize())).rejects.toThrow("Blockhash not found");
    const own = await sign(nonce, pay(Keypair.generate().publicKey, 1_000_000), authority);
    const signature = await connection.sendRawTransaction(own.serialize());
    expect((await connection.getSignatureStatus(signature)).value?.err).toBeNull();
  });

  it("cannot be used in the block that created it", async () => {
    const nonce = Keypair.generate();
    const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    await ledger.controls.inOneBlock(async () => {
      const create = SystemProgram.createNonceAccount({
        fromPubkey: payer.publicKey,
        noncePubkey: nonce.publicKey,
        authorizedPubkey: payer.publicKey,
        lamports,
      });
      const made = new Transaction({ feePayer: payer.publicKey, ...(await connection.getLatestBlockhash()) });
      made.add(create).sign(payer, nonce);
      await connection.sendRawTransaction(made.serialize(), { skipPreflight: true });
      const processed = new Connection(ledger.url, "processed");
      const account = await processed.getAccountInfo(nonce.publicKey);
      const transaction = new Transaction({ feePayer: payer.publicKey });
      const advance = { noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey };
      transaction.add(SystemProgram.nonceAdvance(advance));
      transaction.recentBlockhash = NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce;
      transaction.sign(payer);
      await expect(
        processed.sendRawTransaction(transaction.serialize(), { preflightCommitment: "processed" }),
      ).rejects.toThrow("Blockhash not found");
    });
  });

  it("is used up by its authority's advance, also with a blockhash", async () => {
    const nonce = await makeNonce(payer.publicKey);
    passAnHour();
    const signed = await sign(nonce, pay(Keypair.generate().publicKey, 1_000_000));
    const advance = { noncePubkey: nonce, authorizedPubkey: payer.publicKey };
    await ledger.send([SystemProgram.nonceAdvance(advance)], [payer]);
    expect(await nonceIn(nonce)).not.toBe(signed.recentBlockhash);
    await expect(connection.sendRawTransaction(signed.serialize())).rejects.toThrow("Blockhash not found");
  });

  it("accepts a payer beside the signer and the authority, and requires every signature", async () => {
    const [authority, signer] = [Keypair.generate(), ledger.wallet()];
    const nonce = await makeNonce(authority.publicKey);
    passAnHour();
    const to = Keypair.generate().publicKey;
    const transaction = new Transaction({ feePayer: payer.publicKey }).add(
      SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: authority.publicKey }),
      createTransfer(signer, to, 1_000_000),
    );
    transaction.recentBlockhash = await nonceIn(nonce);
    transaction.partialSign(payer, signer);
    const partial = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
    await expect(connection.sendRawTransaction(partial)).rejects.toThrow(/signature verification/i);
    passAnHour();
    transaction.partialSign(authority);
    const before = await connection.getBalance(signer.publicKey);
    await connection.sendRawTransaction(transaction.serialize());
    expect(await connection.getBalance(to)).toBe(1_000_000);
    // The payer alone paid the fee.
    expect(await connection.getBalance(signer.publicKey)).toBe(before - 1_000_000);
  });

  it("from a seed returns its rent when it is closed, and invalidates transactions signed with it", async () => {
    const seed = "a nonce";
    const nonce = await PublicKey.createWithSeed(payer.publicKey, seed, SystemProgram.programId);
    const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    const own = { fromPubkey: payer.publicKey, basePubkey: payer.publicKey, seed, lamports };
    const make = () =>
      ledger.send(
        SystemProgram.createNonceAccount({ ...own, noncePubkey: nonce, authorizedPubkey: payer.publicKey })
          .instructions,
        [payer],
      );
    await make();
    passAnHour();
    const signed = await sign(nonce, pay(Keypair.generate().publicKey, 1_000_000));
    const to = Keypair.generate().publicKey;
    const ends = { noncePubkey: nonce, authorizedPubkey: payer.publicKey, toPubkey: to };
    await ledger.send([SystemProgram.nonceWithdraw({ ...ends, lamports })], [payer]);
    expect(await connection.getBalance(to)).toBe(lamports);
    expect(await connection.getAccountInfo(nonce)).toBeNull();
    await expect(connection.sendRawTransaction(signed.serialize())).rejects.toThrow("Blockhash not found");
    await make();
    passAnHour();
    expect(await nonceIn(nonce)).not.toBe(signed.recentBlockhash);
    await expect(connection.sendRawTransaction(signed.serialize())).rejects.toThrow("Blockhash not found");
  });

  it("is shown in parsed form", async () => {
    const nonce = await makeNonce(payer.publicKey);
    const { value } = await connection.getParsedAccountInfo(nonce);
    expect(value?.data).toEqual({
      program: "nonce",
      space: NONCE_ACCOUNT_LENGTH,
      parsed: {
        type: "initialized",
        info: {
          authority: payer.publicKey.toBase58(),
          blockhash: await nonceIn(nonce),
          feeCalculator: { lamportsPerSignature: "5000" },
        },
      },
    });
  });
});
