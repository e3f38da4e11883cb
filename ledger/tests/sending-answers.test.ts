import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import nacl from "tweetnacl";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTransfer, TestLedger } from "./support/ledger";

const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const SANITIZE = "invalid transaction: Transaction failed to sanitize accounts offsets correctly";
const RENT_EXEMPT_LAMPORTS = 890_880;
const FEE = 5_000;

const call = (programId: PublicKey, data = "") =>
  new TransactionInstruction({ programId, keys: [], data: Buffer.from(data) });

/** A node's responses to transactions that it refuses, from Agave's rpc.rs, svm and the SDK's error texts. */
describe("sendTransaction and simulateTransaction", () => {
  let ledger: TestLedger;
  let me: Keypair;
  const send = (bytes: Uint8Array, options: object = {}) =>
    ledger.call("sendTransaction", Buffer.from(bytes).toString("base64"), {
      encoding: "base64",
      preflightCommitment: "confirmed",
      ...options,
    });
  const simulate = (bytes: Uint8Array, options: object = {}) =>
    ledger.call("simulateTransaction", Buffer.from(bytes).toString("base64"), {
      encoding: "base64",
      commitment: "confirmed",
      ...options,
    });
  const sign = async (instructions: TransactionInstruction[], signer = me) =>
    (await ledger.sign(instructions, [signer])).serialize();
  const pay = (lamports = 1_000_000, from = me, to = Keypair.generate().publicKey) =>
    createTransfer(from, to, lamports);
  const fund = (lamports: number) => {
    const wallet = Keypair.generate();
    ledger.controls.airdrop(wallet.publicKey.toBytes(), BigInt(lamports));
    return wallet;
  };
  /** Returns a transfer with changed message bytes, signed or not, which no library would write. */
  const changed = async (change: (message: Buffer) => void) => {
    const bytes = Buffer.from(await sign([pay()]));
    change(bytes.subarray(65));
    return bytes;
  };
  const getBalance = (key: PublicKey) => ledger.connection.getBalance(key, "confirmed");

  beforeAll(async () => {
    ledger = await TestLedger.start();
    me = ledger.wallet();
  });
  afterAll(() => ledger.close());

  it("refuses indexes and headers that contradict the message, with or without preflight", async () => {
    const readonlyPayer = await changed((message) => message.writeUInt8(1, 1));
    // After three bytes of header, the three keys, the blockhash and the count of instructions.
    const programIndex = await changed((message) => message.writeUInt8(9, 3 + 1 + 3 * 32 + 32 + 1));
    for (const bytes of [readonlyPayer, programIndex]) {
      const refusal = { error: { code: -32602, message: SANITIZE } };
      expect(await send(bytes)).toMatchObject(refusal);
      expect(await send(bytes, { skipPreflight: true })).toMatchObject(refusal);
      expect(await simulate(bytes)).toMatchObject(refusal);
    }
  });

  it("refuses a missing lookup table, with or without preflight", async () => {
    const { blockhash } = await ledger.connection.getLatestBlockhash();
    const parts = { payerKey: me.publicKey, recentBlockhash: blockhash, instructions: [pay()] };
    const message = new TransactionMessage(parts).compileToV0Message();
    const accountKey = Keypair.generate().publicKey;
    message.addressTableLookups.push({ accountKey, writableIndexes: [0], readonlyIndexes: [] });
    const transaction = new VersionedTransaction(message);
    transaction.sign([me]);
    for (const skipPreflight of [false, true]) {
      expect((await send(transaction.serialize(), { skipPreflight })).error).toEqual({
        code: -32602,
        message: "invalid transaction: Transaction loads an address table account that doesn't exist",
      });
    }
  });

  it("refuses a compute budget that is set twice or cannot be read", async () => {
    const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
    expect((await send(await sign([limit(1_000), limit(2_000), pay()]))).error).toEqual({
      code: -32602,
      message: "invalid transaction: Transaction contains a duplicate instruction (1) that is not allowed",
    });
    expect((await simulate(await sign([pay(), call(ComputeBudgetProgram.programId, "x")]))).error).toEqual({
      code: -32602,
      message: "invalid transaction: Error processing Instruction 1: invalid instruction data",
    });
  });

  it("refuses a wrong signature", async () => {
    const bytes = Buffer.from(await sign([pay()]));
    bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5);
    expect((await send(bytes)).error).toEqual({
      code: -32003,
      message: "Transaction signature verification failure",
    });
  });

  const refusedPreflights: [title: string, build: () => Promise<Uint8Array>, err: unknown, text: string][] = [
    [
      "an unknown blockhash",
      async () => {
        const transaction = new Transaction({ feePayer: me.publicKey }).add(pay());
        transaction.recentBlockhash = Keypair.generate().publicKey.toBase58();
        transaction.sign(me);
        return transaction.serialize();
      },
      "BlockhashNotFound",
      "Blockhash not found",
    ],
    [
      "a payer without account",
      () => {
        const nobody = Keypair.generate();
        return sign([pay(1, nobody)], nobody);
      },
      "AccountNotFound",
      "Attempt to debit an account but found no record of a prior credit.",
    ],
    [
      "a payer that would fall below rent exemption",
      () => sign([call(MEMO, "x")], fund(RENT_EXEMPT_LAMPORTS + 100)),
      { InsufficientFundsForRent: { account_index: 0 } },
      "Transaction results in an account (0) with insufficient funds for rent",
    ],
    [
      "a new account below rent exemption",
      () => sign([pay(10)]),
      { InsufficientFundsForRent: { account_index: 1 } },
      "Transaction results in an account (1) with insufficient funds for rent",
    ],
    [
      "a transfer of more than there is",
      () => sign([pay(9e17)]),
      { InstructionError: [0, { Custom: 1 }] },
      "Error processing Instruction 0: custom program error: 0x1",
    ],
    [
      "a program that does not exist",
      () => sign([pay(), call(Keypair.generate().publicKey)]),
      "ProgramAccountNotFound",
      "Attempt to load a program that does not exist",
    ],
    [
      "a program that is a wallet",
      () => sign([call(fund(RENT_EXEMPT_LAMPORTS).publicKey)]),
      "InvalidProgramForExecution",
      "This program may not be used for executing instructions",
    ],
    [
      "too few compute units",
      () => sign([ComputeBudgetProgram.setComputeUnitLimit({ units: 100 }), pay()]),
      { InstructionError: [0, "ComputationalBudgetExceeded"] },
      "Error processing Instruction 0: Computational budget exceeded",
    ],
    [
      "an account that is named twice",
      async () => {
        const message = (await ledger.sign([pay()], [me])).compileMessage();
        message.accountKeys[1] = me.publicKey;
        const signature = nacl.sign.detached(message.serialize(), me.secretKey);
        return Buffer.concat([Buffer.from([1]), signature, message.serialize()]);
      },
      "AccountLoadedTwice",
      "Account loaded twice",
    ],
  ];
  it.each(refusedPreflights)("refuses in preflight %s", async (_title, build, err, text) => {
    const { error } = await send(await build());
    expect(error).toMatchObject({ code: -32002, message: `Transaction simulation failed: ${text}` });
    expect(error?.data).toMatchObject({
      err,
      logs: expect.any(Array),
      accounts: null,
      loadedAddresses: null,
    });
  });

  it("charges the fee of a transaction whose program cannot be loaded, as the network does", async () => {
    for (const programId of [Keypair.generate().publicKey, fund(RENT_EXEMPT_LAMPORTS).publicKey]) {
      const payer = ledger.wallet(1);
      const { result } = await send(await sign([call(programId)], payer), { skipPreflight: true });
      const [status] = (await ledger.connection.getSignatureStatuses([String(result)])).value;
      expect(status?.err).toMatch(/^(ProgramAccountNotFound|InvalidProgramForExecution)$/);
      expect(await getBalance(payer.publicKey)).toBe(1_000_000_000 - FEE);
    }
  });

  it("lets a payer keep exactly the rent-exempt minimum, or nothing at all", async () => {
    expect(await send(await sign([call(MEMO, "x")], fund(RENT_EXEMPT_LAMPORTS + FEE)))).toHaveProperty(
      "result",
    );
    const emptied = fund(1_000_000);
    expect(await send(await sign([pay(1_000_000 - FEE, emptied)], emptied))).toHaveProperty("result");
    expect(await ledger.connection.getAccountInfo(emptied.publicKey, "confirmed")).toBeNull();
  });

  it("refuses a transaction that has landed, and returns its signature without preflight", async () => {
    const bytes = await sign([pay()]);
    const { result } = await send(bytes);
    expect((await send(bytes)).error).toMatchObject({
      code: -32002,
      message: "Transaction simulation failed: This transaction has already been processed",
      data: { err: "AlreadyProcessed" },
    });
    expect(await send(bytes, { skipPreflight: true })).toMatchObject({ result });
  });

  it("refuses the simulation options that a node refuses", async () => {
    const bytes = await sign([pay()]);
    const address = me.publicKey.toBase58();
    const both = { sigVerify: true, replaceRecentBlockhash: true };
    const refusals: [object, string][] = [
      [both, "sigVerify may not be used with replaceRecentBlockhash"],
      [{ accounts: { encoding: "base58", addresses: [address] } }, "base58 encoding not supported"],
      [{ accounts: { encoding: "binary", addresses: [address] } }, "base58 encoding not supported"],
      [{ accounts: { addresses: Array(4).fill(address) } }, "Too many accounts provided; max 3"],
    ];
    for (const [options, message] of refusals) {
      expect((await simulate(bytes, options)).error).toEqual({ code: -32602, message });
    }
    const { result } = await simulate(bytes, { accounts: { addresses: Array(3).fill(address) } });
    expect(Object(result).value.accounts).toHaveLength(3);
  });
});
