import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { CampaignHeader } from "@/components/campaign/campaign-frame";
import { campaignHref } from "@/components/campaign/campaign-href";
import { DriftNotice } from "@/components/campaign/drift-notice";
import { FundingNotice } from "@/components/campaign/funding-notice";
import { MyAllocation } from "@/components/campaign/my-allocation";
import { StateNotice } from "@/components/campaign/notices";
import { claimTotals } from "@/components/claim/claim-texts";
import { ShareClaim } from "@/components/claim/share-claim";
import { requestTranslator } from "@/components/i18n/request-translator";
import { useTranslator } from "@/components/i18n/use-translator";
import { linkPreview } from "@/components/landing/link-preview";
import { LivePage } from "@/components/service/live-page";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { single } from "@/components/ui/page/page-query";
import { Amount } from "@/components/ui/values/amount";
import { TokenName } from "@/components/ui/values/token";
import { VIEWER_COOKIE } from "@/components/wallet/viewer-cookie";
import { campaignState } from "@/lib/contract/live-state";
import { campaignName } from "@/lib/contract/names";
import { readCampaign, readExpectedViewer } from "@/lib/service/pages/campaign";
import { type CampaignHead, readCampaignHead } from "@/lib/service/pages/campaign-page";
import { readOrigin } from "@/lib/service/pages/shell";

type Props = PageProps<"/claim/[treeAddress]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await requestTranslator();
  const head = await readCampaignHead((await params).treeAddress, t);
  if (!head) return { title: t("Campaign not found") };
  const origin = await readOrigin(await headers());
  const { campaign, token } = head;
  const { treeAddress, totalSupply, totalClaimed } = campaign;
  const amounts = { totalSupply: BigInt(totalSupply), totalClaimed: BigInt(totalClaimed) };
  const title = t("Claim from {campaign}", { campaign: campaignName(campaign, t) });
  const description = claimTotals({ ...campaign, ...amounts }, token, t);
  return linkPreview({ origin, path: `/claim/${treeAddress}`, treeAddress, title, description });
}

/** The page of a campaign for its recipients: their allocation and the claim. */
export default async function ClaimPage({ params, searchParams }: Props) {
  const { treeAddress } = await params;
  const creation = single(await searchParams, "creation");
  // An earlier campaign of the address has a closed account, so claims are not possible.
  const earlier = creation ? await readCampaign(treeAddress, creation) : null;
  if (earlier?.earlierGeneration) redirect(campaignHref(earlier));
  const viewer = (await cookies()).get(VIEWER_COOKIE)?.value;
  const [head, expected] = await Promise.all([
    readCampaignHead(treeAddress, await requestTranslator()),
    readExpectedViewer(treeAddress, viewer),
  ]);
  if (!head) notFound();
  const { campaign, token, action, controls, firstUnlock, treeGone, isOver } = head;
  const origin = await readOrigin(await headers());
  return (
    <>
      <LivePage source={{ kind: "campaign", treeAddress }} shown={campaignState(campaign)} />
      <CampaignHeader campaign={campaign} />
      <div className="space-y-6">
        <DriftNotice campaign={campaign} token={token} />
        <StateNotice campaign={campaign} token={token} />
        <FundingNotice campaign={campaign} token={token} />
        <div className="grid gap-6 lg:grid-cols-[2fr_1fr] lg:items-start">
          <MyAllocation
            campaign={action}
            claim={controls.claim}
            {...{ token, firstUnlock, treeGone, isOver, expected }}
          />
          {origin && <ShareClaim treeAddress={treeAddress} origin={origin} />}
          <Totals {...head} />
        </div>
      </div>
    </>
  );
}

function Totals({ campaign, token }: Pick<CampaignHead, "campaign" | "token">) {
  const t = useTranslator();
  return (
    <Card title={t("Campaign")}>
      <Facts>
        <Fact label={t("Token")}>
          <TokenName token={token} />
        </Fact>
        <Fact label={t("Total")}>
          <Amount of={campaign.totalSupply} token={token} />
        </Fact>
        <Fact label={t("Claimed")}>
          <Amount of={campaign.totalClaimed} token={token} />
        </Fact>
        <Fact label={t("Allocations")}>{t.count(campaign.leafCount)}</Fact>
      </Facts>
      <p className="mt-3 text-sm">
        <Link href={`/campaigns/${campaign.treeAddress}`} className="underline underline-offset-4">
          {t("View campaign details")}
        </Link>
      </p>
    </Card>
  );
}
