"use client";

import type { ReactNode } from "react";
import { ReclaimRent } from "@/components/actions/reclaim-rent";
import type { ExpectedViewer } from "@/components/campaign/viewer/viewer";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice, Skeleton } from "@/components/ui/notice";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { ClaimControl } from "@/lib/core/vesting/controls";
import { NotConnected, NotRecipient } from "./no-allocation";
import { OwnClaim } from "./own-claim";
import type { MilestoneReleases } from "./schedule-groups";
import { useAllocation } from "./use-allocation";

/** The facts of a campaign that the claim depends on. */
export type ClaimFacts = {
  campaign: ActionCampaign;
  token: Token;
  claim: ClaimControl;
  /** Time of the first cliff of the campaign, for viewers without an allocation. */
  firstUnlock: string | null;
  /** End of a running grace period, in unix seconds. */
  graceEnd: string | null;
  /** How to claim after the grace period. */
  afterGrace?: ReactNode;
  releases: MilestoneReleases;
  /** Number of lists of recipients that the campaign has had. */
  versions: number;
  /** Whether the campaign account is closed. Its claim records can then no longer be closed. */
  treeGone: boolean;
  /** Whether the campaign is over, so that a closed claim record does not allow another claim. */
  isOver: boolean;
};

type ClaimPanelProps = ClaimFacts & {
  expected: ExpectedViewer | null;
  /** The total of the campaign and its progress, for viewers without an allocation. */
  summary: ReactNode;
  /** The state of the campaign as a whole, for viewers without an allocation. */
  state: ReactNode;
  /** Warnings about the campaign, below the claim. */
  warnings: ReactNode;
};

/** The claim of the connected wallet, or the steps to it. */
export function ClaimPanel({ expected, summary, state, warnings, ...facts }: ClaimPanelProps) {
  const t = useTranslator();
  const { campaign, claim } = facts;
  const { treeAddress } = campaign;
  const { address, allocation, claim: live, isNone } = useAllocation({ treeAddress, claim, expected });
  const { data: mine, error } = allocation;
  if (address === null) {
    return (
      <>
        {state}
        <NotConnected {...facts} summary={summary} />
        {warnings}
      </>
    );
  }
  return (
    <>
      <ErrorNotice
        error={error}
        title={mine ? t("These amounts may be out of date") : t("Your allocation is not available now")}
        action={<Button onClick={() => allocation.refetch()}>{t("Try again")}</Button>}
      />
      {!mine && state}
      {isNone && <NotRecipient {...facts} {...{ address, summary }} />}
      {mine && !isNone && <OwnClaim {...facts} {...{ mine, address }} claim={live} />}
      {allocation.isPending && !isNone && <ClaimSkeleton />}
      {warnings}
      <ReclaimRent
        campaign={campaign}
        beneficiary={address}
        trees={facts.treeGone || !facts.isOver ? [] : [treeAddress]}
      />
    </>
  );
}

/** Takes the space of the claim while it loads. */
function ClaimSkeleton() {
  const t = useTranslator();
  return (
    <Card>
      <div className="min-h-96">
        <Skeleton lines={6} label={t("Loading your allocation")} />
      </div>
    </Card>
  );
}
