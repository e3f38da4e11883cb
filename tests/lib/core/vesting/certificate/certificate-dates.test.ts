import { describe, expect, test } from "vitest";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { readAddress } from "@/lib/core/solana/base58";
import { certificateDates } from "@/lib/core/vesting/certificate/certificate-dates";
import { DueList } from "@/lib/core/vesting/certificate/due-list";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

const DAY = 86_400n;
const NOW = 1_700_000_000n;
const BENEFICIARY = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const { Cliff, Linear, Milestone } = ReleaseType;

const getLeaf = (leafIndex: number, leaf: Partial<Leaf>): Leaf => ({
  ...{ leafIndex, beneficiary: BENEFICIARY, amount: 100n, releaseType: Cliff, milestoneIdx: 0 },
  ...{ startTime: NOW, cliffTime: NOW, endTime: NOW, ...leaf },
});

function getDues(
  leaves: Partial<Leaf>[],
  tree: { cancelledAt?: bigint; releasedMilestones?: number[] } = {},
) {
  return new DueList({
    leaves: LeafList.of(leaves.map((leaf, index) => getLeaf(index, leaf))),
    tree: { cancelledAt: null, releasedMilestones: [], createdAt: NOW, ...tree },
    ...{ records: new Map(), now: NOW, own: {} },
  });
}

const cliffAt = (cliffTime: bigint, more: Partial<Leaf> = {}) => ({ cliffTime, endTime: cliffTime, ...more });
const getDates = (dues: DueList, change: { available?: bigint; cancelledAt?: bigint; max?: number } = {}) =>
  certificateDates(dues, { now: NOW, cancelledAt: null, available: 10n ** 12n, max: 60, ...change });

describe("certificateDates", () => {
  test("returns now, each cliff, the milestones and the first unit, months and end of a linear leaf", () => {
    const end = NOW + 70n * DAY;
    const dues = getDues([
      cliffAt(NOW + DAY),
      { releaseType: Linear, cliffTime: NOW, endTime: end },
      cliffAt(NOW + 5n * DAY, { releaseType: Milestone }),
    ]);
    expect(getDates(dues)).toEqual({
      // 14 December 2023 and 14 January 2024, at the time of day of the cliff.
      dates: [
        ...[NOW, NOW + (70n * DAY) / 100n, NOW + DAY, NOW + 5n * DAY],
        ...[NOW + 30n * DAY, NOW + 61n * DAY, end],
      ],
      shortfallTime: null,
      omitted: 0,
    });
  });

  test("thins the dates but keeps the first unlock, the shortfall and the end", () => {
    const leaves = Array.from({ length: 200 }, (_, index) => {
      const beneficiary = readAddress(new Uint8Array(32).fill(index + 1), 0);
      return cliffAt(NOW + BigInt(index + 1) * DAY, { beneficiary });
    });
    const dues = getDues(leaves);
    const { dates, shortfallTime, omitted } = getDates(dues, { available: 15_049n, max: 10 });
    expect(shortfallTime).toBe(NOW + 151n * DAY);
    expect(dates).toHaveLength(10);
    expect(dates).toEqual(expect.arrayContaining([NOW, NOW + DAY, NOW + 151n * DAY, NOW + 200n * DAY]));
    expect(omitted).toBe(191);
  });

  test("returns only now for a cancelled campaign, whose unreleased milestones are never due", () => {
    const leaves = [cliffAt(NOW + DAY), cliffAt(NOW, { releaseType: Milestone, milestoneIdx: 1 })];
    const dues = getDues(leaves, { cancelledAt: NOW - 1n });
    expect(getDates(dues, { cancelledAt: NOW - 1n }).dates).toEqual([NOW]);
    expect(dues.total(NOW + 1_000n * DAY)).toBe(0n);
  });
});

describe("DueList", () => {
  test("finds the first second at which more is due than is available", () => {
    const dues = getDues([{ releaseType: Linear, amount: 1_000n, cliffTime: NOW, endTime: NOW + 1_000n }]);
    expect(dues.shortfallTime(600n, NOW, NOW + 1_000n)).toBe(NOW + 601n);
    expect(dues.shortfallTime(1_000n, NOW, NOW + 1_000n)).toBeNull();
    expect(dues.shortfallTime(0n, NOW + 500n, NOW + 1_000n)).toBe(NOW + 500n);
  });

  test("deducts the claims of the record, and never returns a negative amount", () => {
    const record = {
      ...{ beneficiary: BENEFICIARY, tree: BENEFICIARY, claimedAmount: 230n, totalEntitled: 300n },
      ...{ lastClaimAt: NOW, bump: 1, version: 1, claimedMilestones: [4] },
      leafClaims: [
        { leafIndex: 0, amount: 30n },
        { leafIndex: 1, amount: 200n },
      ],
    };
    const leaves = [{}, {}, { releaseType: Milestone, milestoneIdx: 4 }].map((leaf, at) => getLeaf(at, leaf));
    const dues = new DueList({
      leaves: LeafList.of(leaves),
      tree: { cancelledAt: null, releasedMilestones: [4], createdAt: NOW },
      ...{ records: new Map([[BENEFICIARY, record]]), now: NOW, own: {} },
    });
    expect([0, 1, 2].map((position) => dues.due(position, NOW))).toEqual([70n, 0n, 0n]);
    expect(dues.total(NOW)).toBe(70n);
  });

  test("names leaves that are never paid in full", () => {
    const record = {
      ...{ beneficiary: BENEFICIARY, tree: BENEFICIARY, claimedAmount: 5n, totalEntitled: 100n },
      ...{ lastClaimAt: NOW - 1n, bump: 1, version: 1, claimedMilestones: [] },
      leafClaims: [{ leafIndex: 0, amount: 5n }],
    };
    const leaves = [
      {},
      { beneficiary: "Sysvar1nstructions1111111111111111111111111" },
      { startTime: NOW + 1n },
      { releaseType: Milestone },
      { releaseType: Milestone },
      ...Array.from({ length: 8 }, () => ({})),
      { amount: 0n },
    ].map((leaf, at) => getLeaf(at, leaf));
    const dues = new DueList({
      leaves: LeafList.of(leaves),
      tree: { cancelledAt: null, releasedMilestones: [], createdAt: NOW },
      ...{ records: new Map([[BENEFICIARY, record]]), now: NOW, own: {} },
    });
    expect([...dues.defects]).toEqual([
      [0, "EarlierCampaignRecord"],
      [1, "UnclaimableAddress"],
      [2, "InvalidSchedule"],
      [4, "MilestoneAlreadyClaimed"],
      [12, "PerLeafCapExceeded"],
    ]);
  });
});
