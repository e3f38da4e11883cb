import { describe, expect, test } from "vitest";
import { claimsOfLeaf } from "@/lib/core/vesting/claims-of-leaf";
import { ReleaseType } from "@/lib/core/vesting/leaf";

const timed = (leafIndex: number) => ({ leafIndex, releaseType: ReleaseType.Linear, milestoneIdx: 0 });
const milestone = (leafIndex: number, milestoneIdx = 0) => ({
  ...{ leafIndex, releaseType: ReleaseType.Milestone, milestoneIdx },
});
const claim = (leafIndex: number, milestoneIdx: number | null = null) => ({ leafIndex, milestoneIdx });

describe("claimsOfLeaf", () => {
  test("counts a milestone by its number under any index, and another leaf by its index", () => {
    const leaves = [timed(0), milestone(1), timed(2)];
    const claims = [claim(0, 0), claim(0), claim(1), claim(2, 1)];
    const counted = leaves.map((leaf) => claimsOfLeaf(leaf, { leaves, claims }).counted);
    expect(counted).toEqual([[claim(0)], [claim(0, 0)], []]);
  });

  test("shows a claim at one of several leaves of a milestone number, at its own index or the first", () => {
    const leaves = [timed(0), milestone(1), milestone(2), milestone(3, 1)];
    const claims = [claim(2, 0), claim(0, 0), claim(3, 0), claim(9, 1)];
    const shown = leaves.map((leaf) => claimsOfLeaf(leaf, { leaves, claims }).shown);
    expect(shown).toEqual([[], [claim(0, 0), claim(3, 0)], [claim(2, 0)], [claim(9, 1)]]);
    const counted = leaves.map((leaf) => claimsOfLeaf(leaf, { leaves, claims }).counted.length);
    expect(counted).toEqual([0, 3, 3, 1]);
  });
});
