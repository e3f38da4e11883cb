import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { expect, test } from "../support/dashboard";
import { openPage, seriousViolations, sidewaysScroll } from "../support/page";
import type { SampleStatus } from "../support/sample-campaigns";
import { ADA, CREATOR } from "../support/sample-keys";

const PAGES: readonly { name: string; path: (trees: Record<SampleStatus, string>) => string }[] = [
  { name: "landing", path: () => "/" },
  { name: "campaigns", path: () => "/campaigns" },
  { name: "campaign", path: (trees) => `/campaigns/${trees.claimable}` },
  { name: "claim link", path: (trees) => `/claim/${trees.claimable}` },
  { name: "embedded claim", path: (trees) => `/embed/claim/${trees.claimable}` },
  { name: "embedded progress", path: (trees) => `/embed/progress/${trees.claimable}` },
  { name: "campaign in grace", path: (trees) => `/campaigns/${trees.cancelled_grace}?view=timeline` },
  { name: "claims", path: (trees) => `/campaigns/${trees.claimable}?view=claims` },
  { name: "root versions", path: (trees) => `/campaigns/${trees.claimable}?view=roots` },
  { name: "changes", path: (trees) => `/campaigns/${trees.claimable}/changes/2` },
  { name: "proof", path: (trees) => `/campaigns/${trees.claimable}/proof/0` },
  { name: "no such page", path: () => "/campaigns?page=99" },
  { name: "rotate", path: (trees) => `/campaigns/${trees.claimable}/rotate` },
  { name: "certificate", path: (trees) => `/campaigns/${trees.claimable}/certificate` },
  { name: "no certificate", path: (trees) => `/campaigns/${trees.active}/certificate` },
  { name: "statement", path: (trees) => `/campaigns/${trees.claimable}/statement?withheld=20` },
  { name: "supply", path: () => `/mints/${NATIVE_MINT}` },
  { name: "create", path: () => "/create" },
  { name: "dashboard", path: () => `/dashboard?address=${CREATOR.address}` },
  { name: "portfolio", path: () => `/portfolio?address=${ADA.address}` },
  { name: "activity", path: () => `/activity?address=${ADA.address}` },
  { name: "docs", path: () => "/docs" },
  { name: "a document", path: () => "/docs/concepts" },
  { name: "webhooks", path: () => "/webhooks" },
  { name: "reminders", path: () => "/reminders" },
  { name: "wallet confirmations", path: () => "/confirmations" },
  { name: "labels", path: () => "/labels" },
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 740 } });
    for (const { name, path } of PAGES) {
      test(`${name} has no serious violation and does not scroll sideways`, async ({ page, dashboard }) => {
        await openPage(page, dashboard.url + path(dashboard.trees), { waitUntil: "networkidle" });
        // Next renders a page that does not exist in the browser alone.
        await page.locator("main").waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      });
    }
  });
}
