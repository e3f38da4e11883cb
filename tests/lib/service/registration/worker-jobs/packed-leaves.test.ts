import { expect, test } from "vitest";
import { U64_MAX } from "@/lib/core/solana/integers";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";

import {
  packPayouts,
  packProofs,
  proofAt,
  unpackPayouts,
} from "@/lib/service/registration/worker-jobs/packed-leaves";
import { createWallet } from "@/tests/support/http";

test("unpacks payouts as they were packed, also beyond the amount of one leaf", () => {
  const [a, b, c] = [createWallet().address, createWallet().address, createWallet().address];
  const payouts = [
    { beneficiary: a, leafIndex: 3, milestoneIdx: null, amount: 2n * U64_MAX + 5n },
    { beneficiary: a, leafIndex: 4, milestoneIdx: 255, amount: U64_MAX },
    { beneficiary: b, leafIndex: 2 ** 32 - 1, milestoneIdx: 0, amount: 0n },
    { beneficiary: c, leafIndex: 0, milestoneIdx: null, amount: 1n },
  ];
  const [given, unpacked] = [new Payouts(payouts), unpackPayouts(packPayouts(payouts).bytes)];
  for (const beneficiary of [a, c]) expect(unpacked.to(beneficiary)).toEqual(given.to(beneficiary));
  expect(unpacked.to(b).total).toBe(0n);
  expect(unpacked.total).toBe(given.total);
});

test("returns each packed proof, also an empty one", () => {
  const proofs = [64, 0, 32].map((length, index) => new Uint8Array(length).fill(index + 1));
  const packed = packProofs(proofs);
  expect(proofs.map((_, index) => proofAt(packed, index))).toEqual(proofs);
});
