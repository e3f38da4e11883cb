import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { ComputeBudgetProgram, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseCount } from "@/ledger/tests/support/thorough";
import { planClaim } from "@/lib/core/plans/claim";
import { campaignKeys, planCreateCampaign, planCreateStream } from "@/lib/core/plans/create-campaign";
import { withDurableNonce } from "@/lib/core/plans/durable-nonce";
import { planCancelStream } from "@/lib/core/plans/end-campaign";
import { planPause, planUnpause, planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import { packInOrder, packPlans, sizeWithWalletAdditions } from "@/lib/core/plans/pack-plans";
import { ProgramRefusalError, type TransactionPlan } from "@/lib/core/plans/plan";
import { transactionSize, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { ASSOCIATED_TOKEN_PROGRAM_ID, DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { ACCOUNT_LISTS, listedAccounts } from "@/tests/lib/service/actions/account-lists";
import {
  BENEFICIARY,
  CREATOR,
  LEAF,
  MINT,
  MINTS,
  NEW_CAMPAIGN,
  NEW_STREAM,
  samplePlans,
} from "@/tests/lib/service/actions/sample-plans";

const RECENT = { blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N", lastValidBlockHeight: 321 };

const named = [
  ...MINTS.flatMap(([kind, mint]) =>
    samplePlans(mint).map((plan) => ({ name: `${plan.instruction} of ${kind}`, kind, plan })),
  ),
];

test("every instruction of the interface that changes state has a plan", () => {
  expect(new Set(named.map(({ plan }) => plan.instruction))).toEqual(new Set(Object.keys(ACCOUNT_LISTS)));
});

describe.each(named)("$name", ({ kind, plan }) => {
  const bytes = unsignedBytes(plan, RECENT);
  const listed = listedAccounts(plan.instruction);

  test("lists accounts that web3.js reads in order, with their rights", () => {
    const transaction = Transaction.from(bytes);
    const instruction = transaction.instructions.at(-1);
    expect(instruction?.programId.toBase58()).toBe(DEFAULT_PROGRAM_ID);
    const addresses = instruction?.keys.map((key) => key.pubkey.toBase58());
    expect(addresses).toEqual(Object.values(plan.accounts));
    expect(Object.keys(plan.accounts)).toEqual(listed.map(({ name }) => name));
    for (const [at, { name, isSigner, isWritable, isOptional }] of listed.entries()) {
      const key = plan.instructions.at(-1)?.keys[at];
      const isAbsent = isOptional && kind === "native SOL";
      expect({ name, absent: plan.accounts[name] === DEFAULT_PROGRAM_ID }).toEqual({
        name,
        absent: isAbsent,
      });
      expect({ name, isSigner: key?.isSigner, isWritable: key?.isWritable }).toEqual({
        name,
        isSigner,
        isWritable: isWritable && !isAbsent,
      });
    }
  });

  test("needs exactly the listed signers and is unsigned", () => {
    const transaction = Transaction.from(bytes);
    const signers = transaction.signatures.map(({ publicKey }) => publicKey.toBase58());
    expect(signers).toEqual(plan.signers);
    expect(signers).toEqual(listed.filter(({ isSigner }) => isSigner).map(({ name }) => plan.accounts[name]));
    expect(transaction.feePayer?.toBase58()).toBe(plan.feePayer);
    expect(transaction.signatures.every(({ signature }) => signature === null)).toBe(true);
  });

  test("is read as the same legacy message by @solana/kit", () => {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    expect(message.version).toBe("legacy");
    if (message.version !== "legacy") return;
    expect(message.lifetimeToken).toBe(RECENT.blockhash);
    expect(Object.keys(signatures)).toEqual(plan.signers);
    const instruction = message.instructions.at(-1);
    expect(message.staticAccounts[instruction?.programAddressIndex ?? -1]).toBe(DEFAULT_PROGRAM_ID);
    expect(instruction?.accountIndices?.map((index) => message.staticAccounts[index])).toEqual(
      Object.values(plan.accounts),
    );
  });

  test("has the size that it states", () => expect(transactionSize(plan)).toBe(bytes.length));
});

describe("associated token accounts", () => {
  const keys = { ...campaignKeys({ ...NEW_STREAM, mint: MINT }), creator: CREATOR };

  test("are created first by cancel_stream for the beneficiary and the creator, paid by the creator", () => {
    const plan = planCancelStream({ ...keys, beneficiary: BENEFICIARY, schedule: LEAF });
    const made = plan.instructions.slice(0, -1);
    expect(made.map(({ programId }) => programId.toBase58())).toEqual([
      ASSOCIATED_TOKEN_PROGRAM_ID,
      ASSOCIATED_TOKEN_PROGRAM_ID,
    ]);
    expect(made.map(({ keys }) => keys[1]?.pubkey.toBase58())).toEqual(
      [BENEFICIARY, CREATOR].map((owner) => findAssociatedTokenAddress({ owner, mint: MINT }).address),
    );
    expect(made.every(({ keys }) => keys[0]?.pubkey.toBase58() === CREATOR)).toBe(true);
    // 1 is the idempotent variant, which does nothing when the account exists.
    expect(made.every(({ data }) => data.equals(Buffer.from([1])))).toBe(true);
  });

  test("are created once for a creator who is the beneficiary", () => {
    expect(planCancelStream({ ...keys, beneficiary: CREATOR, schedule: LEAF }).instructions).toHaveLength(2);
  });

  test("are not needed for native SOL", () => {
    const native = { ...keys, mint: NATIVE_MINT };
    const plan = planCancelStream({ ...native, beneficiary: BENEFICIARY, schedule: LEAF });
    expect(plan.instructions).toHaveLength(1);
  });
});

describe("packing", () => {
  const campaign = { ...NEW_CAMPAIGN, mint: MINT };

  test("puts creation and funding into one transaction", () => {
    const [plan, ...rest] = planCreateCampaign(campaign);
    expect(rest).toEqual([]);
    expect(plan?.instruction).toBe("create_campaign");
    expect(plan?.instructions).toHaveLength(2);
    expect(plan?.instructions[1]?.data.readBigUInt64LE(8)).toBe(4_000n);
  });

  test.each([7, 10, 14])(
    "puts proofs of %d hashes in order into as many transactions as they need, each within a packet",
    (depth) => {
      const proof = new Uint8Array(32 * depth);
      const claims = Array.from({ length: 9 }, (_, leafIndex) =>
        planClaim({ ...campaignKeys(campaign), leaf: { ...LEAF, leafIndex }, proof }),
      );
      const packed = packPlans(claims);
      expect(packed.length).toBeGreaterThan(1);
      if (depth < 10) expect(packed.length).toBeLessThan(claims.length);
      for (const plan of packed) {
        expect(unsignedBytes(plan, RECENT).length).toBeLessThanOrEqual(MAX_PACKET_BYTES);
      }
      expect(packed.flatMap(({ instructions }) => instructions)).toEqual(
        claims.flatMap(({ instructions }) => instructions),
      );
    },
  );

  test("computes the size of a transaction to the byte, also where a length takes a second byte", () => {
    const [plan] = planCreateCampaign(campaign);
    const [first] = plan?.instructions ?? [];
    if (!plan || !first) throw new Error("There is no plan.");
    for (const bytes of [0, 126, 127, 128, 129, 300]) {
      const instructions = [new TransactionInstruction({ ...first, data: Buffer.alloc(bytes) })];
      const sized = { ...plan, instructions };
      expect(transactionSize(sized)).toBe(unsignedBytes(sized, RECENT).length);
    }
  });

  test("places every claim once, in order, in transactions within the packet and compute limits", () => {
    const claim = fc.record({
      campaignId: fc.bigInt({ min: 1n, max: 6n }),
      mint: fc.constantFrom(MINT, NATIVE_MINT),
      depth: fc.integer({ min: 0, max: 17 }),
    });
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 24 }), (claims) => {
        const items = claims.map(({ depth, ...over }, leafIndex) => {
          const keys = campaignKeys({ ...campaign, ...over });
          return planClaim({ ...keys, leaf: { ...LEAF, leafIndex }, proof: new Uint8Array(32 * depth) });
        });
        const packed = packInOrder([...items.keys()], (at) => items[at] as TransactionPlan);
        expect(packed.flatMap((item) => item.items)).toEqual([...items.keys()]);
        for (const { plan, items: held } of packed) {
          expect(plan.instructions).toEqual(held.flatMap((at) => items[at]?.instructions ?? []));
          expect(unsignedBytes(plan, RECENT).length).toBeLessThanOrEqual(MAX_PACKET_BYTES);
          // A node grants 200,000 compute units per instruction by default, and 1.4 million per transaction.
          expect(plan.instructions.length * 200_000).toBeLessThanOrEqual(1_400_000);
        }
      }),
      { numRuns: caseCount(60) },
    );
  });

  test("leaves room in every packet for a wallet's priority fee and durable nonce", () => {
    const claim = fc.record({
      campaignId: fc.bigInt({ min: 1n, max: 6n }),
      mint: fc.constantFrom(MINT, NATIVE_MINT),
      depth: fc.integer({ min: 0, max: 17 }),
    });
    const fee = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2n ** 64n - 1n }),
    ];
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 24 }), (claims) => {
        const plans = claims.map(({ depth, ...over }, leafIndex) => {
          const keys = campaignKeys({ ...campaign, ...over });
          return planClaim({ ...keys, leaf: { ...LEAF, leafIndex }, proof: new Uint8Array(32 * depth) });
        });
        for (const plan of packPlans(plans)) {
          const nonce = { address: RECENT.blockhash, authority: plan.feePayer, value: "" };
          const paid = withDurableNonce({ ...plan, instructions: [...fee, ...plan.instructions] }, nonce);
          const wire = unsignedBytes(paid, RECENT);
          expect(wire.length).toBeLessThanOrEqual(MAX_PACKET_BYTES);
          expect(wire.length).toBeLessThanOrEqual(sizeWithWalletAdditions(plan));
          expect(wire[0]).toBe(unsignedBytes(plan, RECENT)[0]);
        }
      }),
      { numRuns: caseCount(60) },
    );
  });

  test.each(named)("leaves room for the instructions that wallets add with $name", ({ plan }) => {
    expect(sizeWithWalletAdditions(plan)).toBeLessThanOrEqual(MAX_PACKET_BYTES);
  });

  test("limits small claims by compute units before bytes", () => {
    const keys = campaignKeys({ ...campaign, mint: NATIVE_MINT });
    const claims = Array.from({ length: 9 }, (_, leafIndex) =>
      planClaim({ ...keys, leaf: { ...LEAF, leafIndex }, proof: new Uint8Array() }),
    );
    expect(packPlans(claims).map(({ instructions }) => instructions.length)).toEqual([7, 2]);
  });

  test("keeps different fee payers apart", () => {
    const { treeAddress } = campaignKeys(campaign);
    const pauses = [CREATOR, BENEFICIARY].map((pauseAuthority) => planPause({ treeAddress, pauseAuthority }));
    expect(packPlans(pauses)).toEqual(pauses);
  });

  test("names a packed transaction by its first instruction and that instruction's accounts", () => {
    const { treeAddress } = campaignKeys(campaign);
    const pause = planPause({ treeAddress, pauseAuthority: CREATOR });
    const other = planUnpause({ treeAddress: BENEFICIARY, pauseAuthority: CREATOR });
    expect(packPlans([pause, other])).toMatchObject([
      { instruction: "pause_campaign", accounts: pause.accounts, signers: [CREATOR] },
    ]);
  });

  test("fits a claim from a tree of 100,000 leaves", () => {
    const plan = planClaim({ ...campaignKeys(campaign), leaf: LEAF, proof: new Uint8Array(32 * 17) });
    expect(sizeWithWalletAdditions(plan)).toBeLessThanOrEqual(MAX_PACKET_BYTES);
  });
});

