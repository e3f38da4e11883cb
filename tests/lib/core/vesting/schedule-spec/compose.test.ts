import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { exampleRecipient } from "@/examples/recipient-keys";
import { findRecipientErrors } from "@/lib/core/recipients/recipients";
import { vestedTogether } from "@/lib/core/vesting/curve";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import {
  composeAllocation,
  type SpecifiedAllocation,
  splitMonthly,
} from "@/lib/core/vesting/schedule-spec/compose";
import {
  readScheduleSpec,
  readShare,
  scheduleSpecTexts,
} from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import {
  findScheduleSpecError,
  MAX_TIMED_LEAVES,
  type ScheduleSpec,
  STEP_MONTHS,
  STEPS,
  type Steps,
} from "@/lib/core/vesting/schedule-spec/schedule-spec";

const beneficiary = exampleRecipient(0).address;
const utc = (text: string) => BigInt(Date.parse(`${text}Z`) / 1000);
const team: ScheduleSpec = {
  ...{ upfrontShare: 0, cliffShare: 2_500, cliffMonths: 12, durationMonths: 48 },
  steps: "linear",
};

/**
 * Adds calendar months independently of the code: month by month, with the day limited to the month's own
 * length.
 */
function monthsLater(start: bigint, count: number): bigint {
  const date = new Date(Number(start) * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  let day = date.getUTCDate();
  while (new Date(Date.UTC(year, month, day)).getUTCMonth() !== ((month % 12) + 12) % 12) day--;
  return BigInt(Date.UTC(year, month, day) / 1000) + (start % 86_400n);
}

type Fraction = { over: bigint; under: bigint };

/** Returns the exact amount that the schedule spec unlocks by a time, without leaves and rounding. */
function specAt(input: SpecifiedAllocation, now: bigint): Fraction {
  const { amount, startTime, upfrontShare, cliffShare, cliffMonths, durationMonths, steps } = input;
  const rest = BigInt(10_000 - upfrontShare - cliffShare);
  const cliff = monthsLater(startTime, cliffMonths);
  const end = monthsLater(startTime, durationMonths);
  let share = 0n;
  if (now >= startTime) share += BigInt(upfrontShare);
  if (cliffShare > 0 && now >= cliff) share += BigInt(cliffShare);
  if (now >= end) return { over: amount, under: 1n };
  if (steps === "linear") {
    if (now <= cliff) return { over: amount * share, under: 10_000n };
    const stretch = end - cliff;
    return { over: amount * (share * stretch + rest * (now - cliff)), under: 10_000n * stretch };
  }
  const count = Math.max(1, (durationMonths - cliffMonths) / STEP_MONTHS[steps]);
  let passed = 0n;
  for (let step = 1; step <= count; step++) {
    if (now >= monthsLater(startTime, cliffMonths + step * STEP_MONTHS[steps])) passed++;
  }
  return { over: amount * (share * BigInt(count) + rest * passed), under: 10_000n * BigInt(count) };
}

const share = fc.integer({ min: 0, max: 10_000 });
const anySchedule: fc.Arbitrary<ScheduleSpec> = fc
  .record({
    upfrontShare: fc.oneof(fc.constant(0), share),
    cliffShare: fc.oneof(fc.constant(0), share),
    cliffMonths: fc.integer({ min: 0, max: 30 }),
    after: fc.integer({ min: 0, max: 9 }),
    steps: fc.constantFrom<Steps>(...STEPS),
  })
  .map(({ after, ...rest }) => ({
    ...rest,
    durationMonths: rest.cliffMonths + after * Math.max(1, STEP_MONTHS[rest.steps]),
  }));
const fitting = anySchedule.filter((spec) => findScheduleSpecError(spec) === null);
// Starts on every day of the month and at every second of the day, from 1970 to 2170.
const start = fc.bigInt({ min: 1n, max: 6_311_433_600n });
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const allocation: fc.Arbitrary<SpecifiedAllocation> = fc
  .record({ amount, startTime: start, spec: fitting })
  .map(({ spec: scheduleSpec, ...rest }) => ({ beneficiary, ...rest, ...scheduleSpec }));

const composed = (input: SpecifiedAllocation) => {
  const result = composeAllocation(input);
  return "leaves" in result ? result.leaves : null;
};

describe("composing an allocation of leaves", () => {
  it("follows the schedule at any time within the stated rounding, and exactly in total", () => {
    fc.assert(
      fc.property(
        allocation,
        fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true })),
        (item, positions) => {
          const leaves = composed(item);
          fc.pre(leaves !== null);
          if (!leaves) return;
          expect(leaves.length).toBeLessThanOrEqual(MAX_TIMED_LEAVES);
          expect(leaves.reduce((sum, leaf) => sum + leaf.amount, 0n)).toBe(item.amount);
          const last = monthsLater(item.startTime, item.durationMonths);
          const dates = leaves.flatMap(({ cliffTime, endTime }) => [cliffTime, endTime]);
          const between = positions.map(
            (position) => item.startTime + BigInt(Math.floor(Number(last - item.startTime) * position)),
          );
          for (const now of [...dates, ...dates.map((date) => date - 1n), ...between]) {
            const { over, under } = specAt(item, now);
            const vested = vestedTogether(leaves, now);
            const lacking = over - vested * under;
            expect(lacking >= 0n, `never more than meant at ${now}`).toBe(true);
            expect(lacking < 2n * under, `less than two base units are missing at ${now}`).toBe(true);
          }
          for (const now of dates) {
            const { over, under } = specAt(item, now);
            expect(vestedTogether(leaves, now), `rounded down at the date ${now}`).toBe(over / under);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("returns leaves without errors or warnings", () => {
    fc.assert(
      fc.property(allocation, (item) => {
        const leaves = composed(item);
        fc.pre(leaves !== null);
        expect(findRecipientErrors(leaves ?? [])).toEqual([]);
      }),
    );
  });

  it("refuses an amount that is too small for its parts instead of leaves of 0", () => {
    fc.assert(
      fc.property(allocation, fc.bigInt({ min: 0n, max: 40n }), (item, small) => {
        const result = composeAllocation({ ...item, amount: small });
        if ("leaves" in result) expect(result.leaves.every((leaf) => leaf.amount > 0n)).toBe(true);
        else expect(result.error.field).toBe("amount");
      }),
    );
  });

  it("unlocks a quarter at the cliff of a year, to the base unit", () => {
    const leaves = composed({ beneficiary, amount: 1_001n, startTime: utc("2027-03-01T00:00"), ...team });
    const at = (text: string) => vestedTogether(leaves ?? [], utc(text));
    expect(at("2028-02-29T23:59:59")).toBe(0n);
    expect(at("2028-03-01T00:00")).toBe(250n);
    expect(at("2031-03-01T00:00")).toBe(1_001n);
    expect(leaves?.map(({ releaseType }) => releaseType)).toEqual([ReleaseType.Cliff, ReleaseType.Linear]);
  });

  it("uses a month's last day where the month lacks the day, and the day itself in the next month", () => {
    const monthly: ScheduleSpec = {
      ...team,
      cliffShare: 0,
      cliffMonths: 0,
      durationMonths: 5,
      steps: "monthly",
    };
    const leaves = composed({ beneficiary, amount: 500n, startTime: utc("2027-12-31T12:30"), ...monthly });
    expect(leaves?.map(({ cliffTime }) => new Date(Number(cliffTime) * 1000).toISOString())).toEqual([
      "2028-01-31T12:30:00.000Z",
      "2028-02-29T12:30:00.000Z",
      "2028-03-31T12:30:00.000Z",
      "2028-04-30T12:30:00.000Z",
      "2028-05-31T12:30:00.000Z",
    ]);
  });

  it("ends within 64 bits or is refused", () => {
    const result = composeAllocation({ beneficiary, amount: 100n, startTime: 2n ** 63n - 100n, ...team });
    expect(result).toMatchObject({ error: { field: "startTime" } });
  });
});

describe("an impossible schedule", () => {
  const months = (over: Partial<ScheduleSpec>) => findScheduleSpecError({ ...team, ...over });
  test.each<[Partial<ScheduleSpec>, string, RegExp]>([
    [{ upfrontShare: 8_000 }, "cliffPercent", /total 105%/],
    [{ cliffMonths: 0 }, "cliffMonths", /requires a cliff/],
    [{ durationMonths: 6 }, "durationMonths", /before the cliff/],
    [{ durationMonths: 12 }, "cliffPercent", /total 25%.*nothing unlocks after/],
    [{ cliffShare: 10_000 }, "durationMonths", /Everything is unlocked after 12 months/],
    [{ steps: "quarterly", durationMonths: 47 }, "durationMonths", /End after 45 or 48 months/],
  ])("%j is refused at %s", (over, field, message) => {
    expect(months(over)).toMatchObject({ field, message: expect.stringMatching(message) });
  });

  test("names a schedule that fits when its steps are too many for one recipient", () => {
    const error = months({ steps: "monthly" });
    expect(error).toEqual({
      field: "steps",
      message:
        "These 36 monthly steps create 37 allocations, but a recipient can have at most 8. Possible alternatives: half-yearly steps, or linear after the cliff, or monthly steps that end after 19 months.",
    });
    expect(months({ steps: "half-yearly" })).toBeNull();
    expect(months({ steps: "linear" })).toBeNull();
    expect(months({ steps: "monthly", durationMonths: 19 })).toBeNull();
    expect(months({ steps: "monthly", durationMonths: 20 })).not.toBeNull();
  });

  test("always names a schedule that fits when it has too many steps", () => {
    const tooMany = fc
      .record({ spec: anySchedule, count: fc.integer({ min: 9, max: 60 }) })
      .filter(({ spec: scheduleSpec }) => scheduleSpec.steps !== "linear")
      .map(({ spec: scheduleSpec, count }) => ({
        ...scheduleSpec,
        durationMonths: scheduleSpec.cliffMonths + count * STEP_MONTHS[scheduleSpec.steps],
      }));
    fc.assert(
      fc.property(tooMany, (spec) => {
        const error = findScheduleSpecError(spec);
        fc.pre(error?.field === "steps");
        const coarser = /fits: (\S+) steps, or linear/.exec(error?.message ?? "")?.[1];
        const longest = Number(/end after (\d+) months/.exec(error?.message ?? "")?.[1]);
        if (coarser) expect(findScheduleSpecError({ ...spec, steps: coarser as Steps })).toBeNull();
        expect(findScheduleSpecError({ ...spec, steps: "linear" })).toBeNull();
        expect(findScheduleSpecError({ ...spec, durationMonths: longest })).toBeNull();
      }),
    );
  });
});

describe("the fields of a schedule", () => {
  it("read back as they were written", () => {
    fc.assert(
      fc.property(anySchedule, (scheduleSpec) => {
        const texts = scheduleSpecTexts(scheduleSpec);
        expect(readScheduleSpec((field) => texts[field])).toEqual({ spec: scheduleSpec });
      }),
    );
  });

  test.each([
    ["25", 2_500],
    ["25 %", 2_500],
    ["12,5%", 1_250],
    ["0.01", 1],
    ["100", 10_000],
    ["100.01", null],
    ["1e1", null],
    ["-5", null],
    ["33.333", null],
    ["", null],
  ])("read %j as the percentage %j", (text, expected) => {
    expect(readShare(text)).toBe(expected);
  });

  it("name the invalid field, and report a missing end", () => {
    const texts: Record<string, string> = { upfrontPercent: "ten", cliffMonths: "1.5", steps: "weekly" };
    const reading = readScheduleSpec((field) => texts[field] ?? "");
    const fields = "errors" in reading ? reading.errors.map(({ field }) => field) : [];
    expect(fields.toSorted()).toEqual(["cliffMonths", "durationMonths", "steps", "upfrontPercent"]);
  });
});

test("campaigns of a split monthly plan together unlock exactly the plan, with at most eight leaves each", () => {
  fc.assert(
    fc.property(
      fc.record({
        amount: fc.bigInt({ min: 10_000_000n, max: 2n ** 64n - 1n }),
        startTime: fc.bigInt({ min: 1_500_000_000n, max: 2_500_000_000n }),
        upfrontShare: fc.integer({ min: 0, max: 3_000 }),
        cliffShare: fc.integer({ min: 0, max: 3_000 }),
        cliffMonths: fc.integer({ min: 1, max: 24 }),
        count: fc.integer({ min: 1, max: 60 }),
      }),
      ({ count, cliffMonths, ...rest }) => {
        const whole = { ...rest, beneficiary, cliffMonths, durationMonths: cliffMonths + count };
        const split = splitMonthly(whole);
        if ("error" in split) throw new Error(split.error.message);
        const sizes = split.campaigns.map((leaves) => leaves.length);
        expect(sizes.slice(0, -1).every((size) => size === MAX_TIMED_LEAVES)).toBe(true);
        const all = split.campaigns.flat();
        expect(all.reduce((sum, { amount }) => sum + amount, 0n)).toBe(rest.amount);
        for (let month = 0; month <= cliffMonths + count; month++) {
          for (const now of [-1n, 0n].map((second) => monthsLater(rest.startTime, month) + second)) {
            const { over, under } = specAt({ ...whole, steps: "monthly" }, now);
            const unlocked = all.filter(({ cliffTime }) => cliffTime <= now);
            expect(unlocked.reduce((sum, { amount }) => sum + amount, 0n)).toBe(over / under);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});
