"use client";

import { createShared } from "@/components/shell/shared-value";
import type { LeafView } from "@/lib/contract/leaf";
import type { ActionCampaign } from "@/lib/contract/operations";

/** One thing that a person may do to a campaign, as plain data: it is described first and planned only when opened. */
export type ActionRequest = { campaign: ActionCampaign } & (
  | { kind: "claim"; leaves: readonly LeafView[]; claimable: string; stillToCome: string }
  | { kind: "pause" | "resume" | "cancel" | "withdraw-unvested" | "instant-refund" }
  | { kind: "cancel-stream"; leaf: LeafView }
  /** `amount` in base units is what it lacks. */
  | { kind: "fund"; amount: string }
  | { kind: "release-milestone"; milestoneIdx: number; amount: string }
  /** `rent` in lamports. */
  | { kind: "close-claim-record"; beneficiary: string; rent: string }
);

/** Who must sign an action. */
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

const opened = createShared<ActionRequest | null>(null);

/** Shows an action's dialog. It lives above the pages: a page that changes with the result must not close it. */
export const openAction = (request: ActionRequest) => opened.set(request);
export const closeAction = () => opened.set(null);
export const useOpenAction = opened.useValue;
