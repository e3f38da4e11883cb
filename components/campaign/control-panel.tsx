"use client";

import { ActionButton } from "@/components/actions/action-button";
import { type ActionRequest, actionSigner } from "@/components/actions/action-request";
import { describeAction } from "@/components/actions/describe-action";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useWallet } from "@/components/wallet/wallet-store";
import type { CampaignControls } from "@/lib/core/vesting/controls";
import type { LeafView } from "@/lib/core/views/leaf";
import { shortAddress } from "@/lib/core/views/names";
import type { ActionCampaign } from "@/lib/core/views/operations";

type ControlPanelProps = {
  campaign: ActionCampaign;
  controls: CampaignControls;
  /** The only leaf of a one-recipient campaign. */
  onlyLeaf: LeafView | null;
  /** Base units that wait on each milestone. */
  milestoneAmounts: Readonly<Record<number, string>>;
};

/** What creator and authorities can do in this state. Everyone sees it; it works for the wallet that may sign. */
export function ControlPanel(props: ControlPanelProps) {
  const { campaign, controls } = props;
  const { account } = useWallet();
  const requests = offeredActions(props);
  if (controls.refundBanner) {
    return (
      <Card title="Controls">
        <p className="text-sm text-ink-soft">All actions are disabled: the campaign was refunded.</p>
      </Card>
    );
  }
  if (requests.length === 0 && !controls.rotate) return null;
  return (
    <Card title="Controls">
      <ul className="space-y-3">
        {requests.map((request) => (
          <li key={describeAction(request).label}>
            <ActionButton request={request} />
            <p className="mt-1 text-sm text-ink-soft">{signerHint(request, account?.address)}</p>
          </li>
        ))}
        {controls.rotate && (
          <li>
            <ButtonLink href={`/campaigns/${campaign.treeAddress}/rotate`}>Change allocations</ButtonLink>
            <p className="mt-1 text-sm text-ink-soft">
              Replaces the list of recipients.{" "}
              {authorityHint("cancel authority", campaign.cancelAuthority, account?.address)}
            </p>
          </li>
        )}
      </ul>
    </Card>
  );
}

function offeredActions({
  campaign,
  controls,
  onlyLeaf,
  milestoneAmounts,
}: ControlPanelProps): ActionRequest[] {
  const offered: ActionRequest[] = [];
  if (controls.pause) offered.push({ kind: "pause", campaign });
  if (controls.resume) offered.push({ kind: "resume", campaign });
  for (const milestoneIdx of controls.releases) {
    offered.push({
      kind: "release-milestone",
      campaign,
      milestoneIdx,
      amount: milestoneAmounts[milestoneIdx] ?? "0",
    });
  }
  if (controls.cancelStream && onlyLeaf) offered.push({ kind: "cancel-stream", campaign, leaf: onlyLeaf });
  if (controls.cancel) offered.push({ kind: "cancel", campaign });
  if (controls.instantRefund) offered.push({ kind: "instant-refund", campaign });
  if (controls.withdrawUnvested) offered.push({ kind: "withdraw-unvested", campaign });
  return offered;
}

function signerHint(request: ActionRequest, connected: string | undefined): string {
  const roles = { pause: "pause authority", resume: "pause authority", cancel: "cancel authority" } as const;
  const role = request.kind in roles ? roles[request.kind as keyof typeof roles] : "creator";
  return authorityHint(role, actionSigner(request), connected);
}

function authorityHint(role: string, address: string | null, connected: string | undefined): string {
  if (address === connected) return `You are the ${role}.`;
  return `Only the ${role}${address ? ` (${shortAddress(address)})` : ""} can do this.`;
}
