import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page-header";
import { readChoice, type Search } from "@/components/ui/page/page-query";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { campaignName, type Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { campaignHref } from "./campaign-href";
import { FundingBadge } from "./funding-notice";
import { StateBadges, TokenLabel } from "./state-badges";

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
          {token && (
            <>
              <FundingBadge campaign={campaign} token={token} />
              <TokenLabel token={token} brief />
            </>
          )}
        </>
      }
      actions={actions}
    >
      {campaign.metadata?.description}
    </PageHeader>
  );
}

type CampaignOverviewProps = {
  /** The figures and the tabs above the overview. */
  head: ReactNode;
  /** Null for a campaign in which nothing ever vests. */
  curve: ReactNode;
  /** The unlocks by month. Renders nothing for a campaign without further unlocks. */
  calendar: ReactNode;
  /** The recipients: all of them, or the largest. */
  recipients: ReactNode;
  controls: ReactNode;
  facts: ReactNode;
  /** Whether the page knows the wallet of the viewer, for whom the controls matter most. */
  hasViewer: boolean;
};

/**
 * The areas of a wide screen. The recipients take the whole width below two charts, and stand below a single chart.
 * Without a chart, the facts are the largest part. The row of `1fr` takes the difference between the columns, so that
 * both end at the same edge: the last chart, the facts and the list of the largest recipients grow. The curve keeps
 * its height above a calendar, which loads later and would move.
 *
 * Tall controls, such as those of a creator, are beside two parts instead of one, and the recipients are beside the
 * facts. Otherwise the curve would have empty space below it.
 */
const AREAS = {
  charts: [
    "lg:grid-rows-[repeat(3,auto)_1fr] lg:[grid-template-areas:'head_head'_'curve_controls'_'curve_facts'_'calendar_facts'_'recipients_recipients']",
    "lg:has-[>[data-calendar]:empty]:grid-rows-[auto_auto_1fr] lg:has-[>[data-calendar]:empty]:[grid-template-areas:'head_head'_'curve_controls'_'curve_facts'_'recipients_facts']",
    "lg:has-[[data-tall]]:grid-rows-[repeat(3,auto)_1fr_auto] lg:has-[[data-tall]]:[grid-template-areas:'head_head'_'curve_controls'_'calendar_controls'_'calendar_facts'_'recipients_facts']",
    "lg:has-[[data-tall]]:has-[>[data-calendar]:empty]:grid-rows-[repeat(3,auto)_1fr] lg:has-[[data-tall]]:has-[>[data-calendar]:empty]:[grid-template-areas:'head_head'_'curve_controls'_'recipients_controls'_'recipients_facts']",
  ].join(" "),
  none: "lg:grid-rows-[repeat(2,auto)_1fr] lg:[grid-template-areas:'head_head'_'facts_controls'_'facts_recipients']",
};

/**
 * The layout of the overview: the charts on the left, the controls and the facts on the right. On phones the controls
 * come first for a known viewer, and otherwise below the figures.
 */
export function CampaignOverview({ head, curve, calendar, recipients, ...rest }: CampaignOverviewProps) {
  const { facts, hasViewer } = rest;
  const controls = rest.controls && (
    <div className="grid self-start lg:[grid-area:controls]">{rest.controls}</div>
  );
  return (
    <div
      className={`grid gap-6 *:min-w-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] ${curve ? AREAS.charts : AREAS.none}`}
    >
      {hasViewer && controls}
      <div className="space-y-6 lg:[grid-area:head]">{head}</div>
      {!hasViewer && controls}
      {curve && <div className="grid *:min-w-0 lg:[grid-area:curve]">{curve}</div>}
      {curve && (
        <div data-calendar className="grid *:min-w-0 empty:hidden lg:[grid-area:calendar]">
          {calendar}
        </div>
      )}
      <div className="grid *:min-w-0 empty:hidden lg:[grid-area:recipients]">{recipients}</div>
      <div className="grid *:min-w-0 lg:[grid-area:facts]">{facts}</div>
    </div>
  );
}

const VIEWS = ["overview", "recipients", "claims", "timeline", "roots"] as const;
type CampaignView = (typeof VIEWS)[number];

/** The parameters of the list of recipients, which select its view. */
const LIST_PARAMETERS = ["recipient", "page", "sort", "order"];

export function readView(search: Search): CampaignView {
  const isList = LIST_PARAMETERS.some((name) => search[name] !== undefined);
  return readChoice(search, "view", VIEWS) ?? (isList ? "recipients" : "overview");
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
