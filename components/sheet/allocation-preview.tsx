"use client";

import dynamic from "next/dynamic";
import { formatAmount, formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import type { Token } from "@/lib/contract/names";
import { plannedGroups } from "@/lib/core/vesting/curve-points";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { pastDates } from "@/lib/core/vesting/past-dates";

/** The curve and its table load after the form, which is usable without them. */
const VestingCurve = dynamic(() =>
  import("@/components/campaign/vesting-curve").then((part) => part.VestingCurve),
);

type AllocationPreviewProps = {
  /** The leaves of one recipient, or the sums of all recipients by schedule. */
  leaves: readonly Omit<Leaf, "leafIndex" | "beneficiary">[];
  token: Token;
  /** If false, the amounts only give the curve its shape and the texts omit them. */
  hasAmount?: boolean;
};

/** Draws the unlocks as one curve, with a notice about the part in the past. */
export function AllocationPreview({ leaves, token, hasAmount = true }: AllocationPreviewProps) {
  const t = useTranslator();
  const now = useNow(60_000);
  const { decimals, unit } = token;
  const total = leaves.reduce((sum, { amount }) => sum + amount, 0n);
  const groups = plannedGroups(leaves);
  const { claimable: past, needsConfirmation } = pastDates(leaves, now);
  return (
    <div className="min-w-0 space-y-2">
      <VestingCurve
        {...{ groups, total, now, decimals, unit }}
        claimed={0n}
        cancelledAt={null}
        isShare={!hasAmount}
      />
      {past > 0n && needsConfirmation && (
        <p className="text-sm text-warn">
          {t("Part of this schedule is in the past: {amount} could be claimed immediately.", {
            amount: hasAmount ? `${formatAmount(past, decimals, t)} ${unit}` : formatPercent(past, total, t),
          })}
        </p>
      )}
    </div>
  );
}
