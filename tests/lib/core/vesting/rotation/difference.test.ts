import { expect, it } from "vitest";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { rotationDifference } from "@/lib/core/vesting/rotation/difference";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";

const leaf = (leafIndex: number, beneficiary: string, amount: bigint, endTime = 30n): Leaf => ({
  leafIndex,
  beneficiary,
  amount,
  releaseType: 1,
  startTime: 10n,
  cliffTime: 20n,
  endTime,
  milestoneIdx: 0,
});

it("counts added, removed, raised, lowered, rescheduled and unchanged recipients, with their sums", async () => {
  const before = [
    ...[leaf(0, "A", 1n), leaf(1, "B", 9n), leaf(2, "C", 3n), leaf(3, "E", 5n)],
    ...[leaf(4, "F", 6n), leaf(5, "G", 7n), leaf(6, "H", 0n)],
  ];
  const after = [
    ...[leaf(0, "A", 4n), leaf(1, "B", 2n), leaf(2, "C", 3n, 31n), leaf(3, "E", 5n)],
    ...[leaf(4, "D", 2n), leaf(5, "G", 6n), leaf(6, "H", 0n)],
  ];
  const payouts = new Payouts([
    { beneficiary: "B", leafIndex: 1, milestoneIdx: null, amount: 2n },
    { beneficiary: "G", leafIndex: 5, milestoneIdx: null, amount: 1n },
  ]);
  const difference = await rotationDifference({ before, after, payouts });
  expect(difference.changes).toEqual([
    { beneficiary: "A", kind: "raised", before: 1n, after: 4n, claimed: 0n },
    { beneficiary: "B", kind: "removed", before: 9n, after: 2n, claimed: 2n },
    { beneficiary: "C", kind: "rescheduled", before: 3n, after: 3n, claimed: 0n },
    { beneficiary: "D", kind: "added", before: 0n, after: 2n, claimed: 0n },
    { beneficiary: "F", kind: "removed", before: 6n, after: 0n, claimed: 0n },
    { beneficiary: "G", kind: "lowered", before: 7n, after: 6n, claimed: 1n },
  ]);
  expect(difference.counts).toEqual({
    added: 1,
    removed: 2,
    raised: 1,
    lowered: 1,
    rescheduled: 1,
    untouched: 1,
  });
  expect([difference.sumBefore, difference.sumAfter]).toEqual([31n, 22n]);
});
