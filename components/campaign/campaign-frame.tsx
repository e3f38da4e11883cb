import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page-header";
import { oneOf, type Search } from "@/components/ui/page/page-query";
import { TokenName } from "@/components/ui/values/token";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { campaignName, type Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { campaignHref } from "./campaign-href";
import { FundingBadge } from "./funding-notice";
import { StateBadges } from "./state-badges";

/** Shows the name, state, token and description of a campaign, and whether it is verified. */
export function CampaignHeader({
  campaign,
  token,
  actions,
}: {
  campaign: CampaignDetail;
  token?: Token;
  /** Links next to the name. */
  actions?: ReactNode;
}) {
  const t = useTranslator();
  return (
    <PageHeader
      title={campaignName(campaign, t)}
      badges={
        <>
          <StateBadges campaign={campaign} />
          {token && <FundingBadge campaign={campaign} token={token} />}
        </>
      }
      actions={actions}
    >
      {token && (
        <p className="text-sm">
          <TokenName token={token} brief />
        </p>
      )}
      {campaign.metadata?.description}
    </PageHeader>
  );
}

type CampaignOverviewProps = {
  curve: ReactNode;
  breakdown: ReactNode;
  list: ReactNode;
  controls: ReactNode;
  facts: ReactNode;
};

/**
 * The layout of the overview: curve and controls side by side, and the other parts below over the full width.
 * The order is the same on phones, so that the focus follows it.
 */
export function CampaignOverview({ curve, breakdown, list, controls, facts }: CampaignOverviewProps) {
  const t = useTranslator();
  return (
    <div className="grid gap-6 *:min-w-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className={`grid ${controls ? "" : "lg:col-span-2"}`}>{curve}</div>
      {controls && <div className="grid self-start max-lg:order-first">{controls}</div>}
      <div className="grid gap-6 *:min-w-0 empty:hidden lg:col-span-2 lg:auto-cols-fr lg:grid-flow-col">
        {breakdown}
      </div>
      <Card title={t("Recipients")} className="lg:col-span-2">
        {list}
      </Card>
      <div className="lg:col-span-2">{facts}</div>
    </div>
  );
}

const VIEWS = ["overview", "recipients", "claims", "timeline", "roots"] as const;
type CampaignView = (typeof VIEWS)[number];

/** The parameters of the list of recipients, which select its view. */
const LIST_PARAMETERS = ["recipient", "page", "sort", "order"];

export function readView(search: Search): CampaignView {
  const isList = LIST_PARAMETERS.some((name) => search[name] !== undefined);
  return oneOf(search, "view", VIEWS) ?? (isList ? "recipients" : "overview");
}

const TITLES: Record<CampaignView, (t: Translator, campaign: string) => string> = {
  overview: (_, campaign) => campaign,
  recipients: (_, campaign) => campaign,
  claims: (t, campaign) => t("Claims of {campaign}", { campaign }),
  timeline: (t, campaign) => t("Timeline of {campaign}", { campaign }),
  roots: (t, campaign) => t("List versions of {campaign}", { campaign }),
};

/** Returns the title of a campaign's page, which depends on the view. */
export const viewTitle = (t: Translator, campaign: CampaignDetail, search: Search): string =>
  TITLES[readView(search)](t, campaignName(campaign, t));

type CampaignTabsProps = { campaign: CampaignDetail; search: Search };

/** The tabs of a campaign: its overview with the charts, and one list each. */
export function CampaignTabs({ campaign, search }: CampaignTabsProps) {
  const t = useTranslator();
  const current = readView(search);
  const labels: Record<CampaignView, { label: string; count?: number }> = {
    overview: { label: t("Overview") },
    recipients: { label: t("Recipients"), count: campaign.leafCount },
    claims: { label: t("Claims"), count: campaign.analytics.claimCount },
    timeline: { label: t("Timeline") },
    roots: { label: t("List versions"), count: campaign.analytics.rootVersionCount },
  };
  return (
    <LinkTabs
      label={t("Campaign details")}
      tabs={VIEWS.map((view) => ({
        ...labels[view],
        href: campaignHref(campaign, { view: view === "overview" ? undefined : view }),
        current: view === current,
      }))}
    />
  );
}
