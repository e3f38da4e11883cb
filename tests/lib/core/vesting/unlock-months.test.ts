import fc from "fast-check";
import { expect, test } from "vitest";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { LAST_MONTH, monthEnd, monthText, toMonth, UnlockSummer } from "@/lib/core/vesting/unlock-months";

const YEAR = 31_556_952n;
const time = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 1_500_000_000n, max: 1_500_000_000n + 12n * YEAR }) },
  { weight: 2, arbitrary: fc.bigInt({ min: -40n * YEAR, max: 200n * YEAR }) },
  { weight: 1, arbitrary: fc.bigInt({ min: I64_MIN, max: I64_MAX }) },
  // The first and last seconds of months.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat({ max: LAST_MONTH }), fc.integer({ min: -1, max: 1 }))
      .map(([month, off]) => monthEnd(month) + BigInt(off)),
  },
);
const anyLeaf = fc
  .record({
    amount: fc.oneof(
      fc.bigInt({ min: 0n, max: 1_000n }),
      fc.bigInt({ min: 0n, max: U64_MAX }),
      fc.constant(U64_MAX),
    ),
    releaseType: fc.constantFrom(...Object.values(ReleaseType)),
    times: fc.tuple(time, time),
    milestoneIdx: fc.nat({ max: 3 }),
  })
  .map(({ times, ...rest }) => {
    const [cliffTime, endTime] = times[0] < times[1] ? times : [times[1], times[0]];
    return { ...rest, cliffTime, endTime };
  });

/**
 * A few units from the end of one month to the end of another, so that some vest exactly in a month's last
 * second.
 */
const roundLeaf = fc
  .tuple(fc.integer({ min: 500, max: 700 }), fc.integer({ min: 1, max: 12 }), fc.bigInt({ min: 1n, max: 6n }))
  .map(([month, count, amount]) => {
    const [cliffTime, endTime] = [monthEnd(month), monthEnd(month + count)];
    return { amount, releaseType: ReleaseType.Linear, milestoneIdx: 0, cliffTime, endTime };
  });
const leaf = fc.oneof({ weight: 4, arbitrary: anyLeaf }, { weight: 1, arbitrary: roundLeaf });

const calculateSum = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

test("sums each month as the program's formula does over all leaves, to the base unit", () => {
  fc.assert(
    fc.property(fc.array(leaf, { maxLength: 12 }), (leaves) => {
      const summer = new UnlockSummer();
      for (const one of leaves) summer.add(one);
      const sums = summer.end();
      const timed = leaves.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
      const vestedBy = (now: bigint) =>
        calculateSum(timed.map((item) => vestedAmount(item, { now, cancelledAt: null })));
      const found = new Map(sums.months.map((month, at) => [month, sums.amounts[at] ?? 0n]));
      let before = 0n;
      for (let month = 0; month < LAST_MONTH; month++) {
        const by = vestedBy(monthEnd(month));
        if ((found.get(month) ?? 0n) !== by - before)
          expect({ month: monthText(month), amount: found.get(month) }).toEqual({ amount: by - before });
        before = by;
      }
      // The last month includes all later unlocks.
      expect(found.get(LAST_MONTH) ?? 0n).toBe(calculateSum(timed.map(({ amount }) => amount)) - before);
      expect(sums.months).toEqual([...sums.months].sort((a, b) => a - b));
      if (sums.lastUnlock === null) expect(calculateSum(timed.map(({ amount }) => amount))).toBe(0n);
      else expect(vestedBy(sums.lastUnlock) - vestedBy(sums.lastUnlock - 1n)).toBeGreaterThan(0n);
      if (sums.lastUnlock !== null)
        expect(vestedBy(sums.lastUnlock)).toBe(calculateSum(timed.map(({ amount }) => amount)));
      for (let index = 0; index < 4; index++) {
        const waiting = leaves.filter(
          ({ releaseType, milestoneIdx, amount }) =>
            releaseType === ReleaseType.Milestone && milestoneIdx === index && amount > 0n,
        );
        const at = sums.milestones.indexOf(index);
        expect(at >= 0).toBe(waiting.length > 0);
        if (at < 0) continue;
        expect(sums.milestoneAmounts[at]).toBe(calculateSum(waiting.map(({ amount }) => amount)));
        const cliffs = waiting.map(({ cliffTime }) => cliffTime);
        expect(sums.milestoneCliffs[at]).toBe(cliffs.reduce((a, b) => (a < b ? a : b)));
      }
    }),
    { numRuns: 300 },
  );
});

test("counts a unit that vests in a month's last second in that month", () => {
  const summer = new UnlockSummer();
  const [cliffTime, endTime] = [1_788_220_799n, 1_798_761_599n];
  // September and October together are as long as November and December.
  summer.add({ amount: 2n, releaseType: ReleaseType.Linear, milestoneIdx: 0, cliffTime, endTime });
  const { months, amounts } = summer.end();
  expect(months.map(monthText)).toEqual(["2026-10", "2026-12"]);
  expect(amounts).toEqual([1n, 1n]);
});

test("assigns a moment to the calendar month in UTC", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2099, 11, 31, 23, 59, 59) / 1000 }), (seconds) => {
      expect(monthText(toMonth(BigInt(seconds)))).toBe(new Date(seconds * 1000).toISOString().slice(0, 7));
    }),
  );
  expect([toMonth(I64_MIN), toMonth(-1n), toMonth(I64_MAX)]).toEqual([0, 0, LAST_MONTH]);
  expect(monthText(LAST_MONTH)).toBe("2099-12");
});
