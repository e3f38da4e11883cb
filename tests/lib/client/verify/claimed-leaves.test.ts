import { describe, expect, test } from "vitest";
import { claimedLeaf } from "@/lib/client/verify/claimed-leaves";
import type { ChainEvent } from "@/lib/client/verify/history";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

const BENEFICIARY = "beneficiary";
const getLeaf = (over: Partial<Leaf>): Leaf => ({
  ...{ leafIndex: 0, beneficiary: BENEFICIARY, amount: 1_000n, releaseType: ReleaseType.Linear },
  ...{ startTime: 0n, cliffTime: 0n, endTime: 9n, milestoneIdx: 0, ...over },
});
const getClaim = (leafIndex: number, amount: bigint, milestoneIdx: number | null): ChainEvent => ({
  name: "Claimed",
  data: {
    ...{ tree: "tree", beneficiary: BENEFICIARY, leafIndex, amount, milestoneIdx },
    ...{ totalClaimedByUser: amount, totalClaimedOverall: amount },
  },
  ...{ signature: "signature", slot: 1n, blockTime: 1n, index: 0, derived: [], isReconstructed: false },
});

describe("claimedLeaf", () => {
  test("counts the claims of a milestone by its number, and those of another leaf by its index", () => {
    const leaves = [
      getLeaf({ leafIndex: 0, amount: 5_000n }),
      getLeaf({ leafIndex: 1, releaseType: ReleaseType.Milestone }),
    ];
    const events = [getClaim(0, 20n, null), getClaim(0, 1_000n, 0)];
    const history = { events, isWhole: true, reason: "" };
    const of = { leaves, record: null, history, mint: "mint", settlement: 0n };
    expect(leaves.map((leaf) => claimedLeaf(leaf, of))).toMatchObject([
      { leafIndex: 0, claimed: 20n, milestoneClaimed: false, paidEarlier: 0n },
      { leafIndex: 1, claimed: 1_000n, milestoneClaimed: true, paidEarlier: 0n },
    ]);
  });
});
