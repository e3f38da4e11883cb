import { readFile } from "node:fs/promises";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/answered-leaf";
import { proofView } from "@/lib/core/views/leaf";
import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";
import { ADA } from "../support/sample-keys";

test("a recipient follows a proof to the root that the ledger holds, and takes it home", async ({
  page,
  dashboard,
}) => {
  const { claimable } = dashboard.trees;
  await openPage(page, `${dashboard.url}/campaigns/${claimable}?recipient=${ADA.address}`);
  await page.getByRole("link", { name: /^Check/ }).click();
  await expect(page.getByText("The proof holds")).toBeVisible();
  await expect(page.getByText("The ledger holds this very root now.")).toBeVisible();
  const campaign = await (await page.request.get(`${dashboard.url}/api/campaigns/${claimable}`)).json();
  await expect(page.getByText(/^Step \d/)).toHaveCount(Math.ceil(Math.log2(campaign.leafCount)));
  await expect(page.getByText(/^Step 1: .*the sibling on the (left|right)/)).toBeVisible();
  await expect(page.locator("main li").last()).toContainText(campaign.merkleRoot);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Leaf, proof and root as JSON" }).click();
  const download = await downloading;
  const file = proofView.parse(JSON.parse(await readFile(await download.path(), "utf8")));
  expect(file).toMatchObject({ treeAddress: claimable, leaf: { beneficiary: ADA.address } });
  const { merkleRoot: root, leafCount } = campaign;
  const of = { leaf: toLeaf(file.leaf), proof: toProofBytes(file.proof), root, leafCount };
  expect(await verifyProof(of)).toBe(true);
});

test("a recipient's address leads to their proof, and another root on the ledger is said", async ({
  page,
  dashboard,
}) => {
  const { claimable, active } = dashboard.trees;
  // The ledger answers with another campaign's account, as after a rotation that is not indexed yet.
  await page.route("**/rpc", async (route) => {
    const asked = route.request().postData() ?? "";
    await route.continue({ postData: asked.replace(claimable, active) });
  });
  await openPage(page, `${dashboard.url}/campaigns/${claimable}/proof/${ADA.address}`);
  await expect(page).toHaveURL(/\/proof\/\d+$/);
  await expect(page.getByText("The proof holds")).toBeVisible();
  await expect(page.getByText("The ledger does not hold this root now")).toBeVisible();
});
