import { expect, test } from "vitest";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { checkLeaves } from "@/lib/core/vesting/rotation/check-leaves";
import { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";

const { Linear, Milestone } = ReleaseType;

const leaf = (leafIndex: number, beneficiary: string, amount: bigint, milestoneIdx?: number): Leaf => ({
  leafIndex,
  beneficiary,
  amount,
  releaseType: milestoneIdx === undefined ? Linear : Milestone,
  startTime: 10n,
  cliffTime: 20n,
  endTime: 30n,
  milestoneIdx: milestoneIdx ?? 0,
});
const paid = (
  beneficiary: string,
  leafIndex: number,
  amount: bigint,
  milestoneIdx: number | null = null,
): Payout => ({
  beneficiary,
  leafIndex,
  amount,
  milestoneIdx,
});

const before = [leaf(0, "A", 40n), leaf(1, "B", 40n), leaf(2, "C", 40n), leaf(3, "D", 40n, 1)];
const check = (after: Leaf[], payouts: Payout[] = []) =>
  checkLeaves({ before, after, payouts: new Payouts(payouts) });

test("reports that renumbered rows move everybody after the gap, and pay again those who claimed", async () => {
  const after = [leaf(0, "B", 40n), leaf(1, "C", 40n), leaf(2, "D", 40n, 1)];
  const { moved } = await check(after, [paid("C", 2, 25n), paid("A", 0, 40n)]);
  expect(moved).toEqual([
    { beneficiary: "C", from: [2], to: [1], again: 25n },
    { beneficiary: "B", from: [1], to: [0], again: 0n },
    { beneficiary: "D", from: [3], to: [2], again: 0n },
  ]);
});

test.each<[string, Leaf[], Payout[], bigint]>([
  ["a claimed leaf that becomes a milestone", [leaf(1, "B", 40n, 1)], [paid("B", 1, 30n)], 30n],
  ["a claimed milestone under another number", [leaf(3, "D", 40n, 2)], [paid("D", 3, 40n, 1)], 40n],
  ["a claimed milestone that becomes a linear leaf", [leaf(3, "D", 40n)], [paid("D", 3, 40n, 1)], 40n],
])("reports a second payment: %s", async (_, changed, payouts, again) => {
  const after = before.map((was) => changed.find(({ leafIndex }) => leafIndex === was.leafIndex) ?? was);
  expect((await check(after, payouts)).moved).toMatchObject([
    { beneficiary: changed[0]?.beneficiary, again },
  ]);
});

test.each<[string, Leaf[], Payout[]]>([
  ["the same leaves", before, [paid("B", 1, 40n)]],
  ["somebody removed, the leaf somebody else's", [leaf(0, "E", 40n), ...before.slice(1)], []],
  [
    "somebody removed after claiming, the leaf somebody else's",
    [leaf(0, "E", 1n), ...before.slice(1)],
    [paid("A", 0, 9n)],
  ],
  ["another leaf beside the claimed one", [...before, leaf(4, "B", 5n)], [paid("B", 1, 40n)]],
  ["an unclaimed leaf that becomes a milestone", [leaf(0, "A", 40n, 5), ...before.slice(1)], []],
  ["leaves cut off at the end", before.slice(0, 2), [paid("C", 2, 40n)]],
])("reports no move: %s", async (_, after, payouts) => {
  expect(await check(after, payouts)).toEqual({ moved: [], belowClaimed: [] });
});

test("names leaves that give less than was claimed, except those that already did", async () => {
  const after = [leaf(0, "A", 9n), leaf(1, "B", 40n), ...before.slice(2)];
  const { belowClaimed } = await check(after, [paid("A", 0, 10n), paid("B", 1, 80n)]);
  expect(belowClaimed).toEqual([{ leafIndex: 0, beneficiary: "A", amount: 9n, claimed: 10n }]);
});
