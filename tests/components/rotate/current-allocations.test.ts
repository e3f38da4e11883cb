import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchCurrentAllocations } from "@/components/rotate/current-allocations";
import { rowsBetween } from "@/components/sheet/sheet";
import * as fetchAll from "@/lib/client/fetch-all";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";

const leaf = (leafIndex: number, over: Partial<Leaf>): Leaf => ({
  ...{ leafIndex, beneficiary: NATIVE_MINT, amount: 1n, releaseType: ReleaseType.Linear },
  ...{ startTime: 0n, cliffTime: 0n, endTime: 86_400n, milestoneIdx: 0 },
  ...over,
});

const leaves: Leaf[] = [];
beforeEach(() => {
  vi.spyOn(fetchAll, "fetchAllLeaves").mockImplementation(async () => ({
    ...{ leaves: LeafList.of(leaves), merkleRoot: "root" },
  }));
  vi.spyOn(fetchAll, "fetchAllPayouts").mockResolvedValue({
    ...{ payouts: new Payouts(), totalClaimed: 0n, merkleRoot: "root" },
  });
});
afterEach(() => vi.restoreAllMocks());

test("the milestone of a row without a milestone is empty unless its leaf has one", async () => {
  const { Linear, Milestone } = ReleaseType;
  leaves.push(
    leaf(0, { releaseType: Linear }),
    leaf(1, { releaseType: Milestone }),
    leaf(2, { releaseType: Linear, milestoneIdx: 3 }),
  );
  const { sheet } = await fetchCurrentAllocations({ treeAddress: NATIVE_MINT, decimals: 0 }, {});
  expect([...rowsBetween(sheet)].map(({ cells }) => cells.at(-1))).toEqual(["", "0", "3"]);
});
