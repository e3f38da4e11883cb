import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";
import { type LeafPacker, type PackedLeaves, unpackLeaves } from "./packed-leaves";

const MOST_A_ROW = 2n ** 64n - 1n;

const NO_SCHEDULE = { startTime: 0n, cliffTime: 0n, endTime: 0n };

/** A payout as a leaf of what it paid, or as several: claims that were paid again may add up to more than one holds. */
export function packPayout(
  packer: LeafPacker,
  { beneficiary, leafIndex, milestoneIdx, amount }: Payout,
): void {
  const releaseType = milestoneIdx === null ? ReleaseType.Linear : ReleaseType.Milestone;
  const place = { beneficiary, leafIndex, releaseType, milestoneIdx: milestoneIdx ?? 0, ...NO_SCHEDULE };
  for (let left = amount; left > 0n; left -= MOST_A_ROW) {
    packer.add({ leaf: { ...place, amount: left < MOST_A_ROW ? left : MOST_A_ROW }, proof: null });
  }
}

export function toPayouts(packed: PackedLeaves): Payouts {
  const payouts = new Payouts();
  for (const unpacked of unpackLeaves(packed)) {
    if (!unpacked) continue;
    const { releaseType, milestoneIdx, ...paid } = unpacked.leaf;
    payouts.add({ ...paid, milestoneIdx: releaseType === ReleaseType.Milestone ? milestoneIdx : null });
  }
  return payouts;
}
