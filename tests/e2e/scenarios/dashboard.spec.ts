import { CREATOR_NAME, creator, DAY, expect, test, twoRecipients } from "../support/demo-session";

// A creator's tasks and sums include all campaigns that they ever created.
test.use({ apart: "dashboard" });

test("a creator completes an open task, corrects a name, and creates the campaign again", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Crew of May", cliffDays: 3, csv: twoRecipients() });
  await session.act("Pause claims", "Campaign paused.");

  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?address=${creator.address}`));
  const main = page.locator("main");
  await expect(main.getByText("Recipients cannot claim until you resume claims.")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Totals in SOL" })).toBeVisible();
  await session.act("Resume claims", "Campaign resumed.");
  await expect(main.getByText("You’re all caught up. New tasks appear here.")).toBeVisible();

  // The months equal those of the leaves, to the lamport.
  const [unlocks] = (await session.api.unlocksByMonth(creator.address)).tokens;
  const [sums] = (await session.api.dashboard(creator.address)).tokens;
  const amounts = (unlocks?.months ?? []).map(({ amount }) => amount);
  const all = [...amounts, unlocks?.later ?? "0", sums?.unlocked ?? "0"];
  expect(all.reduce((sum, amount) => sum + BigInt(amount), 0n)).toBe(6_000_000_000n);

  await main.getByRole("button", { name: "Actions for Crew of May" }).click();
  await page.getByRole("menuitem", { name: "Correct name and description" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Crew of June");
  await dialog.getByRole("button", { name: "Sign and save" }).click();
  await expect(main.getByRole("link", { name: "Crew of June", exact: true })).toBeVisible();
  expect((await session.api.campaign(tree)).metadata).toEqual({ name: "Crew of June" });
  await main.getByRole("link", { name: "Crew of June", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Crew of June", exact: true })).toBeVisible();
  await page.getByText(/^Name corrected on/).click();
  await expect(page.getByText("Changed from Crew of May to Crew of June")).toBeVisible();

  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await main.getByRole("button", { name: "Actions for Crew of June" }).click();
  await page.getByRole("menuitem", { name: "Clone campaign" }).click();
  await page.getByLabel("Dates", { exact: true }).selectOption("keep");
  await expect(page.getByText("Some schedules begin in the past")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy to form" })).toBeDisabled();
  await page.getByLabel("Dates", { exact: true }).selectOption("move");
  await expect(page.getByText("Some schedules begin in the past")).toHaveCount(0);
  await page.getByRole("button", { name: "Copy to form" }).click();
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("Crew of June");
  await session.openStep("Recipients");
  await expect(page.getByText("All 2 rows are valid.")).toBeVisible();
  await session.sign();
  const clone = await session.open("Crew of June");
  const [first, second] = await Promise.all([tree, clone].map((item) => session.api.leaves(item)));
  expect(clone).not.toBe(tree);
  const shift = Number(second?.leaves[0]?.startTime) - Number(first?.leaves[0]?.startTime);
  expect(shift).toBeGreaterThan(29 * DAY);
  expect(second?.leaves.map(({ beneficiary, amount, endTime }) => [beneficiary, amount, endTime])).toEqual(
    first?.leaves.map(({ beneficiary, amount, endTime }) => [
      ...[beneficiary, amount],
      String(Number(endTime) + shift),
    ]),
  );
  await session.playAs(CREATOR_NAME);
});
