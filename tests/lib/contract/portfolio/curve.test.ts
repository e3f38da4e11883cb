import fc from "fast-check";
import { expect, test } from "vitest";
import { portfolioCurve } from "@/lib/contract/portfolio/curve";
import { type BeneficiaryRow, beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import { curvePoints, vestedAt } from "@/lib/core/vesting/curve-points";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { row } from "./row";

const NOW = 1_000n;
const asIs = (_: string, amount: bigint) => amount;
const never = () => null;
const NO_CLAIMS = { claims: [], isCut: false };
const getCurve = (rows: BeneficiaryRow[], over: Partial<Parameters<typeof portfolioCurve>[1]> = {}) =>
  portfolioCurve(rows, { convert: asIs, releasedAt: never, past: NO_CLAIMS, now: NOW, ...over });

const time = fc.bigInt({ min: 0n, max: 2_000n });
const anyLeaf = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 1_000n }),
    releaseType: fc.constantFrom(ReleaseType.Cliff, ReleaseType.Linear),
    times: fc.tuple(time, time),
  })
  .map(({ times: [a, b], ...leaf }) => ({
    ...leaf,
    startTime: 0n,
    cliffTime: a < b ? a : b,
    endTime: a < b ? b : a,
  }));
const anyRow = fc.record({
  leaves: fc.array(anyLeaf, { minLength: 1, maxLength: 4 }),
  cancelledAt: fc.option(fc.bigInt({ min: 1n, max: NOW })),
});

test("equals the campaigns' own progress at the current time, also after cancellations", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 5 }), (item) => {
      const rows = item.map(({ leaves, cancelledAt }, at) =>
        row(String(at), leaves, { cancelledAt, totalSupply: 10_000n }),
      );
      const expected = rows.reduce(
        (sum, value) => sum + beneficiaryProgress(value, NOW).total.vestedSoFar,
        0n,
      );
      const curve = getCurve(rows);
      expect(vestedAt(curve.groups, NOW, null)).toBe(expected);
      // The vested amount never exceeds the total, and reaches the total by the end.
      expect(vestedAt(curve.groups, 10_000n, null)).toBe(curve.total);
      for (const { vested } of curvePoints(curve.groups, { range: [0n, 3_000n], cancelledAt: null })) {
        expect(vested).toBeLessThanOrEqual(curve.total);
      }
    }),
  );
});

test("counts refunds and settlements as paid, and milestones from their release", () => {
  const milestone = { releaseType: ReleaseType.Milestone, milestoneIdx: 3 };
  const rows = [
    row("refunded", [{ claimed: 0n }], { instantRefunded: true, cancelledAt: 500n }),
    row("settled", [{ claimed: 10n }], { settled: true, settledAmount: 5n, cancelledAt: 500n }),
    row("milestone", [milestone], { releasedMilestones: [3] }),
  ];
  const { groups, total, claimed } = getCurve(rows, {
    releasedAt: ({ campaign }, index) => (campaign.treeAddress === "milestone" && index === 3 ? 700n : null),
  });
  expect({ total, claimed }).toEqual({ total: 115n, claimed: 15n });
  expect([499n, 500n, 699n, 700n].map((at) => vestedAt(groups, at, null))).toEqual([0n, 15n, 15n, 115n]);
});

/** A claim at a share of the time until the end, in thousandths. */
const anyClaims = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 4 });
const anyStream = fc.record({
  leaf: anyLeaf,
  endedAt: fc.option(fc.bigInt({ min: 1n, max: NOW })),
  end: fc.constantFrom<"cancelled" | "settled">("cancelled", "settled"),
  claimedAt: anyClaims,
  /** The amount that the settlement pays less than it owes, in thousandths. */
  withheld: fc.constantFrom(0n, 0n, 300n),
});

