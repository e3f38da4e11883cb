import { ADA_NAME, CREATOR_NAME, expect, test, twoRecipients } from "../support/demo-session";
import { fillCell, gridCell } from "../support/grid";
import { openPage } from "../support/page";

/** Typed text survives a reload, Back, and a closed tab. */

const OFFER = "Continue draft";

test("an unfinished creation is offered again, file and corrections included", async ({ session, page }) => {
  await session.goto("/create");
  await page.getByLabel("Name (optional)", { exact: true }).fill("Kept by the browser");
  await session.openStep("Schedule");
  await page.locator("#end").fill("2041-01-02T03:04");
  await session.chooseFile(twoRecipients().replace(",2", ",two"));
  await fillCell(page, 3, "Amount", "2.5");
  await expect(page.getByText("6.5 SOL in total")).toBeVisible();
  await openPage(page);

  await expect(page.getByText("Unfinished draft: Kept by the browser, 2 rows")).toBeVisible();
  // The URL keeps the step, and the draft is not continued automatically.
  await expect(page.getByRole("heading", { name: "Recipients", exact: true })).toBeVisible();
  await session.openStep("Token");
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: OFFER }).click();
  // The draft continues at the step at which the user left it.
  await expect(page.getByText("6.5 SOL in total")).toBeVisible();
  await session.openStep("Schedule");
  await expect(page.locator("#end")).toHaveValue("2041-01-02T03:04");
  await session.openStep("Token");
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("Kept by the browser");
  await expect(page.getByText("Unfinished draft")).toHaveCount(0);

  // The user leaves by a link, returns, and then discards the draft.
  await page.getByLabel("Name (optional)", { exact: true }).fill("Kept twice");
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page).toHaveURL(/campaigns/);
  await page.goBack();
  await expect(page.getByText("Unfinished draft: Kept twice, 2 rows")).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("Unfinished draft")).toHaveCount(0);
  await openPage(page);
  await expect(page.getByLabel("Name (optional)", { exact: true })).toBeEnabled();
  await expect(page.getByText("Unfinished draft")).toHaveCount(0);
});

test("drafts are never mixed: the form keeps its own, and another wallet is named", async ({
  session,
  page,
}) => {
  await session.goto("/create");
  await session.playAs(CREATOR_NAME);
  await page.getByLabel("Name (optional)", { exact: true }).fill("First");
  await openPage(page);
  await expect(page.getByRole("button", { name: /^Wallet Demo/ })).toBeVisible();
  await page.getByLabel("Name (optional)", { exact: true }).fill("Second");
  await page.getByText("Description and logo").click();
  await page.getByLabel("Description (optional)").fill("of the second only");
  await expect(page.getByText("Unfinished draft: First")).toBeVisible();
  await page.getByRole("button", { name: OFFER }).click();
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("First");
  await expect(page.getByLabel("Description (optional)")).toHaveValue("");
  await expect(page.getByText("Unfinished draft: Second")).toBeVisible();
  await session.playAs(ADA_NAME);
  await expect(page.getByText("You are now connected with a different wallet")).toBeVisible();
});

test("a changed list of allocations is offered again, for its own campaign and root alone", async ({
  session,
  page,
}) => {
  const [tree, another] = [
    await session.create({ name: "Draft of a rotation", csv: twoRecipients(), cliffDays: -20 }),
    await session.create({ name: "Another campaign", csv: twoRecipients(), cliffDays: -20 }),
  ];
  await session.goto("/create");
  await expect(page.getByLabel("Name (optional)", { exact: true })).toBeEnabled();
  await expect(page.getByText("Unfinished draft")).toHaveCount(0);

  await session.goto(`/campaigns/${tree}/rotate`);
  await fillCell(page, 1, "Amount", "3");
  await openPage(page);
  await expect(page.getByText("Unfinished draft: Changed allocations, 2 rows")).toBeVisible();
  await expect(await gridCell(page, 1, "Amount")).toHaveText("4");
  await session.goto(`/campaigns/${another}/rotate`);
  await expect(await gridCell(page, 1, "Amount")).toHaveText("4");
  await expect(page.getByText("Unfinished draft")).toHaveCount(0);

  await session.goto(`/campaigns/${tree}/rotate`);
  await page.getByRole("button", { name: OFFER }).click();
  await expect(await gridCell(page, 1, "Amount")).toHaveText("3");
});
