import * as z from "zod";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { DAY, type DemoSession, expect, test } from "../support/demo-session";
import { queryLedger, sidewaysScroll } from "../support/page";

/** The local ledger's own features, a demo token and a clock, and the flows that they allow a new user. */

const [, BEN, CLEO] = DEMO_BENEFICIARIES;

/** Creates a one-recipient campaign of the demo token that vests over ten days from now. */
async function create(session: DemoSession, params: { name: string; recipient: string; amount: string }) {
  const { page } = session;
  await session.goto("/create");
  await session.playAs(DEMO_CREATOR);
  await page.getByLabel("Name (optional)", { exact: true }).fill(params.name);
  await page.getByLabel("Token", { exact: true }).selectOption({ label: "Demo token" });
  await session.openStep("Schedule");
  const end = await page.locator("#start").evaluate((input: HTMLInputElement) => {
    const date = new Date(new Date(input.value).getTime() + 10 * 86_400_000);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  });
  await page.locator("#cliff").fill(await page.locator("#start").inputValue());
  await page.locator("#end").fill(end);
  await session.openStep("Recipients");
  await page.getByRole("button", { name: params.recipient }).click();
  const { address } = await demoAccount(params.recipient);
  await expect(page.getByLabel("Recipient", { exact: true })).toHaveValue(address);
  await page.getByLabel("Amount in DEMO").fill(params.amount);
  await session.sign();
  await session.open(params.name);
}

/** Moves time by the clock's own button; `step` is the number and the unit. */
async function moveTime(
  { page, service }: DemoSession,
  step: { count: number; unit: string; seconds: number },
) {
  await page.getByRole("button", { name: "Advance time" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Custom step").fill(String(step.count));
  await dialog.getByLabel("Unit").selectOption(step.unit);
  await dialog.getByRole("button", { name: "Advance by this step" }).click();
  await expect(dialog.getByText("Time advanced.")).toBeVisible();
  service.clock.secondsAhead += step.seconds;
  await dialog.getByRole("button", { name: "Close" }).last().click();
}

const lamports = async ({ page, service }: DemoSession, name: string): Promise<number> => {
  const { address } = await demoAccount(name);
  const balance = await queryLedger({ page, service }, "getBalance", [address, { commitment: "confirmed" }]);
  return z.object({ value: z.number() }).parse(balance).value;
};

test("the clock is moved, the demo token vests and is claimed, and the record's rent returns", async ({
  session,
  page,
}) => {
  await create(session, { name: "Clock scenario", recipient: BEN, amount: "1000" });
  await session.playAs(BEN);
  await moveTime(session, { count: 1, unit: "days", seconds: DAY });
  // The schedule starts at the next full hour, so the amount is up to an hour below a tenth.
  await expect(page.getByRole("button", { name: /^Claim (9[5-9]|100)\.\d+ DEMO/ })).toBeVisible();
  await moveTime(session, { count: 2, unit: "months of 30 days", seconds: 60 * DAY });
  await session.act(/^Claim 1,000 DEMO/, "The tokens are in your wallet.");
  await expect(page.getByText("All tokens of this campaign have been claimed.")).toBeVisible();
  const before = await lamports(session, BEN);
  await session.act(/^Recover deposit of 0\.0025056 SOL/, "Claim record closed");
  await expect(page.getByRole("button", { name: /^Recover deposit/ })).toHaveCount(0);
  expect((await lamports(session, BEN)) - before).toBe(2_505_600 - 5_000);
});

test("a portfolio offers the rent of ended campaigns to its owner alone", async ({ session, page }) => {
  await create(session, { name: "Rent scenario", recipient: CLEO, amount: "5" });
  await session.playAs(CLEO);
  await moveTime(session, { count: 1, unit: "years of 365 days", seconds: 365 * DAY });
  await session.act(/^Claim 5 DEMO/, "The tokens are in your wallet.");
  await session.playAs(BEN);
  const { address } = await demoAccount(CLEO);
  await session.goto(`/portfolio?address=${address}`);
  // Other scenarios can leave open campaigns of this wallet, so that the ended ones are folded.
  for (const folded of await page.locator("details:not([open]) > summary", { hasText: "ended" }).all())
    await folded.click();
  await expect(page.getByRole("link", { name: "Rent scenario" })).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(`^Wallet ${BEN}`) })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Recover deposit/ })).toHaveCount(0);
  await session.playAs(CLEO);
  await session.act(/^Recover deposit/, "Claim record closed");
  await expect(page.getByRole("button", { name: /^Recover deposit/ })).toHaveCount(0);
});

test("the clock works by keyboard and refuses an invalid step", async ({ session, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await session.goto("/campaigns");
  await page.getByRole("button", { name: "Advance time" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Advance the time of the local ledger" });
  await dialog.getByLabel("Custom step").fill("0");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Advance by this step" })).toBeDisabled();
  await dialog.getByRole("button", { name: "+1 hour" }).press("Enter");
  await expect(dialog.getByText("Time advanced.")).toBeVisible();
  session.service.clock.secondsAhead += 3_600;
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
