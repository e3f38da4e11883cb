"use client";

import { createSharedState } from "@/components/shell/shared-state";
import type { LeafView } from "@/lib/contract/leaf";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { LookupTableStep } from "@/lib/core/plans/lookup-table";

/** `none` means that nothing is paid, because the team's budget is used up. */
export type SponsoredParts = "fee" | "fee and rent" | "none";

/** An action of a user on a campaign, as plain data. The action is planned only when its dialog opens. */
export type ActionRequest = { campaign: ActionCampaign } & (
  | {
      kind: "claim";
      leaves: readonly LeafView[];
      claimable: string;
      stillToCome: string;
      /** The part that the campaign's team pays, once the claim is prepared; the wallet pays the rest. */
      sponsor?: SponsoredParts;
    }
  | { kind: "pause" | "resume" | "withdraw-unvested" | "instant-refund" }
  /** `unreleased` are the amounts of the milestones that `campaign.vested` does not contain, by index, in base units. */
  | { kind: "cancel"; unreleased?: Readonly<Record<number, string>> }
  | { kind: "cancel-stream"; leaf: LeafView }
  /** `amount` is the missing amount in base units. */
  | { kind: "fund"; amount: string }
  | { kind: "release-milestone"; milestoneIdx: number; amount: string }
  /** `rent` is in lamports. */
  | { kind: "close-claim-record"; beneficiary: string; rent: string }
  /** `rent` is in lamports. */
  | { kind: "close-lookup-table"; lookupTable: string; step: LookupTableStep; rent: string }
);

/** Returns the address that must sign an action. */
export function actionSigner(request: ActionRequest): string | null {
  const { campaign } = request;
  switch (request.kind) {
    case "claim":
      return request.leaves[0]?.beneficiary ?? null;
    case "pause":
    case "resume":
      return campaign.pauseAuthority;
    case "cancel":
      return campaign.cancelAuthority;
    case "close-claim-record":
      return request.beneficiary;
    default:
      return campaign.creator;
  }
}

const opened = createSharedState<ActionRequest | null>(null);

/**
 * Opens the dialog of an action. The dialog is mounted above the pages, so that a page update does not close
 * it.
 */
export const openAction = (request: ActionRequest) => opened.set(request);
export const closeAction = () => opened.set(null);
export const useOpenAction = opened.useValue;