describe("a plan that the program would reject is not built", () => {
  const campaign = { ...NEW_CAMPAIGN, mint: MINT };
  const stream = { ...NEW_STREAM, mint: MINT };
  const update = {
    treeAddress: campaignKeys(campaign).treeAddress,
    cancelAuthority: CREATOR,
    currentRoot: "ab".repeat(32),
    newRoot: "cd".repeat(32),
    newLeafCount: 1,
    newMinCliffTime: 1n,
  };
  const wrongType = { ...stream, releaseType: 3 };

  test.each([
    ["EmptyRoot", () => planCreateCampaign({ ...campaign, merkleRoot: "00".repeat(32) })],
    ["EmptyCampaign", () => planCreateCampaign({ ...campaign, leafCount: 0 })],
    ["ZeroAmount", () => planCreateCampaign({ ...campaign, totalSupply: 0n })],
    ["InvalidSchedule", () => planCreateCampaign({ ...campaign, minCliffTime: 0n })],
    ["MissingCancelAuthority", () => planCreateCampaign({ ...campaign, cancelAuthority: null })],
    ["OverFunded", () => planCreateCampaign(campaign, { funding: 4_001n })],
    ["ZeroAmount", () => planCreateCampaign(campaign, { funding: 0n })],
    ["ZeroAmount", () => planCreateStream({ ...stream, amount: 0n })],
    ["InvalidSchedule", () => planCreateStream({ ...stream, cliffTime: stream.endTime + 1n })],
    ["InvalidScheduleType", () => planCreateStream(wrongType)],
    ["MissingCancelAuthority", () => planCreateStream({ ...stream, cancelAuthority: null })],
    ["EmptyRoot", () => planUpdateRoot({ ...update, newRoot: "00".repeat(32) })],
    ["SameRoot", () => planUpdateRoot({ ...update, newRoot: "AB".repeat(32) })],
    ["EmptyCampaign", () => planUpdateRoot({ ...update, newLeafCount: 0 })],
    ["InvalidSchedule", () => planUpdateRoot({ ...update, newMinCliffTime: 0n })],
  ])("%s", (name, plan) => {
    let thrown: unknown;
    try {
      plan();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ProgramRefusalError);
    expect(thrown).toMatchObject({ programError: { name } });
  });
});

test("uses another program's id for addresses and for absent accounts", () => {
  const programId = PublicKey.default.toBase58().replace(/1$/, "2");
  const mint = NATIVE_MINT;
  const keys = campaignKeys({ ...NEW_CAMPAIGN, mint, programId });
  expect(keys.treeAddress).not.toBe(campaignKeys({ ...NEW_CAMPAIGN, mint }).treeAddress);
  const plan = planClaim({
    ...keys,
    leaf: { ...LEAF, releaseType: ReleaseType.Cliff },
    proof: new Uint8Array(),
  });
  expect(plan.accounts.vault).toBe(programId);
  expect(plan.instructions[0]?.programId.toBase58()).toBe(programId);
});
