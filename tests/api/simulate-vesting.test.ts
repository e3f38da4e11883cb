import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { POST } from "@/app/api/simulate-vesting/route";
import { readEnv } from "@/lib/service/env";
import { call, startServices } from "../support/http";

type Curve = {
  breakdown: { time: string; vested: string; cumulative: string; percent: number }[];
  at: unknown;
};

beforeEach(() => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
});
const simulate = (body: unknown) => call<Curve>(POST, { path: "/api/simulate-vesting", body });
const year = {
  amount: "1000",
  releaseType: 1,
  startTime: 1_735_689_600,
  cliffTime: "1735689600",
  endTime: 1_767_225_600,
};

describe("POST /api/simulate-vesting", () => {
  test("breaks a year down by month, the last row at the end", async () => {
    const { status, body } = await simulate(year);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      schedule: { releaseType: 1, startTime: "1735689600", cliffTime: "1735689600", endTime: "1767225600" },
      totalAmount: "1000",
      durationDays: 365,
      at: null,
    });
    expect(body.breakdown).toHaveLength(13);
    expect(body.breakdown[1]).toEqual({
      date: "2025-02-01T00:00:00.000Z",
      time: "1738368000",
      vested: "84",
      cumulative: "84",
      percent: 8.4,
    });
    expect(body.breakdown.at(-1)).toMatchObject({ time: "1767225600", cumulative: "1000", percent: 100 });
  });

  test("gives as many points as asked, and the amount at a time", async () => {
    const { body } = await simulate({ ...year, points: 3, at: "1751457600" });
    expect(body.breakdown.map(({ cumulative }) => cumulative)).toEqual(["0", "500", "1000"]);
    expect(body.at).toEqual({ time: "1751457600", vested: "500" });
  });

  test.each([
    [{ endTime: year.startTime, cliffTime: year.startTime }, "endTime"],
    [{ cliffTime: year.endTime + 1 }, "cliffTime"],
    [{ amount: "18446744073709551616" }, "amount"],
    [{ amount: 1.5 }, "amount"],
    [{ releaseType: 3 }, "releaseType"],
    [{ points: 1 }, "points"],
    [{ points: 501 }, "points"],
    [{ at: "soon" }, "at"],
    [{ startTime: "9223372036854775808" }, "startTime"],
  ])("refuses %j, naming %s", async (over, path) => {
    const answer = await simulate({ ...year, ...over });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  test("answers any valid schedule with at most 1,200 rows that add up", async () => {
    const time = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: 0n, max: 4_000_000_000n }),
    );
    const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(time, time, time),
        amount,
        fc.constantFrom(0, 1, 2),
        async (times, amount, releaseType) => {
          const [startTime = 0n, cliffTime = 0n, endTime = 0n] = times.toSorted((a, b) =>
            a < b ? -1 : a > b ? 1 : 0,
          );
          fc.pre(startTime < endTime);
          const { status, body } = await simulate({ amount, releaseType, startTime, cliffTime, endTime });
          expect(status).toBe(200);
          expect(body.breakdown.length).toBeLessThanOrEqual(1200);
          expect(body.breakdown.at(-1)).toMatchObject({ time: String(endTime), cumulative: String(amount) });
          expect(body.breakdown.reduce((sum, row) => sum + BigInt(row.vested), 0n)).toBe(amount);
        },
      ),
      { numRuns: 40 },
    );
  });
});
