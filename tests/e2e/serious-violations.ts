import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds serious or critical on a page as it is now, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const source = await readFile(AXE, "utf8");
  const { violations } = await page.evaluate<AxeResults>(`${source}; axe.run()`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** By how many pixels a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
