"use client";

import { UnpaidParts } from "@/components/campaign/unpaid-parts";
import { formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { entitlementParts } from "@/lib/core/vesting/entitlement-parts";
import { percentOf } from "@/lib/core/vesting/progress";
import type { Allocation } from "./use-allocation";
import { VestedNow } from "./vested-now";

type AllocationFiguresProps = { mine: Allocation; token: Token; groups: readonly ScheduleGroup[] };

/** The amounts of an allocation below its main figure. */
export function AllocationFigures({ mine, token, groups }: AllocationFiguresProps) {
  const t = useTranslator();
  const { progress, cancelledAt, instantRefunded, streamSettled } = mine;
  const { claimedSoFar, stillToCome } = progress;
  const [total, vested] = [BigInt(progress.totalEntitled), BigInt(progress.vestedSoFar)];
  const claimed = BigInt(claimedSoFar);
  const isFinal = cancelledAt !== null || instantRefunded || streamSettled;
  return (
    <div className="mt-3 border-t border-line pt-4">
      <ProgressBar
        label={t("Claimed of your allocation")}
        percent={percentOf(claimed, total)}
        behind={percentOf(vested, total)}
      />
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        <VestedNow {...{ groups, vested, total, token, isFinal }} />
        <Figure label={t("Claimed")} note={formatPercent(claimed, total, t)}>
          <Amount of={claimed} token={token} exact />
        </Figure>
        <Figure label={t("Still to come")} note={formatPercent(BigInt(stillToCome), total, t)}>
          <Amount of={stillToCome} token={token} exact />
        </Figure>
        <Figure
          label={t("Allocated")}
          note={<UnpaidParts parts={entitlementParts(progress)} token={token} />}
        >
          <Amount of={total} token={token} exact />
        </Figure>
      </dl>
    </div>
  );
}
