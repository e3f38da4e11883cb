import { isReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { type BeneficiaryRow, beneficiaryProgress } from "./beneficiary-rows";
import type { Metadata } from "./campaign";

/** What a beneficiary next receives by date from one campaign. */
export type NextUnlock = {
  treeAddress: string;
  metadata: Metadata;
  mint: string;
  /** Unix seconds. */
  at: bigint;
  /** Base units that unlock at that moment; 0 where even vesting begins then. */
  amount: bigint;
};

export type NextUnlocks = {
  /** Soonest first, one a campaign. */
  dated: NextUnlock[];
  /** Campaigns of which more vests every moment. */
  running: number;
};

/** What comes next from an address's campaigns at `now`, in unix seconds. */
export function nextUnlocks(rows: readonly BeneficiaryRow[], now: bigint): NextUnlocks {
  const dated: NextUnlock[] = [];
  let running = 0;
  for (const row of rows) {
    const { isRunning, next } = unlocksOf(row, now);
    if (isRunning) running++;
    if (!next) continue;
    const { treeAddress, metadata, mint } = row.campaign;
    dated.push({ treeAddress, metadata, mint, ...next });
  }
  return { dated: dated.sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at)), running };
}

function unlocksOf(row: BeneficiaryRow, now: bigint) {
  const { parts } = beneficiaryProgress(row, now);
  let isRunning = false;
  let next: { at: bigint; amount: bigint } | null = null;
  for (const [index, { progress }] of parts.entries()) {
    const leaf = row.leaves[index];
    const at = progress.nextUnlock;
    if (!leaf || at === null || !isReleaseType(leaf.releaseType)) continue;
    if (leaf.cliffTime <= now) isRunning = true;
    else {
      const terms = { ...leaf, releaseType: leaf.releaseType };
      const amount = vestedAmount(terms, { now: at, cancelledAt: null });
      if (next === null || at < next.at) next = { at, amount };
      else if (at === next.at) next.amount += amount;
    }
  }
  return { isRunning, next };
}
