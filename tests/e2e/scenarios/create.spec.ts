import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import { CREATOR_NAME, confirmPastDates, creator, DAY, expect, test } from "../support/demo-session";
import { fillCell, gridCell, pasteInto } from "../support/grid";
import { sampleAccount } from "../support/sample-keys";

const MILLI_SOL = 1_000_000n;
const BAD_ROW = 57;
const NAME = "Two hundred";

/** Amounts grow by a thousandth of a SOL per row, to 20.1 SOL in total. */
const rows = Array.from({ length: 200 }, (_, index) => ({
  beneficiary: sampleAccount(`csv ${index}`).address,
  amount: BigInt(index + 1) * MILLI_SOL,
}));
const SUPPLY = rows.reduce((total, { amount }) => total + amount, 0n);
const bad = rows[BAD_ROW] ?? { beneficiary: "", amount: 0n };

/** One of the addresses is invalid. */
const csv = [
  "beneficiary,amount",
  ...rows.map(
    ({ beneficiary, amount }, index) =>
      `${beneficiary}${index === BAD_ROW ? "x" : ""},0.${(amount / MILLI_SOL).toString().padStart(3, "0")}`,
  ),
].join("\n");

test("a file of 200 with one invalid row is corrected in place and becomes a campaign", {
  tag: "@smoke",
}, async ({ session }) => {
  const { api, page } = session;
  await session.prepare({ name: NAME, csv, cliffDays: -1 });
  await expect(page.getByText("1 row needs correction")).toBeVisible();
  await page.getByRole("button", { name: "Next error" }).click();
  await expect(await gridCell(page, BAD_ROW + 2, "Recipient")).toHaveAttribute("aria-invalid", "true");
  await fillCell(page, BAD_ROW + 2, "Recipient", bad.beneficiary);
  await expect(page.getByText("All 200 rows are valid.")).toBeVisible();
  await session.review();
  await expect(page.getByText("200 allocations", { exact: true })).toBeVisible();
  await expect(page.getByText("20.1 SOL", { exact: true }).first()).toBeVisible();
  await confirmPastDates(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  const tree = await session.open(NAME);

  const campaign = await api.campaign(tree);
  expect(campaign).toMatchObject({ verified: true, leafCount: 200, totalSupply: SUPPLY.toString() });
  expect(campaign).toMatchObject({ creator: creator.address, status: "claimable", metadata: { name: NAME } });
  expect(await session.held(tree)).toBe(SUPPLY);
  const { leaves, merkleRoot: root } = await api.leaves(tree, { limit: 1000, proofs: true });
  expect(root).toBe(campaign.merkleRoot);
  expect(leaves.map(({ beneficiary, amount }) => ({ beneficiary, amount: BigInt(amount) }))).toEqual(rows);
  for (const { proof = [], claimed: _, ...leaf } of leaves) {
    const given = { leaf: toLeaf(leaf), proof: Uint8Array.from(proof.flat()), root, leafCount: 200 };
    expect(await verifyProof(given), `the proof of leaf ${leaf.leafIndex}`).toBe(true);
  }
  const corrected = await api.proof(tree, { beneficiary: bad.beneficiary });
  expect(corrected.leaf).toMatchObject({ leafIndex: BAD_ROW, amount: bad.amount.toString() });

  await page.getByRole("link", { name: "View all 200 recipients" }).click();
  await page.getByLabel("Find a recipient").fill(bad.beneficiary);
  await page.getByRole("button", { name: "Find recipient", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: bad.beneficiary.slice(0, 4) })).toHaveCount(1);
});

test("the curve follows the template, and the form begins at the network's time", async ({ session }) => {
  const { page, service } = session;
  await session.advance(40 * DAY);
  await session.goto("/create");
  await session.playAs(CREATOR_NAME);
  await session.openStep("Schedule");
  const start = await page.locator("#start").inputValue();
  const expected = Date.now() + service.clock.secondsAhead * 1000;
  const zone = await page.evaluate(() => new Date().getTimezoneOffset() * 60_000);
  expect(Math.abs(Date.parse(`${start}Z`) + zone - expected)).toBeLessThan(2 * 3_600_000);
  await page.getByLabel("Release", { exact: true }).selectOption("0");
  await expect(page.getByLabel("Unlock date")).toBeVisible();
  await expect(page.getByText(/Vesting curve:/)).toBeAttached();
});

/** A list of fifty as a spreadsheet has it, with its own titles. */
const FIFTY = [
  "Wallet\tToken amount",
  ...Array.from({ length: 50 }, (_, index) => `${sampleAccount(`fifty ${index}`).address}\t0.0${index + 10}`),
].join("\n");

test("a campaign of fifty takes at most twelve interactions after the file was chosen", async ({
  session,
}) => {
  const { page } = session;
  await session.goto("/create");
  await session.playAs(CREATOR_NAME);
  await page.getByLabel("Name (optional)", { exact: true }).fill("Fifty");
  await session.chooseFile(FIFTY);
  await expect(page.getByText("All 50 rows are valid.")).toBeVisible();
  let interactions = 0;
  const press = async (name: string) => {
    interactions++;
    await page.getByRole("button", { name, exact: true }).click();
  };
  await press("Continue to schedule");
  await expect(page.getByRole("heading", { name: "Vesting schedule", exact: true })).toBeVisible();
  await press("Continue to permissions");
  await expect(page.getByRole("heading", { name: "Permissions", exact: true })).toBeVisible();
  await press("Review campaign");
  await press("Sign and create campaign");
  const tree = await session.open("Fifty");
  expect(interactions).toBeLessThanOrEqual(12);
  expect(await session.api.campaign(tree)).toMatchObject({ leafCount: 50, verified: true });
});

test("a list is pasted from a spreadsheet, corrected from the keyboard, and the paste is undone", async ({
  session,
}) => {
  const { page } = session;
  await session.goto("/create");
  await session.openStep("Recipients");
  await page.getByRole("button", { name: "Many recipients" }).click();
  await page.getByRole("button", { name: "Enter or paste recipients" }).click();
  await (await gridCell(page, 2, "Recipient")).click();
  await pasteInto(page, FIFTY);
  await expect(page.getByText("All 50 rows are valid.")).toBeVisible();
  await expect(page.getByRole("grid", { name: "Recipients" })).toHaveAttribute("aria-rowcount", "51");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 row needs correction")).toBeVisible();
  await expect(await gridCell(page, 2, "Amount")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Control+z");
  await expect(page.getByText("All 50 rows are valid.")).toBeVisible();
  await page.keyboard.press("Control+Home");
  await pasteInto(page, `${bad.beneficiary}\t7\n${bad.beneficiary}\t8`);
  await expect(await gridCell(page, 3, "Amount")).toHaveText("8");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(await gridCell(page, 3, "Amount")).toHaveText("0.011");
});
