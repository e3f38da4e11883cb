import { type ReactNode, Suspense } from "react";
import { DriftNotice } from "@/components/campaign/drift-notice";
import { FundingNotice } from "@/components/campaign/funding-notice";
import { ClaimAfterGrace, OverallocationNotice, StateNotice } from "@/components/campaign/notices";
import { StateBadges, TokenLabel } from "@/components/campaign/state-badges";
import type { ExpectedViewer } from "@/components/campaign/viewer/viewer";
import { CampaignSummary } from "@/components/claim/campaign-summary";
import { ClaimPanel } from "@/components/claim/claim-panel";
import { useTranslator } from "@/components/i18n/use-translator";
import { PageHeader } from "@/components/ui/page/page-header";
import { campaignName } from "@/lib/contract/names";
import type { CampaignSummary as Progress } from "@/lib/core/vesting/campaign-summary";
import type { CampaignHead } from "@/lib/service/pages/campaign-page";
import { readClaimSummary } from "@/lib/service/pages/claim-summary";

type OfCampaign = Pick<CampaignHead, "campaign" | "token">;

/** Shows the name, the state and the token. The description is below, so that the claim is on the first screen of a phone. */
export function ClaimHeader({ campaign, token, actions }: OfCampaign & { actions?: ReactNode }) {
  const t = useTranslator();
  return (
    <PageHeader
      {...{ title: campaignName(campaign, t), actions }}
      badges={
        <>
          <StateBadges campaign={campaign} />
          <TokenLabel token={token} />
        </>
      }
    />
  );
}

type CampaignClaimProps = { head: CampaignHead; expected: ExpectedViewer | null };

/** The claim of the connected wallet, on the claim page and in a frame of another site. */
export function CampaignClaim({ head, expected }: CampaignClaimProps) {
  const { campaign, token, action, controls, firstUnlock, treeGone, isOver } = head;
  const { milestones, gracePeriod, analytics } = campaign;
  return (
    <ClaimPanel
      {...{ token, firstUnlock, treeGone, isOver, expected }}
      campaign={action}
      claim={controls.claim}
      graceEnd={gracePeriod && !gracePeriod.isExpired ? gracePeriod.end : null}
      afterGrace={<ClaimAfterGrace />}
      releases={Object.fromEntries(milestones.map(({ index, releasedAt }) => [index, releasedAt]))}
      versions={analytics.rootVersionCount}
      summary={<CampaignProgress {...head} />}
      state={<StateNotice campaign={campaign} token={token} />}
      warnings={
        <>
          <DriftNotice {...{ campaign, token }} />
          <FundingNotice {...{ campaign, token }} />
          <OverallocationNotice {...{ campaign, token }} />
        </>
      }
    />
  );
}

/** The total of the campaign and its progress, which loads after the rest of the page. */
export const CampaignProgress = (campaign: OfCampaign) => (
  <Suspense fallback={<Summary {...campaign} summary={null} />}>
    <LoadedSummary {...campaign} />
  </Suspense>
);

async function LoadedSummary(campaign: OfCampaign) {
  return <Summary {...campaign} summary={await readClaimSummary(campaign.campaign.treeAddress)} />;
}

const Summary = ({ campaign, token, summary }: OfCampaign & { summary: Progress | null }) => (
  <CampaignSummary {...{ campaign, token, summary }} />
);
