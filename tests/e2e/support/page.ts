import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page, type Response } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { LAST_WALLET_KEY } from "@/components/wallet/wallet-store";

/**
 * Opens a page, or with no address the same one again, and waits until all that was streamed to it is in its place: until
 * then a text may stand there twice, as it was sent and as it was made anew.
 */
export async function openPage(
  page: Page,
  url?: string,
  options?: Parameters<Page["goto"]>[1],
): Promise<Response | null> {
  const answer = await (url === undefined ? page.reload(options) : page.goto(url, options));
  await expect(page.locator("div[hidden][id^='S:']")).toHaveCount(0);
  return answer;
}

/** Connects a demo account, or changes to it from another. */
export async function playAs(page: Page, name: string): Promise<void> {
  const connected = page.getByRole("button", { name: /^Wallet Demo/ });
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  await expect(connected.or(connect)).toBeVisible();
  // The wallet of the last page connects again by itself, a moment after the page is there.
  const isRemembered = await page.evaluate((key) => localStorage.getItem(key) !== null, LAST_WALLET_KEY);
  if (!isRemembered) {
    await connect.click();
    await page.getByRole("button", { name: new RegExp(name) }).click();
  } else {
    await connected.click();
    await page.getByRole("menuitemcheckbox", { name }).click();
  }
  await expect(page.getByRole("button", { name: new RegExp(`^Wallet ${name}`) })).toBeVisible();
}

/** The headers of a page of the service, which alone has its calls passed on. */
export const asPage = (url: string) => ({ origin: url });

/** Asks the ledger through the service, as a page of it would, and gives the result. */
export async function askLedger(
  { page, service }: { page: Page; service: { url: string } },
  method: string,
  params: unknown[],
): Promise<unknown> {
  const answer = await page.request.post(`${service.url}/rpc`, {
    headers: asPage(service.url),
    data: { jsonrpc: "2.0", id: 1, method, params },
  });
  const body = await answer.json();
  expect(body).toHaveProperty("result");
  return body.result;
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds serious or critical on a page as it is now, one line each; `but` names rules that are left out. */
export async function seriousViolations(page: Page, but: readonly string[] = []): Promise<string[]> {
  const source = await readFile(AXE, "utf8");
  const { violations } = await page.evaluate<AxeResults>(`${source}; axe.run()`);
  return violations
    .filter(({ id, impact }) => (impact === "serious" || impact === "critical") && !but.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** By how many pixels a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
