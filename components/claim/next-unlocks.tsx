"use client";

import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import type { Token } from "@/lib/contract/names";
import type { ClaimControl } from "@/lib/core/vesting/controls";
import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import { findNextUnlock, type LeavesUnlock } from "@/lib/core/vesting/next-unlock";
import type { Allocation } from "./use-allocation";

/** Returns the next unlock of an allocation at `now`, in unix seconds. */
export function allocationUnlock({ leaves }: Pick<Allocation, "leaves">, now: bigint): LeavesUnlock {
  const unlocking = leaves.flatMap(({ releaseType, progress: { nextUnlock }, ...leaf }) => {
    if (!isReleaseType(releaseType)) return [];
    const times = { cliffTime: BigInt(leaf.cliffTime), endTime: BigInt(leaf.endTime) };
    const at = nextUnlock === null ? null : BigInt(nextUnlock);
    return [{ releaseType, ...times, amount: BigInt(leaf.amount), nextUnlock: at }];
  });
  return findNextUnlock(unlocking, now);
}

type NextUnlocksProps = {
  mine: Allocation;
  claim: ClaimControl;
  token: Token;
  /** Whether a countdown to the next unlock is above. */
  hasTimer?: boolean;
};

/** Describes the next unlock, or why nothing unlocks. A linear schedule has only its end as a date. */
export function NextUnlocks({ mine, claim, token, hasTimer = false }: NextUnlocksProps) {
  const t = useTranslator();
  const now = useNow(30_000);
  const { progress, leaves } = mine;
  const entitled = BigInt(progress.totalEntitled);
  // A pause or a schedule is irrelevant to a recipient who was removed or who claimed everything.
  if (entitled === 0n) return t("This wallet is not a recipient of this campaign.");
  if (BigInt(progress.claimedSoFar) >= entitled) return t("You have claimed everything.");
  if (!claim.enabled && !claim.showsCountdown) return claim.reason;
  const { next, runningUntil } = allocationUnlock(mine, now);
  if (next || runningUntil !== null) {
    return (
      <>
        {BigInt(progress.claimable) === 0n && !hasTimer && `${t("Nothing to claim yet.")} `}
        {runningUntil !== null && (
          <>
            <Trans id="Continuous until {date}" values={{ date: <Time at={runningUntil} dayOnly /> }} />
            {". "}
          </>
        )}
        {next && <NextUnlock {...next} {...{ token, hasTimer }} />}
      </>
    );
  }
  if (BigInt(progress.claimable) > 0n) {
    return mine.cancelledAt === null
      ? t("All time-based unlocks are complete.")
      : t("The cancellation stopped vesting by time.");
  }
  if (BigInt(progress.stillToCome) === 0n) return t("Nothing more can be claimed.");
  const needsMilestone = leaves.some(
    (leaf) => leaf.releaseType === ReleaseType.Milestone && !leaf.milestoneReleased,
  );
  return needsMilestone
    ? t("Nothing to claim until the creator releases a milestone.")
    : t("There is nothing to claim.");
}

type NextUnlockProps = { at: bigint; amount: bigint } & Pick<NextUnlocksProps, "token" | "hasTimer">;

function NextUnlock({ at, amount, token, hasTimer }: NextUnlockProps) {
  const t = useTranslator();
  const duration = <Countdown to={at} done={t("moments")} />;
  const date = <Time at={at} />;
  if (hasTimer && amount > 0n)
    return (
      <Trans id="{amount} on {date}" values={{ date, amount: <Amount value={amount} token={token} /> }} />
    );
  if (hasTimer) return <Trans id="Linear vesting begins on {date}." values={{ date }} />;
  return amount > 0n ? (
    <Trans
      id="Next unlock in {duration}: {amount} on {date}."
      values={{ duration, date, amount: <Amount value={amount} token={token} /> }}
    />
  ) : (
    <Trans id="Next unlock in {duration}: linear vesting begins on {date}." values={{ duration, date }} />
  );
}
