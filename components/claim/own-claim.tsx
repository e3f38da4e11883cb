"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { type ActionRequest, openAction } from "@/components/actions/action-request";
import { describeAction } from "@/components/actions/describe-action";
import { PaidEarlierNotice, UncoveredNotice } from "@/components/campaign/claimable-notes";
import { UncertainAmounts } from "@/components/campaign/drift-notice";
import { UnlockFeed } from "@/components/export/unlock-feed";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import { Countdown } from "@/components/ui/values/time";
import { useWallet } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import { pausedPart } from "@/lib/core/vesting/entitlement-parts";
import type { LeavesUnlock } from "@/lib/core/vesting/next-unlock";
import { coveredClaims } from "@/lib/core/vesting/payable";
import { AllocationFigures } from "./allocation-figures";
import { AllocationSchedules } from "./allocation-schedules";
import { ClaimHistory } from "./claim-history";
import type { ClaimFacts } from "./claim-panel";
import { ExplorerButton, ReceiptFacts } from "./claim-receipt";
import { type ClaimStage, claimStage, isBelowFee, showsClaimButton } from "./claim-stage";
import { LARGE_BUTTON } from "./large-button";
import { MilestoneList } from "./milestone-list";
import { allocationUnlock, NextUnlocks } from "./next-unlocks";
import { type RecentClaim, useRecentClaim } from "./recent-claim";
import { scheduleGroups } from "./schedule-groups";
import { StageNotice } from "./stage-notice";
import type { Allocation } from "./use-allocation";

const OwnCurve = dynamic(() => import("./own-curve"), {
  ssr: false,
  loading: () => <div className="h-88 sm:h-72" />,
});

export type OwnClaimProps = ClaimFacts & { mine: Allocation; address: string };

/** The allocation of a recipient: the claimable amount and the claim first, then schedule and history. */
export function OwnClaim(props: OwnClaimProps) {
  const t = useTranslator();
  const { mine, token, address, campaign, releases, graceEnd } = props;
  const stage = claimStage(mine);
  const groups = scheduleGroups(mine.leaves, releases);
  const { treeAddress } = campaign;
  const { claimedSoFar, claimable } = mine.progress;
  const recent = useRecentClaim({ treeAddress, address, claimedSoFar });
  const isSecondary =
    recent !== null || isBelowFee({ mint: token.mint, claimable, isSponsored: campaign.isSponsored });
  const { nextAt, hasButton } = claimOffer(stage, allocationUnlock(mine, useNow(30_000)));
  const notes = (
    <p className="mt-3 min-h-[2lh] text-sm">
      <ClaimNotes {...props} stage={stage} hasTimer={nextAt !== null && recent === null} />
    </p>
  );
  const feed = hasUnlocks(stage, mine) && (
    <div className="mt-4">
      <UnlockFeed address={address} />
    </div>
  );
  return (
    <>
      <Card>
        <StageNotice {...props} stage={stage} />
        {recent && <JustClaimed {...{ recent, token, address, treeAddress }}>{notes}</JustClaimed>}
        {(recent === null || nextAt === null) && (
          <Headline {...{ mine, token, stage, nextAt }} isSmall={recent !== null} />
        )}
        {hasButton && <ClaimButton {...props} isSecondary={isSecondary} />}
        {hasButton && campaign.isSponsored && (
          <p className="mt-3 text-sm">{t("Fees are paid by the campaign’s team.")}</p>
        )}
        {!recent && notes}
        {!hasButton && feed}
        <AllocationFigures {...{ mine, token, groups }} />
        <MilestoneList leaves={mine.leaves} token={token} creator={campaign.creator} />
        {hasButton && feed}
      </Card>
      {stage !== "refunded" && stage !== "settled" && (
        <Card title={t("Your vesting curve")}>
          <OwnCurve {...{ mine, address, groups, token, graceEnd }} />
        </Card>
      )}
      <ClaimHistory {...{ address, token }} treeAddress={campaign.treeAddress} progress={mine.progress} />
      <details className="rounded-box border border-line bg-surface px-4 text-sm">
        <summary className="min-h-11 py-2.5 font-medium">{t("Your vesting schedule and proof")}</summary>
        <AllocationSchedules leaves={mine.leaves} token={token} treeAddress={campaign.treeAddress} />
      </details>
    </>
  );
}

/**
 * Returns the next unlock if nothing can be claimed now, and whether to show the claim button. Without a running
 * schedule, nothing can be claimed before the next unlock, and the calendar takes the place of the button.
 */
function claimOffer(stage: ClaimStage, { next, runningUntil }: LeavesUnlock) {
  if (stage !== "waiting") return { nextAt: null, hasButton: showsClaimButton(stage) };
  return { nextAt: next?.at ?? null, hasButton: runningUntil !== null };
}

const LARGE_FIGURE =
  "mt-1 text-3xl leading-tight font-semibold tracking-tight wrap-anywhere tabular-nums sm:text-5xl";

type JustClaimedProps = Pick<OwnClaimProps, "token" | "address"> & {
  recent: RecentClaim;
  treeAddress: string;
  /** The next unlock. */
  children: ReactNode;
};

