import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { transactionFee } from "@/ledger/bank/transactions/fees";
import { caseCount } from "@/ledger/tests/support/thorough";
import { proofTransaction } from "@/lib/core/auth/wallet-transaction";
import { describeMessage, proofText } from "@/lib/core/offline/describe-message";
import { joinWire, splitWire } from "@/lib/core/offline/wire-parts";
import { planCreateStream } from "@/lib/core/plans/create-campaign";
import {
  nonceAddress,
  planCloseNonce,
  planCreateNonce,
  withDurableNonce,
  withFeePayer,
} from "@/lib/core/plans/durable-nonce";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, MEMO_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";

const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n)).toBase58();
const [CREATOR, TREE, PAYER, BLOCKHASH] = [key(1), key(2), key(3), key(9)];
const NONCE = { address: key(4), authority: key(5), value: BLOCKHASH };
const CANCEL = planCancelCampaign({ treeAddress: TREE, cancelAuthority: CREATOR });

const toWire = (plan: SendablePlan) => unsignedBytes(plan, { blockhash: BLOCKHASH, lastValidBlockHeight: 0 });
const getWords = (plan: SendablePlan) => describeMessage(splitWire(toWire(plan)).message, DEFAULT_PROGRAM_ID);

test("states the payer, the signers, the expiry and the effect of every instruction", () => {
  const words = getWords(withDurableNonce(withFeePayer(CANCEL, PAYER), NONCE));
  expect(words).toMatchObject({
    ...{ feePayer: PAYER, isKnown: true },
    lifetime: { kind: "nonce", account: NONCE.address, authority: NONCE.authority, value: NONCE.value },
  });
  expect(new Set(words.signers)).toEqual(new Set([PAYER, CREATOR, NONCE.authority]));
  expect(words.lines.slice(-3)).toEqual([
    "2. Vesting program: cancel campaign",
    `   cancel authority: ${CREATOR}`,
    `   vesting tree: ${TREE}`,
  ]);
  expect(getWords(CANCEL).lifetime).toEqual({ kind: "blockhash", value: BLOCKHASH });
});

test("writes amounts and times so that a person can compare them", () => {
  const stream = planCreateStream({
    ...{ creator: CREATOR, mint: NATIVE_MINT, campaignId: 7n, beneficiary: PAYER, amount: 1_500_000_000n },
    ...{ releaseType: 1, startTime: 0n, cliffTime: 1_800_000_000n, endTime: 2n ** 62n, milestoneIdx: 0 },
    ...{ cancellable: true, cancelAuthority: TREE, pauseAuthority: null },
  });
  const lines = getWords(stream).lines;
  expect(lines).toContain("   amount: 1500000000");
  expect(lines).toContain("   cliff time: 1800000000 (2027-01-15T08:00:00.000Z)");
  expect(lines).toContain(`   end time: ${2n ** 62n}`);
  expect(lines).toContain(`   cancel authority: ${TREE}`);
  expect(lines).toContain("   pause authority: none");
});

test("describes the creation and closing of nonce accounts with their lamports", async () => {
  const made = await planCreateNonce({ wallet: CREATOR, number: 1, authority: PAYER, lamports: 1_447_680n });
  const address = await nonceAddress(CREATOR, 1);
  expect(getWords(made).lines).toEqual(
    expect.arrayContaining([
      "1. System program: create account with seed",
      `   new account: ${address}`,
      "   lamports: 1447680 (0.00144768 SOL)",
      "2. System program: initialize nonce",
      `   nonce authority: ${PAYER}`,
    ]),
  );
  expect(made.signers).toEqual([CREATOR]);
  const closed = getWords(planCloseNonce({ nonce: NONCE, to: PAYER, lamports: 10n ** 9n }));
  expect(closed.lines).toEqual(
    expect.arrayContaining(["1. System program: withdraw from nonce", "   lamports: 1000000000 (1 SOL)"]),
  );
  expect(await nonceAddress(CREATOR, 2)).not.toBe(address);
});

test("marks other programs' instructions as not understood, and keeps a memo from imitating a line", () => {
  const create = (programId: string, data: Uint8Array): SendablePlan => ({
    ...CANCEL,
    instructions: [
      new TransactionInstruction({ programId: new PublicKey(programId), keys: [], data: Buffer.from(data) }),
    ],
  });
  const foreign = getWords(create(key(8), Uint8Array.of(1)));
  expect(foreign.isKnown).toBe(false);
  expect(foreign.lines.slice(-2)).toEqual([`1. UNKNOWN INSTRUCTION of program ${key(8)}`, "   data: 01"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      const { lines } = getWords(
        create(MEMO_PROGRAM_ID, new TextEncoder().encode(`a\n2. Vesting program\u2028${text}`)),
      );
      expect(lines.at(-1)).toMatch(/^ {3}text: a/);
      expect(lines.join("")).not.toMatch(/[\n\r\u2028\u202e]/);
    }),
  );
});

