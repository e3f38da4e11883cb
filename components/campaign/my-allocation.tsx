"use client";

import { Fragment, type ReactNode } from "react";
import { ActionButton } from "@/components/actions/action-button";
import { ReclaimRent } from "@/components/actions/reclaim-rent";
import { AllocationSchedules } from "@/components/claim/allocation-schedules";
import { NextUnlocks } from "@/components/claim/next-unlocks";
import { connectText } from "@/components/claim/no-allocation";
import { type Allocation as Mine, useAllocation } from "@/components/claim/use-allocation";
import { formatPercent, formatShares } from "@/components/format/amount";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card, Figure } from "@/components/ui/card";
import { ErrorNotice } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import { chooseWallet } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import { minBigInt } from "@/lib/core/bigint";
import type { Translator } from "@/lib/core/i18n/translator";
import type { ClaimControl } from "@/lib/core/vesting/controls";
import { type EntitlementParts, entitlementParts, pausedPart } from "@/lib/core/vesting/entitlement-parts";
import { coveredClaims } from "@/lib/core/vesting/payable";
import { unreleasedPart } from "@/lib/core/vesting/unreleased-part";
import { PaidEarlierNotice, UncoveredNotice } from "./claimable-notes";
import { UncertainAmounts } from "./drift-notice";
import { UnpaidParts } from "./unpaid-parts";
import type { ExpectedViewer } from "./viewer/viewer";

type MyAllocationProps = {
  campaign: ActionCampaign;
  token: Token;
  claim: ClaimControl;
  /** Whether the campaign account is closed. Its claim records can then no longer be closed. */
  treeGone: boolean;
  /** Whether the campaign is over, so that a closed claim record does not allow another claim. */
  isOver: boolean;
  expected: ExpectedViewer | null;
  /** Whether this is the placeholder until the sums of the campaign load. Actions need these sums. */
  isPlaceholder?: boolean;
  /** Whether the viewer is the creator or an authority, whom the absence of an allocation does not surprise. */
  isHolder?: boolean;
  /** Content below the allocation. */
  footer?: ReactNode;
};

/**
 * Shows the viewer's allocation in a campaign and the claim. Without a wallet, shows one line with a connect
 * button.
 */
export function MyAllocation(props: MyAllocationProps) {
  const t = useTranslator();
  const { campaign, token, claim, treeGone, isOver, expected, isPlaceholder, isHolder, footer } = props;
  const {
    address,
    allocation: mine,
    claim: live,
    isNone,
  } = useAllocation({
    treeAddress: campaign.treeAddress,
    claim,
    expected,
  });
  const rent = address !== null && (
    <ReclaimRent
      campaign={campaign}
      beneficiary={address}
      trees={treeGone || !isOver ? [] : [campaign.treeAddress]}
    />
  );
  if (address !== null && isNone && isHolder)
    return (
      <>
        {footer && <Card className="[&>details]:-mt-2.5 [&>details]:border-0">{footer}</Card>}
        {rent}
      </>
    );
  return (
    <Card title={t("Your allocation")}>
      {address === null && <Connect {...props} />}
      {address !== null && isNone && (
        <p className="text-sm">{t("This wallet is not a recipient of this campaign.")}</p>
      )}
      {address !== null && mine.isPending && !isNone && <AllocationSkeleton />}
      <ErrorNotice
        error={mine.error}
        action={<Button onClick={() => mine.refetch()}>{t("Try again")}</Button>}
      />
      {mine.data && (
        <div inert={isPlaceholder}>
          <Allocation mine={mine.data} {...{ campaign, token }} claim={live} />
        </div>
      )}
      {rent}
      {footer && <div className="mt-3">{footer}</div>}
    </Card>
  );
}

type AllocationProps = Pick<MyAllocationProps, "campaign" | "token" | "claim"> & { mine: Mine };

function Allocation({ mine, campaign, token, claim }: AllocationProps) {
  const t = useTranslator();
  const { progress, leaves, hasDrift } = mine;
  const available = progress.payable === null ? null : BigInt(progress.payable);
  const payable = coveredClaims(leaves, (leaf) => BigInt(leaf.progress.claimable), available);
  const { claimable, totalEntitled, vestedSoFar, claimedSoFar, stillToCome } = progress;
  const canClaim = claim.enabled && payable.length > 0;
  const all = entitlementParts(progress);
  const paused = pausedPart(mine, progress);
  const waiting = minBigInt(unreleasedPart(leaves), all.stillToCome - paused);
  const parts = {
    ...{ ...all, claimable: all.claimable + paused, waiting },
    stillToCome: all.stillToCome - paused - waiting,
  };
  const shares = calculateShares(parts, t);
  return (
    <AllocationFrame
      figures={[
        [
          t("Allocated"),
          <Amount key="amount" value={totalEntitled} token={token} exact />,
          <Fragment key="parts">
            {t("{share} vested", {
              share: formatPercent(BigInt(vestedSoFar), BigInt(totalEntitled), t),
            })}
            <UnpaidParts {...{ parts, token }} />
          </Fragment>,
        ],
        [t("Claimed"), <Amount key="amount" value={claimedSoFar} token={token} exact />, shares.claimed],
        [
          paused > 0n ? t("Claimable after the pause") : t("Claimable now"),
          <Amount key="amount" value={parts.claimable} token={token} exact />,
          hasDrift ? t("not certain") : shares.claimable,
        ],
        [
          t("Unvested"),
          <Amount key="amount" value={parts.stillToCome} token={token} exact />,
          shares.stillToCome,
        ],
        ...(waiting > 0n
          ? [
              [
                t("Unreleased milestones"),
                <Amount key="amount" value={waiting} token={token} exact />,
                shares.waiting,
              ] as const,
            ]
          : []),
      ]}
      claim={
        <ActionButton
          request={{
            ...{ kind: "claim", campaign, leaves: payable, stillToCome },
            claimable: progress.payable ?? claimable,
          }}
          label={canClaim && !hasDrift ? undefined : t("Claim")}
          disabled={!canClaim}
        />
      }
      next={
        <>
          {hasDrift && (
            <>
              <UncertainAmounts />{" "}
            </>
          )}
          <PaidEarlierNotice amount={progress.paidEarlier} token={token} />
          {claim.enabled && <UncoveredNotice progress={progress} token={token} />}
          <NextUnlocks {...{ mine, claim, token }} />
        </>
      }
      deadline={<ClaimDeadline campaign={campaign} claim={claim} />}
    >
      <AllocationSchedules leaves={leaves} token={token} treeAddress={campaign.treeAddress} />
    </AllocationFrame>
  );
}

