import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import {
  CampaignColumns,
  CampaignHeader,
  CampaignViews,
  readView,
  viewTitle,
} from "@/components/campaign/campaign-frame";
import { ControlPanel } from "@/components/campaign/control-panel";
import { CampaignFigures, FactsCard } from "@/components/campaign/figures";
import { MyAllocation } from "@/components/campaign/my-allocation";
import { OverclaimNotice, PaidTwiceNotice, StateNotice } from "@/components/campaign/notices";
import { VestingCurve } from "@/components/campaign/vesting-curve";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/notice";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { ViewContent } from "./view-content";

type Props = PageProps<"/campaigns/[treeAddress]">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const campaign = await readCampaign((await params).treeAddress);
  return { title: campaign ? viewTitle(campaign, await searchParams) : "No such campaign" };
}

export default async function CampaignPage({ params, searchParams }: Props) {
  const page = await readCampaignPage((await params).treeAddress);
  if (!page) notFound();
  const { campaign, token, price, action, curve, controls } = page;
  const search = await searchParams;
  return (
    <>
      <CampaignHeader campaign={campaign} />
      <div className="space-y-6">
        <StateNotice campaign={campaign} token={token} />
        <OverclaimNotice campaign={campaign} token={token} />
        <PaidTwiceNotice campaign={campaign} token={token} />
        <CampaignFigures
          campaign={campaign}
          token={token}
          price={price}
          vested={action.vested}
          paid={page.paid}
        />
        <CampaignColumns
          curve={
            <Card title="Vesting" aside={page.curveNote}>
              <VestingCurve {...curve} decimals={token.decimals} unit={token.unit} />
            </Card>
          }
          actions={
            <>
              <MyAllocation
                campaign={action}
                token={token}
                claim={controls.claim}
                firstUnlock={page.firstUnlock}
                treeGone={page.treeGone}
              />
              <ControlPanel
                campaign={action}
                controls={controls}
                onlyLeaf={page.onlyLeaf}
                milestoneAmounts={page.milestoneAmounts}
              />
            </>
          }
          views={
            <CampaignViews campaign={campaign} search={search}>
              <Suspense key={readView(search)} fallback={<Skeleton lines={8} />}>
                <ViewContent campaign={campaign} token={token} search={search} />
              </Suspense>
            </CampaignViews>
          }
          facts={<FactsCard campaign={campaign} token={token} />}
        />
      </div>
    </>
  );
}
