import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CampaignFigures } from "@/components/campaign/campaign-figures";
import { OverclaimNotice, StateNotice } from "@/components/campaign/notices";
import { ViewerPanel } from "@/components/campaign/viewer/viewer-panel";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import type { CampaignPage } from "@/lib/service/pages/campaign-page";

/** A campaign's page for one wallet, as text and as buttons by their label. */
export type RenderedPage = {
  text: string;
  /** Whether each button is enabled for the wallet. */
  buttons: ReadonlyMap<string, boolean>;
};

/**
 * Renders the parts of a campaign's page that depend on its state; `mine` is the API's response about the
 * wallet.
 */
export function renderPage(
  page: CampaignPage,
  { address, mine }: { address: string; mine: VestingProgress["campaigns"][number] | null },
): RenderedPage {
  const { campaign, token, action, controls, authorities, onlyLeaf, milestoneAmounts } = page;
  const client = new QueryClient();
  client.setQueryData(["progress", address, campaign.treeAddress], mine);
  const parts: ReactNode[] = [
    createElement(StateNotice, { campaign, token }),
    createElement(OverclaimNotice, { campaign, token }),
    createElement(CampaignFigures, {
      ...{ campaign, token, price: null, vested: action.vested, paid: page.paid },
      firstUnlock: page.firstUnlock,
    }),
    createElement(ViewerPanel, {
      ...{ campaign: action, token, controls, authorities, onlyLeaf, milestoneAmounts, expected: null },
      ...{ firstUnlock: page.firstUnlock, treeGone: page.treeGone, isOver: page.isOver },
    }),
  ];
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, ...parts));
  const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = "", label = ""]) => [getText(label), !/\bdisabled=""/.test(attributes)] as const,
  );
  const links = [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, label = ""]) => getText(label));
  return {
    text: getText(html),
    buttons: new Map([...buttons, ...links.map((link) => [link, true] as const)]),
  };
}

const getText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll(/\s+/g, " ")
    .trim();
