import type { Page } from "@playwright/test";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { expect, test } from "./dashboard";

/** What only the local ledger offers, a token and a clock, and what they let a newcomer see. */

const [, BEN, CLEO] = DEMO_BENEFICIARIES;

test.describe.configure({ timeout: 120_000 });

async function playAs(page: Page, name: string) {
  const connected = page.getByRole("button", { name: /^Wallet Demo/ });
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  await expect(connected.or(connect)).toBeVisible();
  if (await connect.isVisible()) {
    await connect.click();
    await page.getByRole("button", { name: new RegExp(name) }).click();
  } else {
    await connected.click();
    await page.getByRole("menuitemcheckbox", { name }).click();
  }
  await expect(page.getByRole("button", { name: new RegExp(`^Wallet ${name}`) })).toBeVisible();
}

/** Creates a one-recipient campaign of the demo token that vests over ten days from now. */
async function create(page: Page, url: string, of: { name: string; recipient: string; amount: string }) {
  await page.goto(`${url}/create`);
  await playAs(page, DEMO_CREATOR);
  await page.getByLabel("Name", { exact: true }).fill(of.name);
  await page.getByLabel("What is locked").selectOption({ label: "Demo token" });
  const end = await page.locator("#start").evaluate((input: HTMLInputElement) => {
    const date = new Date(new Date(input.value).getTime() + 10 * 86_400_000);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  });
  await page.locator("#cliff").fill(await page.locator("#start").inputValue());
  await page.locator("#end").fill(end);
  await page.getByLabel("Recipient", { exact: true }).fill((await demoAccount(of.recipient)).address);
  await page.getByLabel("Amount in DEMO").fill(of.amount);
  await page.getByRole("button", { name: "Build the tree" }).click();
  await page.getByRole("button", { name: "Sign, fund and register" }).click();
  await expect(page.getByText("Your campaign is live")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { name: of.name })).toBeVisible();
}

async function moveTime(page: Page, choose: (dialog: ReturnType<Page["getByRole"]>) => Promise<void>) {
  await page.getByRole("button", { name: "Move time ahead" }).click();
  const dialog = page.getByRole("dialog");
  await choose(dialog);
  await expect(dialog.getByText("Time has moved.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
}

async function sign(page: Page, button: RegExp, done: string) {
  await page.locator("main").getByRole("button", { name: button }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Tried on the ledger without sending: it works.")).toBeVisible();
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText(done)).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Close" }).last().click();
}

const lamports = async (page: Page, url: string, name: string): Promise<number> => {
  const { address } = await demoAccount(name);
  const answer = await page.request.post(`${url}/rpc`, {
    data: { jsonrpc: "2.0", id: 1, method: "getBalance", params: [address, { commitment: "confirmed" }] },
  });
  return (await answer.json()).result.value;
};

test("time is moved, the demo token vests, is claimed, and the record's rent comes back", async ({
  page,
  dashboard: { url },
}) => {
  await create(page, url, { name: "Clock story", recipient: BEN, amount: "1000" });
  await playAs(page, BEN);
  await moveTime(page, (dialog) => dialog.getByRole("button", { name: "+1 day" }).click());
  // The schedule starts at the next whole minute, so it is a little less or more than a tenth.
  await expect(page.getByRole("button", { name: /^Claim (99|100)\.\d+ DEMO/ })).toBeVisible();
  await moveTime(page, async (dialog) => {
    await dialog.getByLabel("Any step").fill("2");
    await dialog.getByLabel("Unit").selectOption("months of 30 days");
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
  });
  await sign(page, /^Claim 1,000 DEMO/, "Claimed.");
  await expect(page.getByText("Every token of this campaign has been claimed.")).toBeVisible();
  const before = await lamports(page, url, BEN);
  await sign(page, /^Get 0\.0025056 SOL of rent back/, "The record is closed");
  await expect(page.getByRole("button", { name: /of rent back/ })).toHaveCount(0);
  expect((await lamports(page, url, BEN)) - before).toBe(2_505_600 - 5_000);
});

test("a portfolio offers the rent of ended campaigns to its owner alone", async ({
  page,
  dashboard: { url },
}) => {
  await create(page, url, { name: "Rent story", recipient: CLEO, amount: "5" });
  await playAs(page, CLEO);
  await moveTime(page, async (dialog) => {
    await dialog.getByLabel("Any step").fill("1");
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
  });
  await sign(page, /^Claim 5 DEMO/, "Claimed.");
  await playAs(page, BEN);
  const { address } = await demoAccount(CLEO);
  await page.goto(`${url}/portfolio?address=${address}`);
  await expect(page.getByRole("link", { name: "Rent story" })).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(`^Wallet ${BEN}`) })).toBeVisible();
  await expect(page.getByRole("button", { name: /of rent back/ })).toHaveCount(0);
  await playAs(page, CLEO);
  await sign(page, /of rent back/, "The record is closed");
  await expect(page.getByRole("button", { name: /of rent back/ })).toHaveCount(0);
});

test("the clock is worked by keyboard and refuses what is no step", async ({ page, dashboard: { url } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/campaigns`);
  await page.getByRole("button", { name: "Move time ahead" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move the ledger’s time ahead" });
  await dialog.getByLabel("Any step").fill("0");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Move", exact: true })).toBeDisabled();
  await dialog.getByLabel("Any step").fill("1");
  await dialog.getByLabel("Unit").selectOption("hours");
  await dialog.getByLabel("Any step").press("Enter");
  await expect(dialog.getByText("Time has moved.")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
