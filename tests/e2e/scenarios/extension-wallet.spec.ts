import { expect, other, test } from "../support/demo-session";
import { addExtensionWallet } from "../support/extension-wallet";
import { openPage, queryLedger } from "../support/page";
import { openStep, reviewCampaign } from "../support/wizard";

test("a wallet of a browser extension creates a stream after declining once", {
  tag: "@smoke",
}, async ({ page, service: { url } }) => {
  const wallet = await addExtensionWallet(page);
  await queryLedger({ page, service: { url } }, "requestAirdrop", [wallet.address, 20_000_000_000]);
  await openPage(page, `${url}/create`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Wallet Extension/ })).toBeVisible();

  await page.getByLabel("Name (optional)", { exact: true }).fill("Signed by an extension");
  await openStep(page, "Recipients");
  await page.getByLabel("Recipient", { exact: true }).fill(other.address);
  await page.getByLabel("Amount in SOL").fill("1.5");
  await reviewCampaign(page);
  wallet.answer = "decline";
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  await expect(page.getByText("This action did not complete")).toBeVisible();
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  wallet.answer = "sign";
  await page.getByRole("button", { name: /Sign and create campaign|Resume|Try again/ }).click();
  await expect(page.getByText("Your campaign is live")).toBeVisible();

  const list = await (await page.request.get(`${url}/api/campaigns?creator=${wallet.address}`)).json();
  expect(list.campaigns).toMatchObject([{ totalSupply: "1500000000", leafCount: 1, verified: true }]);

  // The next visit remembers the wallet.
  await openPage(page);
  await expect(page.getByRole("button", { name: /^Wallet Extension/ })).toBeVisible();
});

test("a wallet that signs only transactions registers its campaign, and the proof never lands", async ({
  page,
  service: { url },
}) => {
  const wallet = await addExtensionWallet(page, { signsMessages: false });
  await queryLedger({ page, service: { url } }, "requestAirdrop", [wallet.address, 20_000_000_000]);
  const schemes: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/campaigns")) {
      schemes.push(request.headers().authorization?.split(" ")[0]);
    }
  });
  await openPage(page, `${url}/create`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Wallet Extension/ })).toBeVisible();
  await page.getByLabel("Name (optional)", { exact: true }).fill("Signed by a device");
  await openStep(page, "Recipients");
  await page.getByLabel("Recipient", { exact: true }).fill(other.address);
  await page.getByLabel("Amount in SOL").fill("1.5");
  await reviewCampaign(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  await expect(page.getByText("Your campaign is live")).toBeVisible();
  expect(schemes).toEqual(["SolanaTransaction"]);
  const list = await (await page.request.get(`${url}/api/campaigns?creator=${wallet.address}`)).json();
  expect(list.campaigns).toMatchObject([{ totalSupply: "1500000000", verified: true }]);
});
