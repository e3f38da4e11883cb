import { expect, type Page } from "@playwright/test";
import { LAST_WALLET_KEY } from "@/components/wallet/wallet-store";

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
