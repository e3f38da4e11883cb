import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  Keypair,
  MessageV0,
  PublicKey,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MalformedTransactionError } from "@/lib/core/solana/transaction/byte-reader";
import { isStaticKeyWritable, readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { transactionFee } from "../bank/transactions/fees";
import { caseCount } from "./support/thorough";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const key = bytes(32).map((raw) => new PublicKey(raw));
const instruction = fc.record({
  programId: key,
  keys: fc.array(fc.record({ pubkey: key, isSigner: fc.constant(false), isWritable: fc.boolean() }), {
    maxLength: 4,
  }),
  data: fc.uint8Array({ maxLength: 40 }).map((raw) => Buffer.from(raw)),
});
const payer = Keypair.fromSeed(new Uint8Array(32).fill(3));
const blockhash = PublicKey.default.toBase58();

/** web3.js encodes the tested bytes: an independent implementation of the same format. */
describe("reading transactions", () => {
  it("agrees with web3.js on legacy transactions", () => {
    fc.assert(
      fc.property(fc.array(instruction, { minLength: 1, maxLength: 4 }), (list) => {
        const transaction = new Transaction({
          feePayer: payer.publicKey,
          blockhash,
          lastValidBlockHeight: 0,
        });
        transaction.add(...list.map((item) => new TransactionInstruction(item)));
        const message = transaction.compileMessage();
        transaction.sign(payer);
        const read = readTransaction(transaction.serialize());
        expect(read.version).toBe("legacy");
        expect(read.staticKeys.map((raw) => new PublicKey(raw).toBase58())).toEqual(
          message.accountKeys.map(String),
        );
        expect(read.staticKeys.map((_, index) => isStaticKeyWritable(read, index))).toEqual(
          message.accountKeys.map((_, index) => message.isAccountWritable(index)),
        );
        expect(read.instructions.map(({ data }) => Buffer.from(data))).toEqual(list.map(({ data }) => data));
        expect(read.instructions.map(({ accounts }) => [...accounts])).toEqual(
          message.instructions.map(({ accounts }) => accounts),
        );
        expect(transactionFee(read)).toBe(5000n);
      }),
      { numRuns: caseCount(50) },
    );
  });

  it("agrees with web3.js on lookups of version 0", () => {
    const lookup = fc.record({
      accountKey: key,
      writableIndexes: fc.array(fc.nat(255), { maxLength: 5 }),
      readonlyIndexes: fc.array(fc.nat(255), { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(lookup, { maxLength: 3 }), key, (addressTableLookups, program) => {
        const message = new MessageV0({
          header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
          staticAccountKeys: [payer.publicKey, program],
          recentBlockhash: blockhash,
          compiledInstructions: [{ programIdIndex: 1, accountKeyIndexes: [0], data: new Uint8Array([1]) }],
          addressTableLookups,
        });
        const read = readTransaction(new VersionedTransaction(message).serialize());
        expect(read.version).toBe(0);
        expect(
          read.lookups.map((item) => ({
            accountKey: new PublicKey(item.accountKey),
            writableIndexes: [...item.writableIndexes],
            readonlyIndexes: [...item.readonlyIndexes],
          })),
        ).toEqual(addressTableLookups);
      }),
      { numRuns: caseCount(50) },
    );
  });

  it("throws MalformedTransactionError for anything else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (raw) => {
        expect(() => readTransaction(raw)).toThrow(MalformedTransactionError);
      }),
    );
  });

  it("accepts nothing that the virtual machine cannot execute", async () => {
    // A separate process, because the machine aborts on bytes that it cannot read.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "ledger/tests/support/mutate-transactions.ts", "20000"],
      { env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" } },
    );
    const { taken, refused } = JSON.parse(stdout);
    expect(taken + refused).toBe(20_000);
    expect(taken).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(1_000);
  });
});