test("states the priority fee in SOL: the limit of compute units times their price", () => {
  const getFee = (...feeInstructions: TransactionInstruction[]) =>
    getWords({ ...CANCEL, instructions: [...feeInstructions, ...CANCEL.instructions] });
  const price = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
  const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
  expect(getWords(CANCEL)).toMatchObject({ fee: { total: 5_000n, priority: 0n } });
  expect(getWords(CANCEL).lines).toContain("Transaction fee: 0.000005 SOL");
  expect(getFee(limit(1_400_000), price(10n ** 12n)).lines).toContain(
    "Transaction fee: at most 1400.000005 SOL, including a priority fee of 1400 SOL",
  );
  expect(getFee(price(1_000n)).fee?.priority).toBe(203n);
  expect(getFee(price(1n), limit(1)).fee?.priority).toBe(1n);
  // The network caps the limit, and refuses a transaction that states two.
  expect(getFee(limit(2 ** 32 - 1), price(10n), limit(5)).fee?.priority).toBe(14n);
});

test("states at least the fee that the network charges for a transaction without a limit", () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 15n });
  const verify = (program: string) =>
    new TransactionInstruction({ programId: new PublicKey(program), keys: [], data: Buffer.of(3) });
  const cases = [
    [price],
    [price, ...CANCEL.instructions],
    [price, ...Array.from({ length: 12 }, () => CANCEL.instructions).flat()],
    [price, verify("Ed25519SigVerify111111111111111111111111111")],
    [price, verify("Secp256r1SigVerify1111111111111111111111111"), ...CANCEL.instructions],
  ];
  for (const instructions of cases) {
    const wire = toWire({ ...CANCEL, instructions });
    const charged = transactionFee(readTransaction(wire));
    expect(describeMessage(splitWire(wire).message, DEFAULT_PROGRAM_ID).fee?.total).toBeGreaterThanOrEqual(
      charged,
    );
  }
  expect(getWords({ ...CANCEL, instructions: [price] }).lines).toContain(
    "Transaction fee: at most 3000.000005 SOL, including a priority fee of 3000 SOL",
  );
});

test("counts a price that the network reads although its instruction is not described", () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 12n });
  const keys = [{ pubkey: new PublicKey(PAYER), isSigner: false, isWritable: false }];
  for (const changed of [
    { ...price, keys },
    { ...price, data: Buffer.concat([price.data, Buffer.of(7)]) },
  ]) {
    const instructions = [new TransactionInstruction(changed), ...CANCEL.instructions];
    const words = getWords({ ...CANCEL, instructions });
    expect(words.isKnown).toBe(false);
    expect(words.fee?.priority).toBe(203_000n * 1_000_000n);
  }
});

test("distinguishes proofs from transactions", () => {
  const proof = proofTransaction(CREATOR, new TextEncoder().encode("it is me"));
  const words = describeMessage(splitWire(proof).message, DEFAULT_PROGRAM_ID);
  expect(words.lifetime).toEqual({ kind: "never" });
  expect(proofText(words)).toBe("it is me");
  expect(proofText(getWords(CANCEL))).toBeNull();
});

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const transfers = fc
  .record({ payer: bytes32, to: fc.array(bytes32, { minLength: 1, maxLength: 5 }), blockhash: bytes32 })
  .map(({ payer, to, blockhash }) => {
    const transaction = new Transaction({
      ...{ feePayer: new PublicKey(payer), blockhash: bs58.encode(blockhash), lastValidBlockHeight: 0 },
    });
    for (const each of to) {
      const ends = { fromPubkey: new PublicKey(payer), toPubkey: new PublicKey(each) };
      transaction.add(SystemProgram.transfer({ ...ends, lamports: 5 }));
    }
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }));
  });

test("rebuilds a transaction from its parts and refuses one byte more or less", () => {
  fc.assert(
    fc.property(transfers, fc.uint8Array({ minLength: 64, maxLength: 64 }), (wire, signature) => {
      const parts = splitWire(wire);
      expect(joinWire(parts)).toEqual(wire);
      const isUnsigned = signature.every((byte) => byte === 0);
      const signed = splitWire(joinWire({ ...parts, signatures: [signature] }));
      expect(signed.signatures).toEqual([isUnsigned ? null : signature]);
      expect(() => splitWire(Uint8Array.of(...wire, 0))).toThrow(RangeError);
      expect(() => splitWire(wire.subarray(0, -1))).toThrow(RangeError);
    }),
    { numRuns: caseCount(30) },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      try {
        splitWire(noise);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
