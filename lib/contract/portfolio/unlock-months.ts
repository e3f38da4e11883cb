import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { LAST_MONTH, monthEnd, monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import type { BeneficiaryRow } from "./rows";

/** The amount of a token that unlocks, in base units. */
export type MintUnlock = { mint: string; amount: bigint };

export type UnlockMonths = {
  /** Months with unlocks, such as "2026-11", in UTC. The current month counts from now on. */
  months: { month: string; amounts: MintUnlock[] }[];
  /** Amounts that unlock after the last of these months. */
  later: MintUnlock[];
};

/** Number of months from the current one. */
const MONTHS = 12;

/**
 * Returns the amounts that unlock for an address by month, at `now` in unix seconds. Milestones have no date.
 * Campaigns that were cancelled, refunded or settled unlock nothing more, and leaves of an earlier list never unlock.
 */
export function unlocksByMonth(rows: readonly BeneficiaryRow[], now: bigint): UnlockMonths {
  const first = toMonth(now);
  const last = Math.min(first + MONTHS - 1, LAST_MONTH);
  const months = new Map<number, Map<string, bigint>>();
  const later = new Map<string, bigint>();
  for (const { campaign, leaves, rootRegistered } of rows) {
    if (!rootRegistered || campaign.cancelledAt !== null || campaign.instantRefunded || campaign.settled)
      continue;
    for (const { releaseType, ...leaf } of leaves) {
      if (!isReleaseType(releaseType) || releaseType === ReleaseType.Milestone) continue;
      const vestedAt = (time: bigint) =>
        vestedAmount({ ...leaf, releaseType }, { now: time, cancelledAt: null });
      let before = vestedAt(now);
      for (let month = first; month <= last && before < leaf.amount; month++) {
        const after = vestedAt(monthEnd(month));
        const sums = months.get(month) ?? new Map<string, bigint>();
        months.set(month, sums);
        add(sums, campaign.mint, after - before);
        before = after;
      }
      add(later, campaign.mint, leaf.amount - before);
    }
  }
  return {
    months: [...months]
      .map(([month, sums]) => ({ month: monthText(month), amounts: toUnlocks(sums) }))
      .filter(({ amounts }) => amounts.length > 0)
      .sort((a, b) => a.month.localeCompare(b.month)),
    later: toUnlocks(later),
  };
}

function add(sums: Map<string, bigint>, mint: string, amount: bigint): void {
  if (amount > 0n) sums.set(mint, (sums.get(mint) ?? 0n) + amount);
}

const toUnlocks = (sums: ReadonlyMap<string, bigint>): MintUnlock[] =>
  [...sums].map(([mint, amount]) => ({ mint, amount }));
