import { Transaction } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeMessage } from "@/lib/core/offline/describe-message";
import { splitWire } from "@/lib/core/offline/wire-parts";
import { withDurableNonce } from "@/lib/core/plans/durable-nonce";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import { PRIORITY_LEVELS } from "@/lib/core/plans/priority-choices";
import {
  calculatePriorityFee,
  withoutPriorityFee,
  withPriorityFee,
  writtenAccounts,
} from "@/lib/core/plans/priority-fee";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { CREATOR, MINT } from "@/tests/lib/service/actions/sample-plans";

const RECENT = { blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N", lastValidBlockHeight: 321 };
const PLAN = planCancelCampaign({ treeAddress: MINT, cancelAuthority: CREATOR });
const SOL = 1_000_000_000n;
const basis = { level: "medium", recentPrices: [], unitsConsumed: 5_550n, maxLamports: SOL } as const;

describe("calculatePriorityFee", () => {
  test("limits the compute units to the simulated ones plus 10 %, with room for a nonce and the fee itself", () => {
    // 5,550 + 450 for the fee's own instructions and a nonce advance.
    expect(calculatePriorityFee(PLAN, basis)).toMatchObject({ computeUnitLimit: 6_600 });
    expect(calculatePriorityFee(PLAN, { ...basis, unitsConsumed: 1_399_999n }).computeUnitLimit).toBe(
      1_400_000,
    );
  });

  test("uses the network's own limit when the simulation reports no units", () => {
    expect(calculatePriorityFee(PLAN, { ...basis, unitsConsumed: null }).computeUnitLimit).toBe(200_000);
  });

  test("takes the 25th, 50th and 90th percentile of the recent prices", () => {
    const recentPrices = Array.from({ length: 100 }, (_, at) => BigInt(100 - at) * 1_000_000n);
    const prices = PRIORITY_LEVELS.map((level) => {
      const { computeUnitPrice } = calculatePriorityFee(PLAN, { ...basis, level, recentPrices });
      return computeUnitPrice;
    });
    expect(prices).toEqual([25_000_000n, 50_000_000n, 90_000_000n]);
  });

  test("keeps a minimum price for each level when recent blocks accepted transactions without a price", () => {
    const prices = PRIORITY_LEVELS.map(
      (level) => calculatePriorityFee(PLAN, { ...basis, level, recentPrices: [0n, 0n] }).computeUnitPrice,
    );
    expect(prices).toEqual([1_000n, 10_000n, 100_000n]);
  });

  test("never exceeds the maximum, and is the fee that offline signing reads from the bytes", () => {
    const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(
        fc.constantFrom(...PRIORITY_LEVELS),
        fc.array(u64, { maxLength: 5 }),
        fc.option(fc.bigInt({ min: 0n, max: 1_400_000n })),
        fc.bigInt({ min: 0n, max: SOL }),
        (level, recentPrices, unitsConsumed, maxLamports) => {
          const fee = calculatePriorityFee(PLAN, { level, recentPrices, unitsConsumed, maxLamports });
          expect(fee.lamports <= maxLamports).toBe(true);
          const { message } = splitWire(unsignedBytes(withPriorityFee(PLAN, fee), RECENT));
          const words = describeMessage(message, DEFAULT_PROGRAM_ID);
          expect(words.fee?.priority).toBe(fee.lamports);
          const { computeUnitLimit, computeUnitPrice } = fee;
          expect(words.computeBudget).toEqual({ computeUnitLimit, computeUnitPrice });
          const newest = unsignedBytes(withPriorityFee(PLAN, fee), RECENT, 1);
          const read = describeMessage(splitWire(newest).message, DEFAULT_PROGRAM_ID);
          expect(read.fee?.priority).toBe(fee.lamports);
          const again = withPriorityFee(PLAN, read.computeBudget ?? fee);
          expect(unsignedBytes(again, RECENT, 1)).toEqual(newest);
        },
      ),
    );
  });
});

describe("withPriorityFee", () => {
  const fee = calculatePriorityFee(PLAN, basis);

  test("adds two instructions before the plan's own, and replaces an earlier fee", () => {
    const paid = withPriorityFee(withPriorityFee(PLAN, { ...fee, computeUnitPrice: 1n }), fee);
    expect(paid.instructions).toHaveLength(3);
    expect(paid.instructions[2]).toBe(PLAN.instructions[0]);
    expect(withoutPriorityFee(paid)).toEqual(PLAN);
  });

  test("leaves the first place to a durable nonce, without which a node rejects the transaction", () => {
    const nonce = { address: MINT, authority: CREATOR, value: RECENT.blockhash };
    const wire = unsignedBytes(withDurableNonce(withPriorityFee(PLAN, fee), nonce), RECENT);
    const [first] = Transaction.from(wire).instructions;
    expect(first?.programId.toBase58()).toBe(SYSTEM_PROGRAM_ID);
  });

  test("does not change the accounts that the transaction writes", () => {
    expect(writtenAccounts(withPriorityFee(PLAN, fee))).toEqual([CREATOR, MINT]);
  });
});
