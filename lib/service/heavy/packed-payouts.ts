import { U64_MAX } from "@/lib/core/solana/integers";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";
import { type LeafPacker, type PackedLeaves, unpackLeaves } from "./packed-leaves";

const NO_SCHEDULE = { startTime: 0n, cliffTime: 0n, endTime: 0n };

/** A payout as a leaf of what it paid, or as several: claims that were paid again may add up to more than one holds. */
export function packPayout(
  packer: LeafPacker,
  { beneficiary, leafIndex, milestoneIdx, amount }: Payout,
): void {
  const releaseType = milestoneIdx === null ? ReleaseType.Linear : ReleaseType.Milestone;
  const place = { beneficiary, leafIndex, releaseType, milestoneIdx: milestoneIdx ?? 0, ...NO_SCHEDULE };
  const add = (part: bigint) => packer.add({ leaf: { ...place, amount: part }, proof: null });
  let left = amount;
  for (; left > U64_MAX; left -= U64_MAX) add(U64_MAX);
  if (left > 0n) add(left);
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
