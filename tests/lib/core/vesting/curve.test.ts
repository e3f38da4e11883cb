import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, isoDate, vestingCurve } from "@/lib/core/vesting/curve";
import { isOrderedSchedule, ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { i64, u64 } from "@/tests/lib/core/solana/arbitraries";

const unix = (date: string) => BigInt(Date.parse(date) / 1000);

const curveInput = fc
  .record({
    amount: u64,
    releaseType: fc.constantFrom<ReleaseType>(0, 1, 2),
    times: fc.uniqueArray(i64, { minLength: 3, maxLength: 3 }),
    points: fc.option(fc.integer({ min: 2, max: 500 }), { nil: undefined }),
  })
  .map(({ times, ...rest }) => {
    const [startTime = 0n, cliffTime = 0n, endTime = 0n] = times.toSorted((a, b) => (a < b ? -1 : 1));
    return { ...rest, startTime, cliffTime, endTime };
  });

describe("a vesting curve", () => {
  it("has a row at the start, at each month after it, and at the end", () => {
    const curve = vestingCurve({
      amount: 365n,
      releaseType: ReleaseType.Linear,
      startTime: unix("2025-01-31T12:00:00Z"),
      cliffTime: unix("2025-01-31T12:00:00Z"),
      endTime: unix("2025-05-01T12:00:00Z"),
    });
    expect(curve).toEqual({
      totalAmount: 365n,
      durationDays: 90,
      breakdown: [
        ["2025-01-31T12:00:00.000Z", 0n, 0n, 0],
        ["2025-02-28T12:00:00.000Z", 113n, 113n, 30.95],
        ["2025-03-31T12:00:00.000Z", 126n, 239n, 65.47],
        ["2025-04-30T12:00:00.000Z", 121n, 360n, 98.63],
        ["2025-05-01T12:00:00.000Z", 5n, 365n, 100],
      ].map(([date, vested, cumulative, percent]) => ({
        date,
        time: unix(String(date)),
        vested,
        cumulative,
        percent,
      })),
    });
  });

  it("does not repeat an end that falls on a month", () => {
    const curve = vestingCurve({
      amount: 1n,
      releaseType: ReleaseType.Cliff,
      startTime: unix("2025-01-01"),
      cliffTime: unix("2025-02-01"),
      endTime: unix("2025-03-01"),
    });
    expect(curve.breakdown.map(({ date }) => date.slice(0, 10))).toEqual([
      "2025-01-01",
      "2025-02-01",
      "2025-03-01",
    ]);
    expect(curve.breakdown.map(({ cumulative }) => cumulative)).toEqual([0n, 1n, 1n]);
  });

  it("stays within 1,200 rows from start to end and sums to the amount, for any u64 and i64", () => {
    fc.assert(
      fc.property(curveInput, (input) => {
        const { breakdown } = vestingCurve(input);
        expect(breakdown.length).toBeLessThanOrEqual(1200);
        if (input.points !== undefined) expect(breakdown).toHaveLength(input.points);
        expect(breakdown[0]?.time).toBe(input.startTime);
        expect(breakdown.at(-1)).toMatchObject({ time: input.endTime, cumulative: input.amount });
        let total = 0n;
        let before = input.startTime;
        for (const { time, vested, cumulative } of breakdown) {
          total += vested;
          expect(cumulative).toBe(total);
          expect(cumulative).toBe(vestedAmount(input, { now: time, cancelledAt: null }));
          expect(time >= before).toBe(true);
          before = time;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("uses months up to 1,200 rows and equal steps beyond", () => {
    const startTime = unix("2000-01-01");
    const rows = (months: number) => {
      const endTime = addMonths(startTime, months);
      return vestingCurve({ amount: 1n, releaseType: 0, startTime, cliffTime: startTime, endTime }).breakdown;
    };
    expect(rows(1199)).toHaveLength(1200);
    expect(rows(1199)[1]?.date).toBe("2000-02-01T00:00:00.000Z");
    expect(rows(1200)).toHaveLength(1200);
    const [first, second, third] = rows(1200).map(({ time }) => time) as [bigint, bigint, bigint];
    expect(third - second - (second - first)).toBeLessThanOrEqual(1n);
    expect(second).not.toBe(addMonths(startTime, 1));
  });

  it("refuses times out of order, and points out of range", () => {
    const good = { amount: 1n, releaseType: ReleaseType.Linear, startTime: 0n, cliffTime: 0n, endTime: 10n };
    const bad = [{ cliffTime: 11n }, { startTime: 1n }, { points: 1 }, { points: 501 }, { points: 2.5 }];
    for (const change of bad) expect(() => vestingCurve({ ...good, ...change })).toThrow(RangeError);
  });
});

describe("the calendar", () => {
  // The range of Date, in seconds.
  const dateTime = fc.bigInt({ min: -8_640_000_000_000n, max: 8_640_000_000_000n });

  it("writes dates as Date does wherever Date can", () => {
    fc.assert(
      fc.property(dateTime, (time) => {
        expect(isoDate(time)).toBe(new Date(Number(time) * 1000).toISOString());
      }),
      { numRuns: 500 },
    );
  });

  it("writes the ends of i64", () => {
    expect(isoDate(2n ** 63n - 1n)).toBe("+292277026596-12-04T15:30:07.000Z");
    expect(isoDate(-(2n ** 63n))).toBe("-292277022657-01-27T08:29:52.000Z");
  });

  it("adds months as Date does, but never skips a short month", () => {
    fc.assert(
      fc.property(dateTime, fc.nat({ max: 1200 }), (time, months) => {
        const from = new Date(Number(time) * 1000);
        const plain = new Date(from);
        plain.setUTCMonth(from.getUTCMonth() + months);
        fc.pre(Number.isFinite(plain.getTime()));
        const date = new Date(Number(addMonths(time, months)) * 1000);
        if (plain.getUTCDate() === from.getUTCDate()) expect(date).toEqual(plain);
        else {
          const tomorrow = new Date(date.getTime() + 86_400_000);
          expect(tomorrow.getUTCDate()).toBe(1);
          expect(date.getTime()).toBeLessThan(plain.getTime());
          expect(plain.getTime() - date.getTime()).toBeLessThanOrEqual(3 * 86_400_000);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("the schedule templates", () => {
  it("have distinct ids and make valid schedules from any start", () => {
    expect(new Set(SCHEDULE_TEMPLATES.map(({ id }) => id)).size).toBe(SCHEDULE_TEMPLATES.length);
    for (const { params } of SCHEDULE_TEMPLATES) {
      const at = (days: number) => 1_750_000_000n + BigInt(days) * 86_400n;
      expect(
        isOrderedSchedule({
          startTime: at(0),
          cliffTime: at(params.cliffDays),
          endTime: at(params.durationDays),
        }),
      ).toBe(true);
    }
  });
});
