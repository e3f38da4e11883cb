import { createReadStream } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { buildTree } from "@/lib/core/merkle/tree";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import {
  ADA_NAME,
  ada,
  CREATOR_NAME,
  type DemoSession,
  expect,
  other,
  test,
  twoRecipients,
} from "../support/demo-session";
import { fillCell, gridCell, reviewChanges } from "../support/grid";
import { openPage } from "../support/page";
import { sampleAccount } from "../support/sample-keys";

const third = sampleAccount("third");

const rowFilter = (page: Page) => page.getByRole("combobox", { name: "Rows to show" });

/** Checks the table of changes, in which Ada gives a SOL to the other recipient. */
async function expectChanges(page: Page): Promise<void> {
  const table = page.getByRole("table", { name: "Changes per recipient" });
  await expect(table.getByRole("row")).toHaveCount(3);
  const cells = ({ address }: { address: string }) =>
    table.getByRole("row").filter({ hasText: address }).getByRole("cell");
  await expect(cells(ada)).toHaveText([ada.address, "Decreased", "4 SOL", "3 SOL", "−1 SOL"], {
    useInnerText: true,
  });
  await expect(cells(other)).toHaveText([other.address, "Increased", "2 SOL", "3 SOL", "+1 SOL"], {
    useInnerText: true,
  });
}

/** Gives both recipients 3 SOL, without signing. */
async function edit({ page }: DemoSession): Promise<void> {
  await page.getByRole("link", { name: "Update recipients" }).click();
  await fillCell(page, 1, "Amount", "3");
  await fillCell(page, 2, "Amount", "3");
  await reviewChanges(page);
  await expectChanges(page);
}

/** Gives both recipients 3 SOL, up to the signature. */
async function change(session: DemoSession): Promise<void> {
  await edit(session);
  await session.page.getByRole("button", { name: "Sign and update recipients" }).click();
}

const DONE = "Allocations changed";

/** Checks a completed rotation: one new version, whose proofs replace the old ones. */
async function expectRotated(session: DemoSession, tree: string, before: { merkleRoot: string }) {
  const after = await session.api.campaign(tree);
  expect(after.merkleRoot).not.toBe(before.merkleRoot);
  expect(after).toMatchObject({ verified: true, rootRegistered: true, status: "claimable", leafCount: 2 });
  expect(after.rootVersions.map(({ version, merkleRoot }) => [version, merkleRoot])).toEqual([
    [2, after.merkleRoot],
    [1, before.merkleRoot],
  ]);
  expect(await session.events(tree, "root_updated")).toEqual([
    { oldRoot: before.merkleRoot, newRoot: after.merkleRoot, newLeafCount: 2 },
  ]);
  const proof = await session.api.proof(tree, { beneficiary: ada.address });
  expect(proof).toMatchObject({ merkleRoot: after.merkleRoot, rootVersion: 2 });
  expect(proof.leaf.amount).toBe("3000000000");
  return proof;
}

test("a rotation shows its changes for each recipient, and replaces the proofs", { tag: "@smoke" }, async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Rotation scenario", csv: twoRecipients(), cliffDays: -20 });
  const before = await session.api.campaign(tree);
  await session.ledger.fillUp(ada);
  const oldProof = await session.api.proof(tree, { beneficiary: ada.address });
  expect(await session.claimRefusal(oldProof)).toBeNull();

  await edit(session);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download new list as CSV" }).click();
  const { leaves } = await readLeavesCsv(createReadStream(await (await downloading).path()), {});
  await page.getByRole("button", { name: "Sign and update recipients" }).click();
  await expect(page.getByText(DONE)).toBeVisible();
  await page.getByRole("link", { name: "View versions" }).click();
  await page.getByRole("link", { name: /Changes per recipient/ }).click();
  await expect(page.getByRole("heading", { name: "Changes in version 2" })).toBeVisible();
  await expectChanges(page);

  const newProof = await expectRotated(session, tree, before);
  expect((await buildTree(leaves)).root).toBe(newProof.merkleRoot);
  expect(newProof.proof).not.toEqual(oldProof.proof);
  expect(await session.claimRefusal(oldProof)).toBe("InvalidProof");
  expect(await session.claimRefusal(newProof)).toBeNull();
  await session.goto(`/campaigns/${tree}`);
  await session.playAs(ADA_NAME);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  const { claims } = await session.api.claims(tree);
  expect(claims).toMatchObject([{ beneficiary: ada.address, leafIndex: 0 }]);
  expect(await session.api.campaign(tree)).toMatchObject({ totalClaimed: claims[0]?.amount });
});

