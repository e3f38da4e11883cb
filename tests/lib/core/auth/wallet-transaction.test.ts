import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTransfer, TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import {
  transactionAuthorization,
  walletAuthorization,
  walletMessageBytes,
} from "@/lib/core/auth/wallet-message";
import { proofTransaction } from "@/lib/core/auth/wallet-transaction";
import { MEMO_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { issueNonce, requireWallet } from "@/lib/service/auth/wallet";
import { readEnv } from "@/lib/service/env";
import { createMemoryStore } from "@/lib/service/kv/memory";

const START_MS = 1_760_000_000_000;
const NO_BLOCKHASH = PublicKey.default.toBase58();
const MEMO = new PublicKey(MEMO_PROGRAM_ID);
let nowMs = START_MS;
let services = { kv: createMemoryStore(() => nowMs), nowMs: () => nowMs, env: readEnv({}) };
const keypair = Keypair.generate();
const wallet = keypair.publicKey.toBase58();
const another = Keypair.generate();

beforeEach(() => {
  nowMs = START_MS;
  services = { kv: createMemoryStore(() => nowMs), nowMs: () => nowMs, env: readEnv({}) };
});

const freshMemo = async (over: object = {}) => {
  const { nonce, serverTime } = await issueNonce(services);
  return walletMessageBytes({ nonce, timestamp: serverTime, wallet, ...over });
};
const memoInstruction = (data: Uint8Array, signers = [keypair.publicKey], programId = MEMO) =>
  new TransactionInstruction({
    programId,
    data: Buffer.from(data),
    keys: signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false })),
  });
const query = async (authorization: string) =>
  (await requireWallet(new Request("http://localhost/", { headers: { authorization } }), services)).wallet;
/** Returns a transaction that web3.js compiles, independent of our code. */
const compiled = (instructions: TransactionInstruction[], over: object = {}) =>
  new Transaction({
    feePayer: keypair.publicKey,
    blockhash: NO_BLOCKHASH,
    lastValidBlockHeight: 0,
    ...over,
  }).add(...instructions);
const signed = (transaction: Transaction, signers = [keypair]) => {
  transaction.sign(...signers);
  return new Uint8Array(transaction.serialize());
};
const refused = (transaction: Uint8Array) =>
  expect(query(transactionAuthorization(transaction))).rejects.toMatchObject({ code: "UNAUTHORIZED" });

describe("a signed transaction with the message in its memo", () => {
  test("proves its wallet once", async () => {
    const transaction = Transaction.from(proofTransaction(wallet, await freshMemo()));
    const header = transactionAuthorization(signed(transaction));
    expect(await query(header)).toBe(wallet);
    await expect(query(header)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("equals the transaction that web3.js compiles from one memo of any length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 900 }), (memo) => {
        const theirs = compiled([memoInstruction(memo)]).serialize({ requireAllSignatures: false });
        expect(proofTransaction(wallet, memo)).toEqual(new Uint8Array(theirs));
      }),
      { numRuns: 100 },
    );
  });

  test("accepts base64 as well, and the scheme in any case", async () => {
    const bytes = Buffer.from(signed(compiled([memoInstruction(await freshMemo())])));
    expect(await query(`solanatransaction ${bytes.toString("base64")}`)).toBe(wallet);
  });

  test("is accepted up to an age of five minutes", async () => {
    const header = transactionAuthorization(signed(compiled([memoInstruction(await freshMemo())])));
    const late = signed(compiled([memoInstruction(await freshMemo())]));
    nowMs += 299_999;
    expect(await query(header)).toBe(wallet);
    nowMs += 1;
    await refused(late);
  });

  test("is refused with a nonce that a signed message has used, and the other way round", async () => {
    const { default: nacl } = await import("tweetnacl");
    const memo = await freshMemo();
    const message = walletAuthorization(nacl.sign.detached(memo, keypair.secretKey), memo);
    const transaction = signed(compiled([memoInstruction(memo)]));
    expect(await query(message)).toBe(wallet);
    await refused(transaction);
  });

  test("does not count as a signed message, nor does a signed message's signature count for the transaction", async () => {
    const { default: nacl } = await import("tweetnacl");
    const memo = await freshMemo();
    const transaction = proofTransaction(wallet, memo);
    const ofMemo = nacl.sign.detached(memo, keypair.secretKey);
    await refused(Uint8Array.from([1, ...ofMemo, ...transaction.subarray(65)]));
    const again = await freshMemo();
    const ofTransaction = signed(compiled([memoInstruction(again)])).subarray(1, 65);
    await expect(query(walletAuthorization(ofTransaction, again))).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });
});

