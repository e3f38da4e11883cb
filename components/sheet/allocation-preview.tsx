"use client";

import { VestingCurve } from "@/components/campaign/vesting-curve";
import { formatAmount, formatPercent } from "@/components/format/amount";
import { useNow } from "@/components/shell/clock";
import { useWords } from "@/components/words/use-words";
import type { Token } from "@/lib/contract/names";
import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { pastDates } from "@/lib/core/vesting/past-dates";

type AllocationPreviewProps = {
  /** Of one recipient, or of all by their schedules. */
  leaves: readonly Omit<Leaf, "leafIndex" | "beneficiary">[];
  token: Token;
  words?: string | undefined;
  /** Without, the amounts are a shape and nothing is said of them. */
  hasAmount?: boolean;
};

/** What will unlock when, as one curve, and what of it lies in the past already. */
export function AllocationPreview({ leaves, token, words, hasAmount = true }: AllocationPreviewProps) {
  const t = useWords();
  const now = useNow(60_000);
  const { decimals, unit } = token;
  const total = leaves.reduce((sum, { amount }) => sum + amount, 0n);
  const groups = leaves.map(
    (leaf): ScheduleGroup => ({
      ...leaf,
      // A milestone's curve is drawn at its intended date: nobody knows yet when it will be released.
      releasedAt: leaf.releaseType === ReleaseType.Milestone ? leaf.cliffTime : null,
    }),
  );
  const { claimable: past, needsConfirmation } = pastDates(leaves, now);
  return (
    <div className="min-w-0 space-y-2">
      {words && <p className="text-sm font-medium">{words}</p>}
      <VestingCurve {...{ groups, total, now, decimals, unit }} claimed={0n} cancelledAt={null} />
      {past > 0n && needsConfirmation && (
        <p className="text-sm text-warn">
          {t("Part of this lies in the past: {amount} could be claimed at once.", {
            amount: hasAmount ? `${formatAmount(past, decimals, t)} ${unit}` : formatPercent(past, total, t),
          })}
        </p>
      )}
    </div>
  );
}