test("has vested at every point at least what was claimed by then, also in settled streams", () => {
  fc.assert(
    fc.property(fc.array(anyStream, { minLength: 1, maxLength: 4 }), (streams) => {
      const claims: { treeAddress: string; amount: bigint; blockTime: bigint }[] = [];
      const rows = streams.map(({ leaf, endedAt, end, claimedAt, withheld }, index) => {
        const treeAddress = String(index);
        const until = endedAt ?? NOW;
        let claimed = 0n;
        const times = claimedAt.map((share) => (until * BigInt(share)) / 1_000n);
        for (const blockTime of times.sort((a, b) => Number(a - b))) {
          const amount = vestedAmount(leaf, { now: blockTime, cancelledAt: null }) - claimed;
          claimed += amount;
          claims.push({ treeAddress, amount, blockTime });
        }
        const settled = endedAt !== null && end === "settled";
        const due = vestedAmount(leaf, { now: until, cancelledAt: null }) - claimed;
        const settledAmount = settled ? (due * (1_000n - withheld)) / 1_000n : 0n;
        if (settled) claims.push({ treeAddress, amount: settledAmount, blockTime: until });
        const campaign = { cancelledAt: endedAt, settled, settledAmount, totalSupply: 10_000n };
        return row(treeAddress, [{ ...leaf, claimed }], campaign);
      });
      const newestFirst = claims
        .sort((a, b) => Number(b.blockTime - a.blockTime))
        .map((claim) => ({ ...claim, mint: "mint", earlierGeneration: null }));
      const curve = getCurve(rows, { past: { claims: newestFirst, isCut: false } });
      for (const { at, total } of curve.claims) {
        expect(vestedAt(curve.groups, at, null)).toBeGreaterThanOrEqual(total);
      }
      expect(vestedAt(curve.groups, NOW, null)).toBeGreaterThanOrEqual(curve.claimed);
    }),
  );
});

test("keeps the schedule of a settled stream until its settlement", () => {
  const leaf = { releaseType: ReleaseType.Linear, cliffTime: 0n, endTime: 1_000n, claimed: 20n };
  const { groups, total } = getCurve([
    row("settled", [leaf], { settled: true, settledAmount: 30n, cancelledAt: 500n }),
  ]);
  expect([100n, 200n, 499n, 500n, 900n].map((at) => vestedAt(groups, at, null))).toEqual([
    10n,
    20n,
    49n,
    50n,
    50n,
  ]);
  expect(total).toBe(50n);
});

test("omits tokens without a price and keeps the largest schedules when there are too many", () => {
  const rows = [row("a", [{}], { mint: "priced" }), row("b", [{}], { mint: "not" })];
  const convert = (mint: string, amount: bigint) => (mint === "priced" ? amount * 2n : null);
  expect(getCurve(rows, { convert })).toMatchObject({ total: 200n, isCut: false });
  const leaves = Array.from({ length: 1_001 }, (_, at) => ({
    ...{ amount: BigInt(at + 1), cliffTime: BigInt(at), endTime: BigInt(at) },
  }));
  const cut = getCurve([row("many", leaves, { totalSupply: 10n ** 9n })]);
  expect(cut.isCut).toBe(true);
  expect(cut.groups).toHaveLength(1_000);
  expect(cut.groups.some(({ amount }) => amount === 1n)).toBe(false);
});

test("counts the past payments of its campaigns, and ends at the claimed amount", () => {
  const leaf = { releaseType: ReleaseType.Linear, startTime: 0n, cliffTime: 0n, endTime: 2_000n };
  const rows = [row("a", [{ ...leaf, amount: 100n, claimed: 30n }], { totalSupply: 100n })];
  const payment = { treeAddress: rows[0]?.campaign.treeAddress ?? "", mint: rows[0]?.campaign.mint ?? "" };
  const claims = [
    { ...payment, earlierGeneration: null, amount: 10n, blockTime: 900n },
    { ...payment, earlierGeneration: "an earlier campaign", amount: 50n, blockTime: 800n },
    { ...payment, treeAddress: "another", earlierGeneration: null, amount: 50n, blockTime: 700n },
    { ...payment, earlierGeneration: null, amount: 20n, blockTime: 600n },
  ];
  const curve = getCurve(rows, { past: { claims, isCut: true } });
  expect(curve.claims).toEqual([
    { at: 600n, total: 20n },
    { at: 900n, total: 30n },
  ]);
  expect(curve.omitsOldClaims).toBe(true);
});

test("returns the next cliff with its campaign, and whether the campaign has unlocked nothing before", () => {
  const at = (cliffTime: bigint) => ({ releaseType: ReleaseType.Cliff, cliffTime, endTime: cliffTime });
  const rows = [row("running", [at(NOW - 1n), at(NOW + 20n)]), row("new", [at(NOW + 10n)])];
  const { nextCliff } = getCurve(rows);
  expect(nextCliff).toMatchObject({ at: NOW + 10n, isFirst: true, campaign: { treeAddress: "new" } });
  expect(getCurve(rows.slice(0, 1)).nextCliff).toMatchObject({ at: NOW + 20n, isFirst: false });
  expect(getCurve([row("over", [at(NOW - 1n)])]).nextCliff).toBeNull();
});