describe("an invalid proof is refused and uses up the nonce", () => {
  const errors: [string, (memo: Uint8Array) => Uint8Array][] = [
    [
      "a blockhash that a block may have",
      (memo) => signed(compiled([memoInstruction(memo)], { blockhash: another.publicKey.toBase58() })),
    ],
    ["a memo that the wallet need not sign", (memo) => signed(compiled([memoInstruction(memo, [])]))],
    [
      "the first memo program",
      (memo) =>
        signed(
          compiled([
            memoInstruction(
              memo,
              [keypair.publicKey],
              new PublicKey("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"),
            ),
          ]),
        ),
    ],
    [
      "the message in another program's instruction",
      (memo) => signed(compiled([memoInstruction(memo, [keypair.publicKey], SystemProgram.programId)])),
    ],
    [
      "another key's signature",
      (memo) => {
        const bytes = proofTransaction(wallet, memo);
        const theirs = signed(
          compiled([memoInstruction(memo, [another.publicKey])], { feePayer: another.publicKey }),
          [another],
        );
        bytes.set(theirs.subarray(1, 65), 1);
        return bytes;
      },
    ],
    [
      "another wallet's transaction with this wallet's message",
      (memo) =>
        signed(compiled([memoInstruction(memo, [another.publicKey])], { feePayer: another.publicKey }), [
          another,
        ]),
    ],
    ["no signature", (memo) => proofTransaction(wallet, memo)],
    [
      "a byte more at its end",
      (memo) => Uint8Array.from([...signed(compiled([memoInstruction(memo)])), 0x20]),
    ],
  ];

  test.each(errors)("%s", async (_name, make) => {
    const memo = await freshMemo();
    await refused(make(memo));
    await refused(signed(compiled([memoInstruction(memo)])));
  });
});

describe("an invalid credential", () => {
  const transfer = createTransfer(keypair, another.publicKey, 1);
  const errors: [string, (memo: Uint8Array) => Uint8Array][] = [
    ["a second instruction", (memo) => signed(compiled([memoInstruction(memo), transfer]))],
    ["another instruction before it", (memo) => signed(compiled([transfer, memoInstruction(memo)]))],
    ["two memos", (memo) => signed(compiled([memoInstruction(memo), memoInstruction(memo)]))],
    [
      "two signers",
      (memo) =>
        signed(compiled([memoInstruction(memo, [keypair.publicKey, another.publicKey])]), [keypair, another]),
    ],
    [
      "a fee payer of its own",
      (memo) =>
        signed(compiled([memoInstruction(memo)], { feePayer: another.publicKey }), [another, keypair]),
    ],
    ["version 0", (memo) => versionZero(memo, [])],
    ["nothing in the memo", () => signed(compiled([memoInstruction(new Uint8Array())]))],
    ["no transaction", (memo) => memo],
  ];
  const versionZero = (memo: Uint8Array, tables: AddressLookupTableAccount[]) => {
    const message = new TransactionMessage({
      payerKey: keypair.publicKey,
      recentBlockhash: NO_BLOCKHASH,
      instructions: [memoInstruction(memo)],
    }).compileToV0Message(tables);
    const transaction = new VersionedTransaction(message);
    transaction.sign([keypair]);
    return transaction.serialize();
  };

  test.each(errors)("%s", async (_name, make) => {
    await refused(make(await freshMemo()));
  });

  test("refuses a credential with any single byte changed", LONG, async () => {
    const good = signed(compiled([memoInstruction(await freshMemo())]));
    const positions = fc.integer({ min: 0, max: good.length - 1 });
    await fc.assert(
      fc.asyncProperty(positions, fc.integer({ min: 1, max: 255 }), async (position, change) => {
        const bytes = signed(compiled([memoInstruction(await freshMemo())]));
        bytes[position] = (bytes[position] ?? 0) ^ change;
        await refused(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test("refuses any other credential of the scheme", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await refused(bytes);
      }),
      { numRuns: 200 },
    );
    await expect(query(`SolanaTransaction ${"A".repeat(5000)}`)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });
});

describe("a stolen header", () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await TestLedger.start();
  });
  afterAll(() => ledger.close());

  test("cannot be sent to the network and costs no fee", async () => {
    const payer = ledger.wallet();
    const before = await ledger.connection.getBalance(payer.publicKey);
    const transaction = Transaction.from(proofTransaction(payer.publicKey.toBase58(), await freshMemo()));
    transaction.sign(payer);
    const wire = transaction.serialize().toString("base64");
    const checked = await ledger.call("sendTransaction", wire, { encoding: "base64" });
    expect(checked.error?.data).toMatchObject({ err: "BlockhashNotFound" });
    const unchecked = await ledger.call("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
    ledger.controls.advanceTime(400 * 86_400);
    const status = await ledger.call("getSignatureStatuses", [unchecked.result]);
    expect(status.result).toMatchObject({ value: [null] });
    expect(await ledger.connection.getBalance(payer.publicKey)).toBe(before);
  });

  test("simulates in a wallet as a transaction that only writes the memo", async () => {
    const payer = ledger.wallet();
    const transaction = proofTransaction(payer.publicKey.toBase58(), await freshMemo());
    const reply = await ledger.call("simulateTransaction", Buffer.from(transaction).toString("base64"), {
      encoding: "base64",
      replaceRecentBlockhash: true,
    });
    expect(reply.result).toMatchObject({ value: { err: null } });
  });
});
