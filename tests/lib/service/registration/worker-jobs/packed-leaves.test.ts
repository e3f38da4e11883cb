import { expect, test } from "vitest";
import { U64_MAX } from "@/lib/core/solana/integers";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { LeafPacker, packPayout, toPayouts } from "@/lib/service/registration/worker-jobs/packed-leaves";

test("payouts come back as they were packed, also beyond what one leaf can hold", () => {
  const payouts = [
    { beneficiary: "a", leafIndex: 3, milestoneIdx: null, amount: 2n * U64_MAX + 5n },
    { beneficiary: "a", leafIndex: 4, milestoneIdx: 255, amount: U64_MAX },
    { beneficiary: "b", leafIndex: 2 ** 32 - 1, milestoneIdx: 0, amount: 0n },
    { beneficiary: "c", leafIndex: 0, milestoneIdx: null, amount: 1n },
  ];
  const packer = new LeafPacker();
  for (const payout of payouts) packPayout(packer, payout);
  const [given, back] = [new Payouts(payouts), toPayouts(packer.end())];
  for (const beneficiary of ["a", "c"]) expect(back.to(beneficiary)).toEqual(given.to(beneficiary));
  expect(back.to("b").total).toBe(0n);
  expect(back.total).toBe(given.total);
});
