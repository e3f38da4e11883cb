import { expect, it } from "vitest";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { BeneficiaryRow } from "@/lib/core/views/beneficiary-rows";
import { nextUnlocks } from "@/lib/core/views/next-unlocks";

const NOW = 1_000n;

type LeafChange = Partial<BeneficiaryRow["leaves"][number]>;

function row(name: string, leaves: LeafChange[], campaign: object = {}): BeneficiaryRow {
  return {
    campaign: {
      treeAddress: name,
      creator: "creator",
      mint: "mint",
      campaignId: 1n,
      merkleRoot: "00",
      createdAt: 0n,
      metadata: null,
      verified: true,
      cancelAuthority: null,
      pauseAuthority: null,
      instantRefunded: false,
      settledAmount: 0n,
      withdrawn: false,
      settled: false,
      cancelledAt: null,
      totalClaimed: 0n,
      totalSupply: 1_000n,
      paused: false,
      minCliffTime: 0n,
      leafCount: 3,
      cancellable: true,
      usedMilestones: [],
      firstTimedCliff: null,
      releasedMilestones: [],
      ...campaign,
    },
    leaves: leaves.map((change, leafIndex) => ({
      leafIndex,
      beneficiary: "ada",
      amount: 100n,
      releaseType: ReleaseType.Cliff,
      startTime: 0n,
      cliffTime: 2_000n,
      endTime: 2_000n,
      milestoneIdx: 0,
      claimed: 0n,
      milestoneClaimed: false,
      ...change,
    })),
    claimedInCampaign: 0n,
  };
}

const linear = { releaseType: ReleaseType.Linear, endTime: 3_000n };

it("lists the soonest unlock of each campaign with its amount, soonest first", () => {
  const rows = [
    row("late", [{ cliffTime: 5_000n, endTime: 5_000n }]),
    row("soon", [{}, { amount: 7n }, { cliffTime: 2_500n, endTime: 2_500n }]),
    row("begins", [{ ...linear, cliffTime: 1_500n }]),
  ];
  const { dated, running } = nextUnlocks(rows, NOW);
  expect(dated.map(({ treeAddress, at, amount }) => [treeAddress, at, amount])).toEqual([
    ["begins", 1_500n, 0n],
    ["soon", 2_000n, 107n],
    ["late", 5_000n, 100n],
  ]);
  expect(running).toBe(0);
});

it("counts campaigns that vest all the time apart, also those with a date ahead", () => {
  const { dated, running } = nextUnlocks([row("both", [{ ...linear, cliffTime: 500n }, {}])], NOW);
  expect(dated).toMatchObject([{ treeAddress: "both", at: 2_000n, amount: 100n }]);
  expect(running).toBe(1);
});

it("promises nothing that no date brings", () => {
  const rows = [
    row("over", [{ cliffTime: 500n, endTime: 500n }]),
    row("milestone", [{ releaseType: ReleaseType.Milestone }]),
    row("cancelled", [{}, { ...linear, cliffTime: 500n }], { cancelledAt: 900n }),
    row("settled", [{}], { settled: true }),
  ];
  expect(nextUnlocks(rows, NOW)).toEqual({ dated: [], running: 0 });
});
