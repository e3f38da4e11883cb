"use client";

import { VestingCurve } from "@/components/campaign/vesting-curve";
import { useNow } from "@/components/shell/clock";
import type { Token } from "@/lib/contract/names";
import { claimSteps } from "@/lib/core/vesting/claim-steps";
import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import type { Allocation } from "./use-allocation";
import { useClaimHistory } from "./use-claim-history";

type OwnCurveProps = {
  mine: Allocation;
  address: string;
  groups: readonly ScheduleGroup[];
  token: Token;
  /** End of a running grace period, in unix seconds. */
  graceEnd: string | null;
};

/** Draws the vesting of one allocation. Loaded on demand, because the first screen does not need a chart. */
export default function OwnCurve({ mine, address, groups, token, graceEnd }: OwnCurveProps) {
  const now = useNow(60_000);
  const { progress, cancelledAt, treeAddress } = mine;
  const { claimedSoFar } = progress;
  const { data: payments = [] } = useClaimHistory({ treeAddress, address, claimedSoFar });
  const claimed = BigInt(claimedSoFar);
  return (
    <VestingCurve
      groups={groups}
      total={BigInt(progress.totalEntitled)}
      claims={claimSteps(payments, claimed)}
      claimed={claimed}
      vested={BigInt(progress.vestedSoFar)}
      decimals={token.decimals}
      unit={token.unit}
      now={now}
      cancelledAt={cancelledAt === null ? null : BigInt(cancelledAt)}
      graceEnd={graceEnd === null ? null : BigInt(graceEnd)}
      canRelease={mine.status !== "cancelled_expired"}
    />
  );
}
