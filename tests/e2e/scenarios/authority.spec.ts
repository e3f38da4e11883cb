import { DEMO_BENEFICIARIES, demoAccount } from "@/lib/client/demo-accounts";
import {
  ADA_NAME,
  CREATOR_NAME,
  confirmPastDates,
  expect,
  test,
  twoRecipients,
} from "../support/demo-session";
import { fillCell, reviewChanges } from "../support/grid";

/** Another account than the creator holds the rights, as a treasury's multisig would. */

const [, KEEPER_NAME = ""] = DEMO_BENEFICIARIES;
const keeper = await demoAccount(KEEPER_NAME);

test("another key than the creator pauses, changes allocations and cancels", async ({ session }) => {
  const { api, page } = session;
  // The keeper's account receives SOL when it connects.
  await session.goto("/create");
  await session.playAs(KEEPER_NAME);
  await session.prepare({ name: "Kept by another", csv: twoRecipients(), cliffDays: -20 });
  await session.openStep("Permissions");
  await page.getByLabel("Cancel authority").selectOption("other");
  await page.getByLabel("Address that can cancel").fill(keeper.address);
  await expect(page.getByText("A single key signs for this address.")).toBeVisible();
  await page.getByLabel("Pause authority").selectOption("other");
  await page.getByLabel("Address that can pause").fill(keeper.address);
  await session.review();
  await expect(page.getByText(`${keeper.address} has a key`)).toBeVisible();
  await expect(page.getByText("can change recipients and amounts").first()).toContainText(keeper.address);
  await confirmPastDates(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  const tree = await session.open("Kept by another");
  const authorities = { cancelAuthority: keeper.address, pauseAuthority: keeper.address };
  expect(await api.campaign(tree)).toMatchObject({ verified: true, ...authorities });
  // The creator sees the holder of the right instead of a button.
  await expect(page.locator("main").getByRole("button", { name: "Cancel campaign" })).toHaveCount(0);

  await session.playAs(KEEPER_NAME);
  await session.act("Pause claims", "Campaign paused.");
  await session.act("Resume claims", "Campaign resumed.");
  await page.getByRole("link", { name: "Update recipients" }).click();
  await fillCell(page, 1, "Amount", "3");
  await fillCell(page, 2, "Amount", "3");
  await reviewChanges(page);
  await page.getByRole("button", { name: "Sign and update recipients" }).click();
  await expect(page.getByText("Allocations changed")).toBeVisible();
  expect((await api.campaign(tree)).rootVersions).toHaveLength(2);
  await session.goto(`/campaigns/${tree}`);
  await session.act("Cancel campaign", "grace period has begun");
  expect(await api.campaign(tree)).toMatchObject({ status: "cancelled_grace", ...authorities });
  expect((await session.events(tree, "paused")).map(({ paused }) => paused)).toEqual([false, true]);

  await session.playAs(ADA_NAME);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  await session.playAs(CREATOR_NAME);
  await expect(page.getByText(/Grace period/).first()).toBeVisible();
});
