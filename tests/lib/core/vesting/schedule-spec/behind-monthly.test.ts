import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleRecipient } from "@/examples/recipient-keys";
import { addMonths, vestedTogether } from "@/lib/core/vesting/curve";
import { differenceToMonthly, spanBehindMonthly } from "@/lib/core/vesting/schedule-spec/behind-monthly";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import { readScheduleSpec } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { BEHIND_MONTHLY, type ScheduleSpec } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { scheduleSpecWords } from "@/lib/core/vesting/schedule-spec/unlock-phrases";

const beneficiary = exampleRecipient(0).address;
const utc = (text: string) => BigInt(Date.parse(`${text}T00:00:00Z`) / 1000);
const DAY = 86_400n;

/** 25% after a year, then 36 months: the most common grant. */
const grant: ScheduleSpec = {
  ...{ upfrontShare: 0, cliffShare: 2_500, cliffMonths: 12, durationMonths: 48 },
  steps: BEHIND_MONTHLY,
};

const anyGrant = fc
  .record({
    cliffShare: fc.integer({ min: 1, max: 9_900 }),
    cliffMonths: fc.integer({ min: 1, max: 24 }),
    count: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ count, ...rest }) => ({ ...grant, ...rest, durationMonths: rest.cliffMonths + count }));
const anyStart = fc.bigInt({ min: 1n, max: 6_311_433_600n });
const anyAmount = fc.bigInt({ min: 1_000_000n, max: 2n ** 64n - 1n });

/** Returns the amount that the monthly plan has unlocked, in base units, independently of the code. */
function monthlyAt(spec: ScheduleSpec, input: { amount: bigint; startTime: bigint }, now: bigint): bigint {
  const { cliffShare, cliffMonths, durationMonths } = spec;
  if (now < addMonths(input.startTime, cliffMonths)) return 0n;
  const count = durationMonths - cliffMonths;
  let passed = 0;
  while (passed < count && now >= addMonths(input.startTime, cliffMonths + passed + 1)) passed++;
  const share = BigInt(cliffShare) * BigInt(count) + BigInt(10_000 - cliffShare) * BigInt(passed);
  return (input.amount * share) / (10_000n * BigInt(count));
}

describe("a linear unlock behind monthly steps", () => {
  it("is never ahead of the monthly plan, at any second, and unlocks the whole amount", () => {
    fc.assert(
      fc.property(
        ...([anyGrant, anyStart, anyAmount] as const),
        fc.array(fc.double({ min: 0, max: 1.1, noNaN: true })),
        (spec, startTime, amount, positions) => {
          const composed = composeAllocation({ beneficiary, amount, startTime, ...spec });
          if (!("leaves" in composed)) throw new Error(composed.error.message);
          const { leaves } = composed;
          expect(leaves).toHaveLength(2);
          const end = leaves.at(-1)?.endTime ?? 0n;
          const steps = Array.from({ length: spec.durationMonths + 2 }, (_, month) =>
            addMonths(startTime, month),
          );
          const between = positions.map((at) => startTime + BigInt(Math.floor(Number(end - startTime) * at)));
          for (const now of [...steps, ...steps.map((time) => time - 1n), ...between]) {
            const planned = monthlyAt(spec, { amount, startTime }, now);
            expect(vestedTogether(leaves, now) <= planned, `not ahead at ${now}`).toBe(true);
          }
          expect(vestedTogether(leaves, end)).toBe(amount);
        },
      ),
    );
  });

  it("is behind by no more than the stated share, and ends by no more than the stated days later", () => {
    fc.assert(
      fc.property(anyGrant, anyStart, (spec, startTime) => {
        const amount = 10n ** 18n;
        const composed = composeAllocation({ beneficiary, amount, startTime, ...spec });
        if (!("leaves" in composed)) throw new Error(composed.error.message);
        const difference = differenceToMonthly(spec, startTime, spanBehindMonthly(spec, startTime));
        expect(difference.ahead).toBe(0);
        for (let month = 0; month <= spec.durationMonths; month++) {
          const now = addMonths(startTime, month);
          const lacking = monthlyAt(spec, { amount, startTime }, now) - vestedTogether(composed.leaves, now);
          expect(lacking <= (amount * BigInt(difference.behind)) / 10_000n + 2n).toBe(true);
        }
        const planned = addMonths(startTime, spec.durationMonths);
        const end = composed.leaves.at(-1)?.endTime ?? 0n;
        expect(end - planned <= BigInt(difference.lateDays) * DAY).toBe(true);
        // One month, and the few days by which months differ.
        expect(difference.lateDays).toBeLessThanOrEqual(31 + 5);
      }),
    );
  });

  it("states the differences of the most common grant in numbers", () => {
    const startTime = utc("2027-03-01");
    const behind = differenceToMonthly(grant, startTime, spanBehindMonthly(grant, startTime));
    expect(behind.ahead).toBe(0);
    expect(behind.behind).toBeGreaterThanOrEqual(209);
    expect(behind.behind).toBeLessThan(450);
    const from = addMonths(startTime, 12);
    const linear = differenceToMonthly(grant, startTime, { from, to: addMonths(startTime, 48) });
    expect(linear.lateDays).toBe(0);
    // One monthly step is 75% / 36, and months differ in length.
    expect(linear.ahead).toBeGreaterThanOrEqual(209);
    expect(linear.ahead).toBeLessThan(230);
    expect(linear.behind).toBeLessThan(20);
  });

  it("reads its name from a file and describes itself in words", () => {
    const texts: Record<string, string> = {
      ...{ cliffPercent: "25", cliffMonths: "12", durationMonths: "48", upfrontPercent: "" },
      steps: "linear-behind-monthly",
    };
    expect(readScheduleSpec((field) => texts[field] ?? "")).toEqual({ spec: grant });
    expect(scheduleSpecWords(grant)).toBe(
      "25% 12 months after the start, then the other 75% evenly by the second from 13 months after the start to 49 months after the start, never ahead of monthly steps",
    );
    expect(scheduleSpecWords(grant, utc("2027-03-01"))).toMatch(
      /^25% on 1 Mar 2028, then the other 75% evenly by the second from \d+ Apr 2028 to \d+ Apr 2031, never/,
    );
  });
});
