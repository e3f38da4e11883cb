import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { CampaignViews } from "@/components/campaign/campaign-views";
import { ControlPanel } from "@/components/campaign/control-panel";
import { campaignControls } from "@/components/campaign/controls";
import { FactsCard } from "@/components/campaign/facts-card";
import { CampaignFigures } from "@/components/campaign/figures";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { MyAllocation } from "@/components/campaign/my-allocation";
import { StateNotice } from "@/components/campaign/state-notice";
import { VestingCurve } from "@/components/campaign/vesting-curve";
import { campaignName } from "@/components/campaigns/campaign-table";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { readCampaign } from "../../reads/campaign";
import { readCampaignPage } from "../../reads/campaign-page";
import { ViewContent } from "./view-content";

type Props = PageProps<"/campaigns/[treeAddress]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const campaign = await readCampaign((await params).treeAddress);
  return { title: campaign ? campaignName(campaign) : "No such campaign" };
}

export default async function CampaignPage({ params, searchParams }: Props) {
  const page = await readCampaignPage((await params).treeAddress);
  if (!page) notFound();
  const { campaign, token, price, action, curve } = page;
  const controls = campaignControls(campaign);
  return (
    <>
      <PageHeader
        title={campaignName(campaign)}
        badges={
          <>
            <LifecycleBadge status={campaign.status} />
            <Badge tone={campaign.verified ? "good" : "warn"}>
              {campaign.verified ? "Verified" : "Unverified"}
            </Badge>
          </>
        }
      >
        {campaign.metadata?.description}
      </PageHeader>
      <div className="space-y-6">
        <StateNotice campaign={campaign} />
        <CampaignFigures campaign={campaign} token={token} price={price} vested={action.vested} />
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
          <Card title="Vesting" aside={page.curveNote}>
            <VestingCurve {...curve} decimals={token.decimals} unit={token.unit} />
          </Card>
          <div className="grid content-start gap-6">
            <MyAllocation
              campaign={action}
              token={token}
              claim={controls.claim}
              firstUnlock={campaign.minCliffTime}
              recordClosableFrom={page.recordClosableFrom}
            />
            <ControlPanel
              campaign={action}
              controls={controls}
              onlyLeaf={page.onlyLeaf}
              milestoneAmounts={page.milestoneAmounts}
            />
          </div>
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
          <CampaignViews campaign={campaign} search={await searchParams}>
            <Suspense key={JSON.stringify(await searchParams)} fallback={<Skeleton lines={8} />}>
              <ViewContent campaign={campaign} token={token} search={await searchParams} />
            </Suspense>
          </CampaignViews>
          <FactsCard campaign={campaign} token={token} />
        </div>
      </div>
    </>
  );
}