/** Creates three vested recipients of 4 SOL; Ada, the second, has claimed, and the first is removed. */
async function removeFirst(session: DemoSession, name: string): Promise<string> {
  const { page } = session;
  const rows = [other, ada, third].map(({ address }) => `${address},4,cliff`);
  const tree = await session.create({
    name,
    csv: ["beneficiary,amount,releaseType", ...rows].join("\n"),
    cliffDays: -20,
  });
  await session.ledger.fillUp(ada);
  await session.playAs(ADA_NAME);
  await session.goto(`/campaigns/${tree}`);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  await session.playAs(CREATOR_NAME);
  await session.goto(`/campaigns/${tree}/rotate`);
  await expect(page.getByText("claimed 4", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove row 1" }).click();
  return tree;
}

test("removing the first of three does not pay the second again after a claim", async ({ session, page }) => {
  const tree = await removeFirst(session, "Removal scenario");
  await reviewChanges(page);
  const table = page.getByRole("table", { name: "Changes per recipient" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText(other.address);
  await expect(page.getByText("Total after").locator("xpath=..")).toContainText("8 SOL");
  await page.getByRole("button", { name: "Sign and update recipients" }).click();
  await expect(page.getByText(DONE)).toBeVisible();

  const proof = await session.api.proof(tree, { beneficiary: ada.address });
  expect(proof.leaf).toMatchObject({ leafIndex: 1, amount: "4000000000" });
  expect(await session.claimRefusal(proof)).not.toBeNull();
  const stored = await session.api.proof(tree, { beneficiary: third.address });
  expect(stored.leaf.leafIndex).toBe(2);
  expect(await session.api.campaign(tree)).toMatchObject({
    leafCount: 3,
    totalClaimed: "4000000000",
    paidTwice: null,
  });
});

test("the editor reads a file, undoes steps, and refuses less than was claimed and more than the supply", async ({
  session,
  page,
}) => {
  await removeFirst(session, "Editor scenario");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("No changes yet.")).toBeVisible();
  await fillCell(page, 2, "Amount", "3.5");
  await expect(page.getByText("4 SOL was already claimed from this allocation")).toBeVisible();
  await expect(page.getByText("Correct the list first.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Review \d/ })).toHaveCount(0);
  await fillCell(page, 2, "Amount", "9");
  await expect(page.getByText("cannot raise the supply of 12 SOL")).toBeVisible();
  const amount = await gridCell(page, 2, "Amount");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(amount).toContainText("3.5");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(amount).toHaveText("4claimed 4");

  await page.getByRole("button", { name: "Import file" }).click();
  const csv = ["wallet,amount", `${third.address},5`, `${ada.address},4`].join("\n");
  const file = { name: "r.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.locator("#recipients-file").setInputFiles(file);
  await expect(rowFilter(page)).toContainText("Removed 1");
  await page.getByLabel("Sort rows by").selectOption("claimed");
  const first = page.getByRole("grid", { name: "Recipients" }).getByRole("row").nth(1);
  await expect(first).toContainText("claimed 4");
  await reviewChanges(page);
  const table = page.getByRole("table", { name: "Changes per recipient" });
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Sign and update recipients" })).toBeEnabled();
  // The list keeps its history while the review is open.
  await page.getByRole("button", { name: "Back to list" }).click();
  await expect(first).toContainText("claimed 4");
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
});

test("a claim that lands after the allocations were read stops the rotation before it is sent", async ({
  session,
  page,
  context,
}) => {
  const tree = await session.create({ name: "Race scenario", csv: twoRecipients(), cliffDays: -20 });
  const before = await session.api.campaign(tree);
  await session.ledger.fillUp(ada);
  await page.getByRole("link", { name: "Update recipients" }).click();
  await fillCell(page, 1, "Amount", "3");
  await reviewChanges(page);
  await expect(page.getByRole("button", { name: "Sign and update recipients" })).toBeEnabled();
  const next = session.in(await context.newPage());
  await next.goto(`/campaigns/${tree}`);
  await next.playAs(ADA_NAME);
  await next.act(/^Claim \d/, "The tokens are in your wallet.");
  await next.page.close();
  await page.getByRole("button", { name: "Sign and update recipients" }).click();
  await expect(page.getByText("A recipient claimed after the allocations were loaded.")).toBeVisible();
  expect((await session.api.campaign(tree)).merkleRoot).toBe(before.merkleRoot);
  await page.getByRole("button", { name: "Reload allocations" }).click();
  await page.getByRole("button", { name: "Back to list" }).click();
  await expect(page.getByText(/^claimed /)).toBeVisible();
  await expect(await gridCell(page, 1, "Amount")).toHaveText(/^3claimed /);
});

const CUTS: readonly { name: string; before?: (route: Route) => Promise<unknown>; versions: number }[] = [
  { name: "when the ledger had the new root and the service did not", versions: 1 },
  {
    name: "when the service had it too and nobody had said so",
    before: (route) => route.fetch(),
    versions: 2,
  },
];

for (const cut of CUTS) {
  test(`a rotation continues in another tab: closed ${cut.name}`, async ({ session, page, context }) => {
    const tree = await session.create({
      name: `Rotation closed ${cut.name}`,
      csv: twoRecipients(),
      cliffDays: -20,
    });
    const before = await session.api.campaign(tree);
    const cutOff = new Promise<void>((resolve, reject) => {
      page.route("**/root-versions", async (route) => {
        await cut.before?.(route).catch(reject);
        await route.abort().then(resolve, reject);
      });
    });
    await change(session);
    await cutOff;
    await page.close();
    const between = await session.api.campaign(tree);
    expect(between.merkleRoot).not.toBe(before.merkleRoot);
    expect(between.rootVersions).toHaveLength(cut.versions);

    const next = session.in(await context.newPage());
    await next.goto(`/campaigns/${tree}/rotate`);
    await expect(next.page.getByText("An earlier change is not finished")).toBeVisible();
    await next.page.getByRole("button", { name: "Resume change" }).click();
    await expect(next.page.getByText(DONE)).toBeVisible();
    await expectRotated(next, tree, before);
    await openPage(next.page);
    await expect(next.page.getByText("No changes yet.")).toBeVisible();
    await expect(next.page.getByText("An earlier change is not finished")).toHaveCount(0);
  });
}

test("the grid shows the change of each row, filters the changes, and restores a removed row", async ({
  session,
  page,
}) => {
  await removeFirst(session, "Changes scenario");
  await fillCell(page, 3, "Amount", "3.5");
  const grid = page.getByRole("grid", { name: "Recipients" });
  const toRow = ({ address }: { address: string }) => grid.getByRole("row").filter({ hasText: address });
  await expect(await gridCell(page, 3, "Change")).toHaveText(/^4.*3\.5 \(−0\.5\)$/);
  await expect(toRow(other)).toContainText("Removed");
  await expect(toRow(other)).toContainText(other.address);
  await rowFilter(page).selectOption("Changed 1");
  await expect(grid.getByRole("row")).toHaveCount(2);
  await expect(toRow(third)).toBeVisible();
  await rowFilter(page).selectOption("Removed 1");
  await expect(grid.getByRole("row")).toHaveCount(2);
  await toRow(other).getByRole("button", { name: "Restore" }).click();
  await rowFilter(page).selectOption("All rows");
  await expect(rowFilter(page)).not.toContainText("Removed");
  await expect(toRow(other)).toContainText("Unchanged");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowFilter(page)).toContainText("Removed 1");
});
