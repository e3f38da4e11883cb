import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, test } from "./dashboard";
import type { SampleStatus } from "./sample-campaigns";
import { ADA } from "./sample-keys";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const PAGES: readonly { name: string; path: (trees: Record<SampleStatus, string>) => string }[] = [
  { name: "landing", path: () => "/" },
  { name: "campaigns", path: () => "/campaigns" },
  { name: "campaign", path: (trees) => `/campaigns/${trees.claimable}` },
  { name: "campaign in grace", path: (trees) => `/campaigns/${trees.cancelled_grace}?view=timeline` },
  { name: "claims", path: (trees) => `/campaigns/${trees.claimable}?view=claims` },
  { name: "root versions", path: (trees) => `/campaigns/${trees.claimable}?view=roots` },
  { name: "changes", path: (trees) => `/campaigns/${trees.claimable}/changes/2` },
  { name: "proof", path: (trees) => `/campaigns/${trees.claimable}/proof/0` },
  { name: "no such page", path: () => "/campaigns?page=99" },
  { name: "rotate", path: (trees) => `/campaigns/${trees.claimable}/rotate` },
  { name: "create", path: () => "/create" },
  { name: "portfolio", path: () => `/portfolio?address=${ADA.address}` },
  { name: "activity", path: () => `/activity?address=${ADA.address}` },
  { name: "docs", path: () => "/docs" },
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 740 } });
    for (const { name, path } of PAGES) {
      test(`${name} has no serious violation and nothing to scroll sideways`, async ({ page, dashboard }) => {
        await page.goto(dashboard.url + path(dashboard.trees));
        await page.waitForTimeout(500);
        const source = await readFile(AXE, "utf8");
        const results = await page.evaluate<AxeResults>(`${source}; axe.run()`);
        const serious = results.violations.filter(
          ({ impact }) => impact === "serious" || impact === "critical",
        );
        expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
  });
}