/** The parts of an allocation. `waiting` is the amount of unreleased milestones, which `stillToCome` excludes. */
type Parts = EntitlementParts & { waiting: bigint };

/** The parts that must not appear larger than they are. Other pages show them alone and truncated. */
const TRUNCATED: readonly (keyof Parts)[] = ["claimed", "claimable"];

/** Returns the shares of all parts in percent, rounded together so that they add up to 100%. */
function calculateShares(parts: Parts, t: Translator): Record<keyof Parts, string> {
  const names = Object.keys(parts) as (keyof Parts)[];
  const floored = names.flatMap((name, at) => (TRUNCATED.includes(name) ? [at] : []));
  const texts = formatShares(
    names.map((name) => parts[name]),
    { floored, t },
  );
  const named = names.map((name, at) => [name, texts[at] ?? ""] as const);
  return Object.fromEntries(named) as Record<keyof Parts, string>;
}

type AllocationFrameProps = {
  figures: readonly (readonly [label: string, value: ReactNode, note: ReactNode])[];
  claim: ReactNode;
  next: ReactNode;
  /** The end of a grace period, directly above the button. */
  deadline?: ReactNode;
  /** The schedules, collapsed by default. */
  children: ReactNode;
};

function AllocationFrame({ figures, claim, next, deadline, children }: AllocationFrameProps) {
  const t = useTranslator();
  return (
    <div className="@container">
      <div className="flex flex-col gap-x-6 gap-y-3 @2xl:flex-row @2xl:items-center">
        <dl className="grid min-w-0 flex-1 grid-cols-2 gap-4 @2xl:grid-cols-4">
          {figures.map(([label, value, note]) => (
            <Figure key={label} label={label}>
              {/* On phones an amount can take two lines. The reserved height prevents a layout shift when
                 the amount loads. */}
              <span className="block min-h-16 @sm:min-h-0">
                <span className="block text-base @sm:text-lg @2xl:text-xl">{value}</span>
                <span className="mt-1 block text-sm font-normal tracking-normal text-ink-soft">{note}</span>
              </span>
            </Figure>
          ))}
        </dl>
        <div className="grid shrink-0 gap-2">
          {deadline}
          {claim}
        </div>
      </div>
      <p className="mt-2 min-h-[2lh] text-sm @2xl:min-h-[1lh]">{next}</p>
      <details className="text-sm">
        <summary className="min-h-11 py-2.5 text-ink-soft">{t("Your vesting schedule and proof")}</summary>
        {children}
      </details>
    </div>
  );
}

const PLACEHOLDER = "…";

/** The placeholder of an allocation while it loads. */
function AllocationSkeleton() {
  const t = useTranslator();
  const figures = [t("Allocated"), t("Claimed"), t("Claimable now"), t("Unvested")];
  return (
    <div inert>
      <span role="status" className="sr-only">
        {t("Loading your allocation")}
      </span>
      <AllocationFrame
        figures={figures.map((label) => [label, PLACEHOLDER, PLACEHOLDER])}
        claim={
          <Button tone="primary" disabled>
            {t("Claim")}
          </Button>
        }
        next={PLACEHOLDER}
      >
        {null}
      </AllocationFrame>
    </div>
  );
}

/** The view without a wallet: one line and the connect button. */
function Connect({ campaign, claim, isOver }: Pick<MyAllocationProps, "campaign" | "claim" | "isOver">) {
  const t = useTranslator();
  const isOpen = claim.enabled || claim.showsCountdown;
  const isClosed = isOver || !isOpen;
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm">{isOpen ? connectText(t, claim) : claim.reason}</p>
      <ClaimDeadline campaign={campaign} claim={claim} />
      <Button tone={isClosed ? "secondary" : "primary"} onClick={chooseWallet}>
        {isClosed ? t("View my allocation") : t("Connect a wallet")}
      </Button>
    </div>
  );
}

/** The time until which a cancelled campaign pays claims. Renders nothing without a running grace period. */
function ClaimDeadline({ campaign: { graceEnd }, claim }: Pick<MyAllocationProps, "campaign" | "claim">) {
  const t = useTranslator();
  if (graceEnd === null || !claim.enabled) return null;
  return (
    <p className="text-sm font-medium">
      <Trans
        id="Claim until {date} ({duration} left)"
        values={{
          date: <Time at={graceEnd} />,
          duration: <Countdown to={graceEnd} done={t("nothing")} />,
        }}
      />
    </p>
  );
}
