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
  test("names missing times beside another invalid field", async () => {
    const { body } = await simulate({ amount: "1", startTime: "0", points: 1 });
    const { details } = body as unknown as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).toEqual(["points", "releaseType", "cliffTime", "endTime"]);
  });

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

  test("returns the requested number of points, and the amount at a time", async () => {
    const { body } = await simulate({ ...year, points: 3, at: "1751457600" });
    expect(body.breakdown.map(({ cumulative }) => cumulative)).toEqual(["0", "500", "1000"]);
    expect(body.at).toEqual({ time: "1751457600", vested: "500" });
  });

  test.each([0, 1, 2])("answers release type %s that ends at its start in one row", async (releaseType) => {
    const time = String(year.startTime);
    for (const points of [undefined, 5]) {
      const requested = { ...year, releaseType, cliffTime: time, endTime: time, at: time, points };
      const { status, body } = await simulate(requested);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        durationDays: 0,
        breakdown: [{ time, vested: "1000", cumulative: "1000", percent: 100 }],
        at: { time, vested: "1000" },
      });
      expect(body.breakdown).toHaveLength(1);
    }
  });

  test.each([
    [{ cliffTime: year.endTime + 1 }, "cliffTime"],
    [{ amount: "18446744073709551616" }, "amount"],
    [{ amount: "0" }, "amount"],
    [{ endTime: undefined }, "endTime"],
    [{ amount: 1.5 }, "amount"],
    [{ releaseType: 3 }, "releaseType"],
    [{ points: 1 }, "points"],
    [{ points: 501 }, "points"],
    [{ at: "soon" }, "at"],
    [{ startTime: "9223372036854775808" }, "startTime"],
    [{ schedule: { durationMonths: 12 }, cliffTime: undefined, endTime: undefined }, "releaseType"],
  ])("refuses %j, naming %s", async (over, path) => {
    const answer = await simulate({ ...year, ...over });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  test("returns at most 1,200 rows that sum to the amount for any valid schedule", async () => {
    const time = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: 0n, max: 4_000_000_000n }),
    );
    const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(time, time, time),
        amount,
        fc.constantFrom(0, 1, 2),
        async (times, amount, releaseType) => {
          const [startTime = 0n, cliffTime = 0n, endTime = 0n] = times.toSorted((a, b) =>
            a < b ? -1 : a > b ? 1 : 0,
          );
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

describe("a schedule in months", () => {
  const startTime = "1798675200"; // 31 December 2026
  const quarter = { cliffPercent: 25, cliffMonths: 12, durationMonths: 48 };
  const query = (schedule: object, over: object = {}) =>
    simulate({ amount: "1001", startTime, schedule, ...over });

  test("returns one curve over all its leaves, with its parts and its description", async () => {
    const cliff = "1830211200"; // 31 December 2027
    const { status, body } = await query(quarter, { at: cliff });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalAmount: "1001",
      at: { time: cliff, vested: "250" },
      words: "25% on 31 Dec 2027, then the other 75% evenly by the second from 31 Dec 2027 to 31 Dec 2030",
      leaves: [
        { amount: "250", releaseType: 0, startTime, cliffTime: cliff, endTime: cliff },
        { amount: "751", releaseType: 1, startTime, cliffTime: cliff, endTime: "1924905600" },
      ],
    });
    expect(body.breakdown).toHaveLength(49);
    expect(body.breakdown[11]).toMatchObject({ cumulative: "0" });
    expect(body.breakdown[12]).toMatchObject({ time: cliff, cumulative: "250", percent: 24.97 });
    expect(body.breakdown.at(-1)).toMatchObject({ cumulative: "1001", percent: 100 });
    expect(body.breakdown.reduce((sum, row) => sum + BigInt(row.vested), 0n)).toBe(1_001n);
  });

  test.each([
    [{ ...quarter, cliffPercent: 101 }, "schedule.cliffPercent"],
    [{ ...quarter, cliffPercent: 33.333 }, "schedule.cliffPercent"],
    [{ ...quarter, steps: "monthly" }, "schedule.steps"],
    [{ ...quarter, steps: "weekly" }, "schedule.steps"],
    [{ ...quarter, upfrontPercent: 90 }, "schedule.cliffPercent"],
    [{ cliffMonths: 3 }, "schedule.durationMonths"],
    ["a year", "schedule"],
  ])("refuses %j at %s", async (schedule, path) => {
    const answer = await query(schedule as object);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  test("returns one row for a schedule that unlocks everything at its start", async () => {
    const { status, body } = await query({ upfrontPercent: 100, durationMonths: 0 });
    expect(status).toBe(200);
    expect(body.breakdown).toMatchObject([{ time: startTime, cumulative: "1001" }]);
  });

  test("refuses times beside months, each by name", async () => {
    const answer = await query(quarter, { cliffTime: "1830211200", releaseType: 1 });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: "releaseType" }, { path: "cliffTime" }] },
    });
  });

  test("refuses an amount too small for its parts", async () => {
    const answer = await query(quarter, { amount: "1" });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: "amount" }] } });
  });
});
