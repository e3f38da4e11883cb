import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import {
  CampaignHeader,
  CampaignOverview,
  CampaignTabs,
  readView,
  viewTitle,
} from "@/components/campaign/campaign-frame";
import { DriftNotice } from "@/components/campaign/drift-notice";
import { FactsCard } from "@/components/campaign/facts-card";
import { FundingNotice } from "@/components/campaign/funding-notice";
import { GenerationNotice } from "@/components/campaign/generation-notice";
import {
  OverallocationNotice,
  OverclaimNotice,
  PaidTwiceNotice,
  StateNotice,
} from "@/components/campaign/notices";
import { claimTotals } from "@/components/claim/claim-texts";
import { requestTranslator } from "@/components/i18n/request-translator";
import { linkPreview } from "@/components/landing/link-preview";
import { MetadataHistoryView } from "@/components/metadata/metadata-history";
import { LivePage } from "@/components/service/live-page";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TableSkeleton } from "@/components/ui/data-table/table-skeleton";
import { readParameter } from "@/components/ui/page/page-query";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { VIEWER_COOKIE } from "@/components/wallet/viewer-cookie";
import { campaignState } from "@/lib/contract/live-state";

import { readExpectedViewer } from "@/lib/service/pages/campaign";
import { readCampaignCharts } from "@/lib/service/pages/campaign-charts";
import { readCorrections, readPausedAt } from "@/lib/service/pages/campaign-lists";
import { type CampaignHead, readCampaignHead, readCampaignPage } from "@/lib/service/pages/campaign-page";
import { readBrand } from "@/lib/service/pages/deployment";
import { readKnownProgram } from "@/lib/service/pages/program";
import { readOrigin, readShell } from "@/lib/service/pages/shell";
import {
  Calendar,
  Controls,
  ControlsSkeleton,
  Curve,
  CurveSkeleton,
  Figures,
  FiguresSkeleton,
  Largest,
} from "./leaf-sum-sections";

import { ViewContent } from "./view-content";

/** Up to this number of leaves, the sums are ready before a placeholder would be visible. */
const SUMMED_AT_ONCE = 1_000;
/** Up to this number of allocations, the overview lists them all. */
const MAX_LISTED = 5;

type Props = PageProps<"/campaigns/[treeAddress]">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ treeAddress }, search, t] = await Promise.all([params, searchParams, requestTranslator()]);
  const head = await readCampaignHead(treeAddress, t, readParameter(search, "creation"));
  if (!head) return { title: t("Campaign not found") };
  const { campaign, token } = head;
  const title = viewTitle(t, campaign, search);
  const { earlierGeneration, totalSupply, totalClaimed } = campaign;
  // The picture shows the current campaign of an address.
  if (earlierGeneration !== null) return { title };
  const amounts = { totalSupply: BigInt(totalSupply), totalClaimed: BigInt(totalClaimed) };
  const description = claimTotals({ ...campaign, ...amounts }, token, t);
  const origin = await readOrigin(await headers());
  return linkPreview({
    ...{ origin, treeAddress, title, description },
    path: `/campaigns/${treeAddress}`,
    siteName: readBrand().name,
  });
}

