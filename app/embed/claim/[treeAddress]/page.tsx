import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CampaignClaim, ClaimHeader } from "@/app/claim/campaign-claim";
import { requestTranslator } from "@/components/i18n/request-translator";
import { LivePage } from "@/components/service/live-page";
import { WalletButton } from "@/components/wallet/wallet-button";
import { campaignState } from "@/lib/contract/live-state";
import { campaignName } from "@/lib/contract/names";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";

type Props = PageProps<"/embed/claim/[treeAddress]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await requestTranslator();
  const head = await readCampaignHead((await params).treeAddress, t);
  return {
    title: head
      ? t("Claim from {campaign}", { campaign: campaignName(head.campaign, t) })
      : t("Campaign not found"),
  };
}

/** The claim of a campaign in a frame of another site. */
export default async function EmbeddedClaimPage({ params }: Props) {
  const { treeAddress } = await params;
  const head = await readCampaignHead(treeAddress, await requestTranslator());
  if (!head) notFound();
  return (
    <>
      <LivePage source={{ kind: "campaign", treeAddress }} shown={campaignState(head.campaign)} />
      <ClaimHeader {...head} actions={<WalletButton />} />
      {/* The viewer's cookie is not sent to a frame of another site. */}
      <CampaignClaim head={head} expected={null} />
    </>
  );
}
