import { isReleaseType } from "@/lib/core/vesting/leaf";
import { nextUnlockOf } from "@/lib/core/vesting/next-unlock";
import { earlierGenerationOf, type Metadata } from "../campaign";
import { type BeneficiaryRow, beneficiaryProgress } from "./rows";

/** A beneficiary's next unlock by date in one campaign. */
export type NextUnlock = {
  treeAddress: string;
  earlierGeneration: string | null;
  metadata: Metadata;
  mint: string;
  /** Unix seconds. */
  at: bigint;
  /** Base units that unlock at that moment; 0 if linear vesting begins then. */
  amount: bigint;
};

export type NextUnlocks = {
  /** Soonest first, one per campaign. */
  dated: NextUnlock[];
  /** Number of campaigns that vest continuously now. */
  running: number;
};

/** Returns the next unlocks of an address's campaigns at `now`, in unix seconds. */
export function nextUnlocks(rows: readonly BeneficiaryRow[], now: bigint): NextUnlocks {
  const dated: NextUnlock[] = [];
  let running = 0;
  for (const row of rows) {
    const { isRunning, next } = unlocksOf(row, now);
    if (isRunning) running++;
    if (!next) continue;
    const { treeAddress, metadata, mint } = row.campaign;
    dated.push({
      treeAddress,
      earlierGeneration: earlierGenerationOf(row.campaign),
      metadata,
      mint,
      ...next,
    });
  }
  return { dated: dated.sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at)), running };
}

function unlocksOf(row: BeneficiaryRow, now: bigint) {
  const { parts } = beneficiaryProgress(row, now);
  const leaves = parts.flatMap(({ progress: { nextUnlock } }, index) => {
    const leaf = row.leaves[index];
    if (!leaf || !isReleaseType(leaf.releaseType)) return [];
    return [{ ...leaf, releaseType: leaf.releaseType, nextUnlock }];
  });
  const { next, runningUntil } = nextUnlockOf(leaves, now);
  return { isRunning: runningUntil !== null, next };
}
