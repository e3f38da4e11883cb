import fc from "fast-check";
import { expect, it } from "vitest";
import {
  curvePoints,
  curveRange,
  lastTimedUnlock,
  type ScheduleGroup,
  vestedAt,
} from "@/lib/core/vesting/curve-points";
import type { ReleaseType } from "@/lib/core/vesting/leaf";

const time = fc.bigInt({ min: 0n, max: 10_000_000n });
const group: fc.Arbitrary<ScheduleGroup> = fc
  .record({
    times: fc.tuple(time, time, time).map((all) => all.sort((a, b) => (a < b ? -1 : 1))),
    amount: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
    releaseType: fc.constantFrom<ReleaseType>(0, 1, 2),
    releasedAt: fc.option(time),
  })
  .map(({ times: [startTime = 0n, cliffTime = 0n, endTime = 0n], ...rest }) => ({
    ...rest,
    startTime,
    cliffTime,
    endTime,
    milestoneIdx: 1,
  }));

it("returns points that never decrease and never exceed the total", () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 200 }), fc.option(time), (groups, cancelledAt) => {
      const range = curveRange(groups, cancelledAt === null ? [] : [cancelledAt]);
      const points = curvePoints(groups, { range, cancelledAt });
      const total = groups.reduce((sum, { amount }) => sum + amount, 0n);
      for (const [index, point] of points.entries()) {
        const before = points[index - 1];
        if (before) expect(point.time > before.time && point.vested >= before.vested).toBe(true);
        expect(point.vested <= total).toBe(true);
        expect(point.vested).toBe(vestedAt(groups, point.time, cancelledAt));
      }
      expect(points.at(-1)?.time).toBe(range[1]);
    }),
    { numRuns: 60 },
  );
});

const linear: ScheduleGroup = {
  ...{ releaseType: 1, startTime: 0n, cliffTime: 0n, endTime: 100n, milestoneIdx: 0 },
  ...{ amount: 100n, releasedAt: null },
};

it("has a point where a cancellation stops the vesting", () => {
  const points = curvePoints([linear], { range: [0n, 100n], cancelledAt: 30n });
  expect(points).toContainEqual({ time: 30n, vested: 30n });
  expect(points.at(-1)).toEqual({ time: 100n, vested: 30n });
});

it("samples a curve with more points than a screen can show", () => {
  const groups = Array.from({ length: 300 }, (_, at) => {
    return { ...linear, cliffTime: BigInt(at), endTime: BigInt(1_000 + 7 * at) };
  });
  const range = curveRange(groups, []);
  const points = curvePoints(groups, { range, cancelledAt: null });
  expect(points).toHaveLength(120);
  expect([points[0]?.time, points.at(-1)]).toEqual([range[0], { time: range[1], vested: 30_000n }]);
  for (const { time, vested } of points) expect(vested).toBe(vestedAt(groups, time, null));
});

it("covers a period of time also when everything unlocks at one moment", () => {
  const atOnce = { ...linear, cliffTime: 5n, startTime: 5n, endTime: 5n };
  expect(curveRange([atOnce], [])).toEqual([5n - 3_600n, 5n + 3_600n]);
  expect(curveRange([linear], [200n])).toEqual([-8n, 208n]);
});

it("excludes a milestone until its release, whatever its dates", () => {
  const milestone: ScheduleGroup = {
    releaseType: 2,
    startTime: 0n,
    cliffTime: 10n,
    endTime: 10n,
    milestoneIdx: 1,
    amount: 5n,
    releasedAt: null,
  };
  expect(vestedAt([milestone], 1_000n, null)).toBe(0n);
  expect(vestedAt([{ ...milestone, releasedAt: 5n }], 5n, null)).toBe(5n);
});

it("returns the end of the last schedule by time, without milestones", () => {
  const at = (endTime: bigint, releaseType: ReleaseType = 1) => ({ ...linear, endTime, releaseType });
  expect(lastTimedUnlock([at(200n), at(300n), at(900n, 2)])).toBe(300n);
  expect(lastTimedUnlock([at(900n, 2)])).toBeNull();
});
