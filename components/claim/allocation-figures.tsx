"use client";

import { Breakdown, entitlementRows } from "@/components/campaign/breakdown";
import { useTranslator } from "@/components/i18n/use-translator";
import type { Token } from "@/lib/contract/names";
import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { entitlementParts, pausedPart } from "@/lib/core/vesting/entitlement-parts";
import { unreleasedPart } from "@/lib/core/vesting/unreleased-part";
import type { Allocation } from "./use-allocation";
import { VestedNow } from "./vested-now";

type AllocationFiguresProps = { mine: Allocation; token: Token; groups: readonly ScheduleGroup[] };

/** The amounts of an allocation below its main figure. */
export function AllocationFigures({ mine, token, groups }: AllocationFiguresProps) {
  const t = useTranslator();
  const { progress, cancelledAt, instantRefunded, streamSettled } = mine;
  const [total, vested] = [BigInt(progress.totalEntitled), BigInt(progress.vestedSoFar)];
  const isFinal = cancelledAt !== null || instantRefunded || streamSettled;
  return (
    <div className="mt-3 space-y-4 border-t border-line pt-4">
      <dl>
        <VestedNow {...{ groups, vested, total, token, isFinal }} />
      </dl>
      <Breakdown
        parts={entitlementRows(
          entitlementParts(progress),
          pausedPart(mine, progress),
          t,
          unreleasedPart(mine.leaves),
        )}
        total={t("Allocated")}
        token={token}
      />
    </div>
  );
}