/** The claim that was confirmed in this page view, with its receipt, above the amount that is claimable since. */
function JustClaimed({ recent, token, address, treeAddress, children }: JustClaimedProps) {
  const t = useTranslator();
  const { amount, at, signature } = recent;
  return (
    <div className="mb-4 border-b border-line pb-4">
      <h2 className="text-sm font-medium text-ink-soft">{t("You claimed")}</h2>
      <p className={LARGE_FIGURE}>
        <Amount value={amount} token={token} exact />
      </p>
      {children}
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-2 text-sm">
        <ExplorerButton signature={signature} />
        <details className="min-w-0 open:basis-full">
          <summary className="inline-flex min-h-11 items-center font-medium">{t("Receipt")}</summary>
          <ReceiptFacts {...{ token, address, treeAddress, at }} />
        </details>
      </div>
    </div>
  );
}

/** The stages after which nothing vests by time. */
const WITHOUT_UNLOCKS: ReadonlySet<ClaimStage> = new Set([
  "grace",
  "expired",
  "refunded",
  "settled",
  "claimed",
  "removed",
]);

/** Returns whether a part of the allocation vests later, so that reminders and a calendar have a use. */
const hasUnlocks = (stage: ClaimStage, mine: Allocation): boolean =>
  !WITHOUT_UNLOCKS.has(stage) && BigInt(mine.progress.stillToCome) > pausedPart(mine, mine.progress);

type HeadlineProps = Pick<OwnClaimProps, "mine" | "token"> & {
  stage: ClaimStage;
  /** The next unlock, in unix seconds, if nothing can be claimed before. */
  nextAt: bigint | null;
  /** Whether a larger figure is above. */
  isSmall: boolean;
};

/** Returns the main amount with its label: what is or becomes claimable, or what was claimed. */
function mainAmount(t: Translator, { mine, stage }: Pick<HeadlineProps, "mine" | "stage">) {
  const { claimable, claimedSoFar, payableUntilSwept } = mine.progress;
  if (stage === "paused")
    return { label: t("Claimable after the pause"), amount: pausedPart(mine, mine.progress) };
  if (stage === "expired" && payableUntilSwept !== "0")
    return { label: t("Payable until the creator withdraws"), amount: payableUntilSwept };
  return showsClaimButton(stage)
    ? { label: t("Claimable now"), amount: claimable }
    : { label: t("Claimed in total"), amount: claimedSoFar };
}

/** The main figure: an amount, or the time until the next unlock. */
function Headline({ mine, token, stage, nextAt, isSmall }: HeadlineProps) {
  const t = useTranslator();
  const { label, amount } = mainAmount(t, { mine, stage });
  return (
    <div>
      <h2 className="text-sm font-medium text-ink-soft">{nextAt === null ? label : t("Next unlock")}</h2>
      <p className={isSmall ? "mt-1 text-xl font-semibold wrap-anywhere tabular-nums" : LARGE_FIGURE}>
        {nextAt === null ? (
          <Amount value={amount} token={token} exact />
        ) : (
          <Countdown to={nextAt} done={t("now")} />
        )}
      </p>
    </div>
  );
}

/** Opens the claim. Enabled for the wallet of the allocation if the campaign pays an amount now. */
function ClaimButton({
  mine,
  campaign,
  claim,
  address,
  isSecondary,
}: OwnClaimProps & { isSecondary: boolean }) {
  const t = useTranslator();
  const { account } = useWallet();
  const { progress, leaves, hasDrift } = mine;
  const available = progress.payable === null ? null : BigInt(progress.payable);
  const payable = coveredClaims(leaves, (leaf) => BigInt(leaf.progress.claimable), available);
  const canClaim = claim.enabled && payable.length > 0;
  const request: ActionRequest = {
    ...{ kind: "claim", campaign, stillToCome: progress.stillToCome },
    claimable: progress.payable ?? progress.claimable,
    leaves: payable,
  };
  return (
    <Button
      tone={isSecondary ? "secondary" : "primary"}
      className={isSecondary ? "mt-4" : LARGE_BUTTON}
      disabled={!canClaim || account?.address !== address}
      onClick={() => openAction(request)}
    >
      {canClaim && !hasDrift ? describeAction(t, request).label : t("Claim")}
    </Button>
  );
}

/** The reasons for a reduced amount, and the next unlock, unless the notice of the stage states them. */
function ClaimNotes({
  mine,
  claim,
  token,
  stage,
  hasTimer,
}: OwnClaimProps & { stage: ClaimStage; hasTimer: boolean }) {
  return (
    <>
      {mine.hasDrift && (
        <>
          <UncertainAmounts />{" "}
        </>
      )}
      <PaidEarlierNotice amount={mine.progress.paidEarlier} token={token} />
      {claim.enabled && stage !== "unfunded" && <UncoveredNotice progress={mine.progress} token={token} />}
      {stage !== "paused" && <NextUnlocks {...{ mine, claim, token, hasTimer }} />}
    </>
  );
}
