import { expect, it } from "vitest";
import { nextUnlocks } from "@/lib/contract/portfolio/next-unlocks";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { row } from "./row";

const NOW = 1_000n;

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

it("counts campaigns that vest continuously apart, also those with a date ahead", () => {
  const { dated, running } = nextUnlocks([row("both", [{ ...linear, cliffTime: 500n }, {}])], NOW);
  expect(dated).toMatchObject([{ treeAddress: "both", at: 2_000n, amount: 100n }]);
  expect(running).toBe(1);
});

it("lists no unlock without a date", () => {
  const rows = [
    row("over", [{ cliffTime: 500n, endTime: 500n }]),
    row("milestone", [{ releaseType: ReleaseType.Milestone }]),
    row("cancelled", [{}, { ...linear, cliffTime: 500n }], { cancelledAt: 900n }),
    row("settled", [{}], { settled: true }),
  ];
  expect(nextUnlocks(rows, NOW)).toEqual({ dated: [], running: 0 });
});
