import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { campaignHref } from "@/components/campaign/campaign-href";
import { Risks, Verification } from "@/components/campaign/facts-card";
import { claimTotals } from "@/components/claim/claim-texts";
import { ShareClaim } from "@/components/claim/share-claim";
import { requestTranslator } from "@/components/i18n/request-translator";
import { linkPreview } from "@/components/landing/link-preview";
import { LivePage } from "@/components/service/live-page";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { readParameter } from "@/components/ui/page/page-query";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { VIEWER_COOKIE } from "@/components/wallet/viewer-cookie";
import { campaignState } from "@/lib/contract/live-state";
import { campaignName } from "@/lib/contract/names";
import { readCampaign, readExpectedViewer } from "@/lib/service/pages/campaign";
import { type CampaignHead, readCampaignHead } from "@/lib/service/pages/campaign-page";
import { isEmbeddable, readBrand } from "@/lib/service/pages/deployment";
import { readOrigin, readShell } from "@/lib/service/pages/shell";
import { CampaignClaim, ClaimHeader } from "../campaign-claim";

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
  return linkPreview({
    ...{ origin, treeAddress, title, description },
    path: `/claim/${treeAddress}`,
    siteName: readBrand().name,
  });
}

/** The page of a campaign for its recipients: their allocation and the claim. */
export default async function ClaimPage({ params, searchParams }: Props) {
  const { treeAddress } = await params;
  const creation = readParameter(await searchParams, "creation");
  // An earlier campaign of the address has a closed account, so claims are not possible.
  const earlier = creation ? await readCampaign(treeAddress, creation) : null;
  if (earlier?.earlierGeneration) redirect(campaignHref(earlier));
  const viewer = (await cookies()).get(VIEWER_COOKIE)?.value;
  const [head, expected] = await Promise.all([
    readCampaignHead(treeAddress, await requestTranslator()),
    readExpectedViewer(treeAddress, viewer),
  ]);
  if (!head) notFound();
  const { campaign, token } = head;
  const origin = await readOrigin(await headers());
  return (
    <>
      <LivePage source={{ kind: "campaign", treeAddress }} shown={campaignState(campaign)} />
      <ClaimHeader campaign={campaign} token={token} />
      <div className="grid gap-4 sm:gap-6 lg:grid-cols-[2fr_1fr] lg:items-start">
        <div className="grid min-w-0 gap-4 sm:gap-6">
          <CampaignClaim head={head} expected={expected} />
        </div>
        <div className="grid min-w-0 gap-4 sm:gap-6">
          <About {...head} />
          {origin && <ShareClaim {...{ treeAddress, origin }} isEmbeddable={isEmbeddable()} />}
        </div>
        <ZoneNote />
      </div>
    </>
  );
}

/** The facts of the whole campaign. */
async function About({ campaign }: Pick<CampaignHead, "campaign">) {
  const [t, { isLocalLedger }] = await Promise.all([requestTranslator(), readShell()]);
  return (
    <Card title={t("About this campaign")}>
      {campaign.metadata?.description && (
        <p className="pb-2 text-sm text-ink-soft">{campaign.metadata.description}</p>
      )}
      <ul className="list-disc space-y-1 pb-2 pl-5 text-sm">
        <Risks campaign={campaign} />
        <li>
          <Verification {...{ campaign, isLocalLedger }} />
        </li>
      </ul>
      <Facts>
        <Fact label={t("Creator")}>
          <Address
            address={campaign.creator}
            name="creator"
            href={`/campaigns?creator=${campaign.creator}`}
          />
        </Fact>
        <Fact label={t("Created")}>
          <Time at={campaign.createdAt} dayOnly />
        </Fact>
      </Facts>
      <p className="pt-2 text-sm">
        <Link href={`/campaigns/${campaign.treeAddress}`} className="underline underline-offset-4">
          {t("View campaign details")}
        </Link>
      </p>
    </Card>
  );
}