export default async function CampaignPage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const { treeAddress } = await params;
  const search = await searchParams;
  const creation = readParameter(search, "creation");
  const viewer = readExpectedViewer(treeAddress, (await cookies()).get(VIEWER_COOKIE)?.value);
  const [head, expected] = await Promise.all([readCampaignHead(treeAddress, t, creation), viewer]);
  if (!head) notFound();
  const { campaign, token } = head;
  const isSummedAtOnce = campaign.leafCount <= SUMMED_AT_ONCE;
  const view = readView(search);
  if (isSummedAtOnce) {
    await Promise.all([
      readCampaignPage(treeAddress, t, creation),
      view === "overview" && readCampaignCharts(treeAddress, creation),
    ]);
  }
  // Without a Suspense boundary the controls are in the first chunk, which works without scripts.
  const isCurrent = campaign.earlierGeneration === null;
  const controls = isCurrent && <Controls treeAddress={treeAddress} expected={expected} />;
  const list = (
    <Suspense key={view} fallback={<TableSkeleton label={t("Loading the list")} />}>
      <ViewContent campaign={campaign} token={token} search={search} />
    </Suspense>
  );
  const hasList = campaign.leafCount <= MAX_LISTED;
  const tree = { treeAddress, creation };
  const recipients = hasList ? (
    <Card title={t("Recipients")}>{list}</Card>
  ) : (
    <Largest {...tree} head={head} />
  );
  const top = (
    <>
      <Suspense fallback={<FiguresSkeleton head={head} />}>
        <Figures {...tree} hasCharts={view === "overview"} />
      </Suspense>
      <CampaignTabs campaign={campaign} search={search} />
    </>
  );
  return (
    <>
      {isCurrent && <LivePage source={{ kind: "campaign", treeAddress }} shown={campaignState(campaign)} />}
      <CampaignHeader
        {...{ campaign, token }}
        actions={<ClaimPageLink head={head} isOnPhone={expected !== null || view !== "overview"} />}
      />
      <div className="space-y-6">
        <GenerationNotice campaign={campaign} />
        <DriftNotice campaign={campaign} token={token} />
        <StateNotice campaign={campaign} token={token} pausedAt={await readPausedAt(campaign)} />
        <FundingNotice campaign={campaign} token={token} />
        <OverallocationNotice campaign={campaign} token={token} />
        <OverclaimNotice campaign={campaign} token={token} />
        <PaidTwiceNotice campaign={campaign} token={token} />
        {view === "overview" ? (
          <>
            <CampaignOverview
              head={top}
              curve={
                hasCharts(view, campaign) && (
                  <Suspense fallback={<CurveSkeleton />}>
                    <Curve {...tree} />
                  </Suspense>
                )
              }
              calendar={<Calendar {...tree} head={head} />}
              recipients={recipients}
              controls={
                isSummedAtOnce || !isCurrent ? (
                  controls
                ) : (
                  <Suspense fallback={<ControlsSkeleton head={head} expected={expected} />}>
                    {controls}
                  </Suspense>
                )
              }
              hasViewer={expected !== null}
              facts={<About {...{ campaign, token }} />}
            />
            {/* Last, because its button appears when the creator's wallet connects and would shift the
               content below. */}
            {isCurrent && (
              <MetadataHistoryView campaign={campaign} history={await readCorrections(campaign)} />
            )}
          </>
        ) : (
          <>
            {top}
            <Card>{list}</Card>
          </>
        )}
        <ZoneNote hasMonths={hasCharts(view, campaign)} />
      </div>
    </>
  );
}

/** The link to the claim page. On a phone, the overview has the button to connect a wallet near it. */
async function ClaimPageLink({ head, isOnPhone }: { head: CampaignHead; isOnPhone: boolean }) {
  const t = await requestTranslator();
  const { treeAddress, earlierGeneration, status } = head.campaign;
  if (earlierGeneration !== null || head.isOver || status === "cancelled_expired") return null;
  return (
    <div className={isOnPhone ? "" : "max-sm:hidden"}>
      <ButtonLink href={`/claim/${treeAddress}`}>{t("Open claim page")}</ButtonLink>
    </div>
  );
}

/** Nothing of a refunded campaign ever vests. */
const hasCharts = (view: ReturnType<typeof readView>, { instantRefunded }: CampaignHead["campaign"]) =>
  view === "overview" && !instantRefunded;

async function About(head: Pick<CampaignHead, "campaign" | "token">) {
  const [program, { isLocalLedger }] = await Promise.all([readKnownProgram(), readShell()]);
  return <FactsCard {...head} {...{ program, isLocalLedger }} />;
}
