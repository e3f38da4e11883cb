// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { ActivityTable } from "@/components/campaign/activity-table";
import { CampaignTabs } from "@/components/campaign/campaign-frame";
import { campaignHref, campaignPartHref } from "@/components/campaign/campaign-href";
import { RecipientsTable, VersionsTable } from "@/components/campaign/tables";
import { DownloadLinks } from "@/components/export/download-links";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { TimelineItem } from "@/lib/contract/event";
import { campaignKey } from "@/lib/contract/names";
import { show } from "../show";

const token = { mint: "mint", decimals: 0, unit: "T", isKnown: true };
const campaign = {
  treeAddress: "tree",
  earlierGeneration: "sig",
  merkleRoot: "00",
  leafCount: 1,
  settledAmount: "0",
  analytics: { claimCount: 0, rootVersionCount: 2 },
  rootVersions: [2, 1].map((version) => ({
    ...{ version, merkleRoot: "00", leafCount: 1, createdAt: "0", ipfsCid: null },
  })),
} as unknown as CampaignDetail;
const leaf = { leafIndex: 3, beneficiary: "b".repeat(44), amount: "1", releaseType: 0 };
const times = { startTime: "0", cliffTime: "0", endTime: "0", milestoneIdx: 0 };
const event: TimelineItem = {
  ...{ type: "paused", signature: "s".repeat(88), slot: "1", blockTime: "1", reconstructed: false },
  data: { paused: true },
};

const buildHrefs = (parts: ReactNode) =>
  [...show(parts).container.querySelectorAll("a")]
    .map((link) => link.getAttribute("href") ?? "")
    .filter((href) => href.includes("tree"));

afterEach(cleanup);

describe("links of an earlier campaign", () => {
  test.each([
    [
      "recipients",
      <RecipientsTable key="r" {...{ campaign, token, rows: [{ ...leaf, ...times }], sorts: {} }} />,
    ],
    ["versions", <VersionsTable key="v" {...{ campaign, token }} changes={{}} transactions={{}} />],
    ["views", <CampaignTabs key="t" campaign={campaign} search={{}} />],
    [
      "events",
      <ActivityTable
        key="e"
        wallet={campaign.creator}
        events={[{ event, token, campaign: { ...campaign, name: "Old", verified: true } }]}
      />,
    ],
    ["files", <DownloadLinks key="d" files={[{ label: "file", list: "/api/tree?creation=sig" }]} />],
  ])("keep its creation parameter: %s", (_name, parts) => {
    const hrefs = buildHrefs(parts);
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of hrefs) {
      expect(new URL(href, "http://localhost").searchParams.get("creation")).toBe("sig");
    }
  });

  test("have no creation parameter for the current campaign", () => {
    const current = { treeAddress: "tree", earlierGeneration: null };
    expect(campaignHref(current, { view: "claims" })).toBe("/campaigns/tree?view=claims");
    expect(campaignPartHref(current, "proof/0")).toBe("/campaigns/tree/proof/0");
    expect(campaignKey(current)).not.toBe(campaignKey(campaign));
  });
});
