import type { LeafView } from "@/lib/views/leaf";

/** A campaign as far as acting on it needs it; amounts are base units as decimal strings. */
export type ActionCampaign = {
  treeAddress: string;
  programId: string;
  creator: string;
  mint: string;
  decimals: number;
  unit: string;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
  totalSupply: string;
  totalClaimed: string;
  /** What has vested by now, over all leaves. */
  vested: string;
};

/** One thing that a person may do to a campaign, as plain data: it is described first and planned only when opened. */
export type ActionRequest = { campaign: ActionCampaign } & (
  | { kind: "claim"; leaves: readonly LeafView[]; claimable: string }
  | { kind: "pause" | "resume" | "cancel" | "withdraw-unvested" | "instant-refund" }
  | { kind: "cancel-stream"; leaf: LeafView }
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
