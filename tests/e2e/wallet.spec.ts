import type { Page } from "@playwright/test";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { expect, test } from "./dashboard";
import { sampleAddress } from "./sample-keys";

/** Whole stories on the local ledger with the demo wallets, each checked in the API afterwards. */

const [ADA] = DEMO_BENEFICIARIES;
const DAY = 86_400;

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

/** A `datetime-local` text some days from now, in the zone of the browser. */
const inDays = (page: Page, days: number) =>
  page.evaluate((offset) => {
    const date = new Date(Date.now() + offset * 86_400_000);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, days);

/** Creates a campaign as the demo creator; its tree address. */
async function create(page: Page, url: string, of: { name: string; csv?: string; cliffDays: number }) {
  await page.goto(`${url}/create`);
  await playAs(page, DEMO_CREATOR);
  await page.getByLabel("Name", { exact: true }).fill(of.name);
  await page.locator("#start").fill(await inDays(page, -30));
  await page.locator("#cliff").fill(await inDays(page, of.cliffDays));
  await page.locator("#end").fill(await inDays(page, 60));
  if (of.csv) {
    await page.getByRole("button", { name: "Many, from a CSV" }).click();
    const file = { name: "r.csv", mimeType: "text/csv", buffer: Buffer.from(of.csv) };
    await page.locator("#recipients-file").setInputFiles(file);
  } else {
    await page.getByLabel("Recipient", { exact: true }).fill((await demoAccount(ADA)).address);
    await page.getByLabel("Amount in SOL").fill("6");
  }
  await page.getByRole("button", { name: "Build the tree" }).click();
  await page.getByRole("button", { name: "Sign, fund and register" }).click();
  await expect(page.getByText("Your campaign is live")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { name: of.name })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Opens an action, reads its trial, signs, and waits for the indexed result. */
async function act(page: Page, button: string | RegExp, done: string | RegExp) {
  await page.locator("main").getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Tried on the ledger without sending: it works.")).toBeVisible();
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText(done)).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Close" }).last().click();
}

async function detail(page: Page, url: string, tree: string) {
  return (await page.request.get(`${url}/api/campaigns/${tree}`)).json();
}

const advance = (page: Page, url: string, seconds: number) =>
  page.request.post(`${url}/rpc`, {
    data: { jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [seconds] },
  });

const two = async (schedule = "") =>
  [
    `beneficiary,amount${schedule && ",releaseType,milestoneIdx"}`,
    `${(await demoAccount(ADA)).address},4${schedule}`,
    `${sampleAddress("other")},2${schedule}`,
  ].join("\n");

test("a stream: claim, pause, resume, cancel with a split", async ({ page, dashboard: { url } }) => {
  const tree = await create(page, url, { name: "Stream story", cliffDays: -20 });
  await act(page, "Pause claims", "The campaign is paused.");
  expect((await detail(page, url, tree)).status).toBe("paused");
  await act(page, "Resume claims", "The campaign has resumed.");
  await playAs(page, ADA);
  await act(page, /^Claim \d/, "Claimed.");
  expect(BigInt((await detail(page, url, tree)).totalClaimed)).toBeGreaterThan(0n);
  await playAs(page, DEMO_CREATOR);
  await act(page, "Cancel stream", "The stream is settled");
  await expect(page.getByText("no further claims").first()).toBeVisible();
  expect((await detail(page, url, tree)).status).toBe("settled");
});

test("an instant refund before the beginning", async ({ page, dashboard: { url } }) => {
  const tree = await create(page, url, { name: "Refund story", csv: await two(), cliffDays: 20 });
  await act(page, "Refund everything", "The campaign is refunded.");
  await expect(page.getByText("All actions are disabled")).toBeVisible();
  expect((await detail(page, url, tree)).status).toBe("instant_refunded");
});

test("a milestone is released and claimed", async ({ page, dashboard: { url } }) => {
  const tree = await create(page, url, {
    name: "Milestone story",
    csv: await two(",milestone,3"),
    cliffDays: 20,
  });
  await act(page, "Release milestone 3", "Milestone 3 is released.");
  await playAs(page, ADA);
  await act(page, "Claim 4 SOL", "Claimed.");
  expect((await detail(page, url, tree)).totalClaimed).toBe("4000000000");
});

test("a rotation replaces the proofs", async ({ page, dashboard: { url } }) => {
  const tree = await create(page, url, { name: "Rotation story", csv: await two(), cliffDays: -20 });
  const before = await detail(page, url, tree);
  await page.getByRole("link", { name: "Change allocations" }).click();
  await page.locator("#row-2-amount").fill("3");
  await page.locator("#row-3-amount").fill("3");
  await page.getByRole("button", { name: "Replace the root" }).click();
  await expect(page.getByText("The allocations are changed")).toBeVisible({ timeout: 30_000 });
  const after = await detail(page, url, tree);
  expect(after.merkleRoot).not.toBe(before.merkleRoot);
  expect(after.rootVersions).toHaveLength(2);
  const { address } = await demoAccount(ADA);
  const proof = await (
    await page.request.get(`${url}/api/campaigns/${tree}/proof?beneficiary=${address}`)
  ).json();
  expect(proof).toMatchObject({
    merkleRoot: after.merkleRoot,
    rootVersion: 2,
    leaf: { amount: "3000000000" },
  });
});

test("a cancellation, its grace period, and the withdrawal after it", async ({
  page,
  dashboard: { url },
}) => {
  const tree = await create(page, url, { name: "Cancel story", csv: await two(), cliffDays: -20 });
  await act(page, "Cancel campaign", "grace period has begun");
  await expect(page.getByText(/Grace period: 6 days/)).toBeVisible();
  await advance(page, url, 8 * DAY);
  await page.reload();
  await act(page, "Withdraw what is left", "What was left is in the creator's wallet.");
  const events = (await (await page.request.get(`${url}/api/campaigns/${tree}/timeline`)).json()).events;
  expect(events.map(({ type }: { type: string }) => type)).toContain("withdrawn");
});
