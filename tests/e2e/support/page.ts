import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page, type Response } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { LAST_WALLET_KEY } from "@/components/wallet/wallet-store";

/**
 * Opens a page, or without a path the current one again, and waits until all streamed content is in its
 * place. Until then a text may appear twice, streamed and rendered.
 */
export async function openPage(
  page: Page,
  url?: string,
  options?: Parameters<Page["goto"]>[1],
): Promise<Response | null> {
  if (options?.waitUntil === "networkidle") await blockStream(page);
  const answer = await (url === undefined ? page.reload(options) : page.goto(url, options));
  await expect(page.locator("div[hidden][id^='S:']")).toHaveCount(0);
  return answer;
}

/** Makes the pages poll: with the event stream, which stays open, the network is never idle. */
export const blockStream = (page: Page): Promise<unknown> =>
  page.route("**/api/stream*", (route) => route.fulfill({ status: 204 }));

/** Connects a demo account, or switches to it from another one. */
export async function playAs(page: Page, name: string): Promise<void> {
  const connected = page.getByRole("button", { name: /^Wallet Demo/ });
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  await expect(connected.or(connect)).toBeVisible();
  // The last wallet reconnects on its own, a moment after the page loads.
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

/** Returns the headers of a page of the service; the service forwards calls only from such a page. */
export const asPage = (url: string) => ({ origin: url });

/** Calls the ledger through the service, as one of its pages would, and returns the result. */
export async function queryLedger(
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

/**
 * Returns axe's serious and critical violations on the current page, one line each; `but` names excluded
 * rules.
 */
export async function seriousViolations(page: Page, but: readonly string[] = []): Promise<string[]> {
  // A button that was just enabled has other colors until its transition ends.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  const source = await readFile(AXE, "utf8");
  const { violations } = await page.evaluate<AxeResults>(`${source}; axe.run()`);
  return violations
    .filter(({ id, impact }) => (impact === "serious" || impact === "critical") && !but.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Returns by how many pixels a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
