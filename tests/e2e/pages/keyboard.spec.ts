import { DEMO_CREATOR } from "@/lib/client/demo-accounts";
import { expect, test } from "../support/dashboard";
import { openPage, playAs } from "../support/page";
import { ADA, CREATOR } from "../support/sample-keys";

test("dialogs return the focus to the element that opened them", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.active}`);
  const dialog = page.getByRole("dialog");
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  const clock = page.getByRole("button", { name: "Advance time" });
  for (const opener of [connect, clock]) {
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await playAs(page, DEMO_CREATOR);
  const action = page.locator("main").getByRole("button", { name: "Pause claims" });
  await action.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(action).toBeFocused();
});

test("copies where there is no clipboard", async ({ page, dashboard }) => {
  // The state on plain http in a network, which is not a secure context.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }),
  );
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.active}`);
  const copy = page.getByRole("button", { name: `Copy creator ${CREATOR.address}` });
  await copy.click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeFocused();
  await page.getByRole("link", { name: /^View all \d+ recipients$/ }).click();
  await page.getByLabel("Find a recipient").focus();
  await page.keyboard.press("Control+V");
  await expect(page.getByLabel("Find a recipient")).toHaveValue(CREATOR.address);

  await playAs(page, DEMO_CREATOR);
  await openPage(page, `${dashboard.url}/portfolio?address=${ADA.address}`);
  await page.getByRole("button", { name: /^Wallet Demo/ }).click();
  await page.getByRole("menuitem", { name: "Copy address" }).click();
  await page.getByText("Look up another address").click();
  await page.getByLabel("Address").fill("");
  await page.getByLabel("Address").focus();
  await page.keyboard.press("Control+V");
  await expect(page.getByLabel("Address")).toHaveValue(CREATOR.address);
});

test("links a connected wallet to its own portfolio and activity", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/portfolio`);
  await expect(page.getByText("No address selected")).toBeVisible();
  await playAs(page, DEMO_CREATOR);
  await expect(page).toHaveURL(new RegExp(`/portfolio\\?address=${CREATOR.address}`));
  for (const position of ["Activity", "Portfolio"]) {
    await page.getByRole("link", { name: "Campaigns", exact: true }).first().click();
    await expect(page).toHaveURL(/\/campaigns/);
    await page.getByRole("link", { name: position, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/${position.toLowerCase()}\\?address=${CREATOR.address}`));
    await page.goBack();
    await expect(page).toHaveURL(/\/campaigns/);
  }
  // A mistyped address is corrected, not replaced.
  await openPage(page, `${dashboard.url}/portfolio?address=nonsense`);
  await expect(page.getByText("Enter a valid Solana address")).toBeVisible();
  await expect(page.getByRole("link", { name: "Use my wallet" })).toBeVisible();
  await expect(page).toHaveURL(/nonsense/);
});
