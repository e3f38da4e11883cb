import { readFile } from "node:fs/promises";
import { proofView } from "@/lib/contract/leaf";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";
import { ADA } from "../support/sample-keys";

test("a recipient follows a proof to the root on the network, and downloads it", async ({
  page,
  dashboard,
}) => {
  const { claimable } = dashboard.trees;
  await openPage(page, `${dashboard.url}/campaigns/${claimable}?recipient=${ADA.address}`);
  await page.getByRole("link", { name: /^Check/ }).click();
  await expect(
    page.getByRole("heading", { name: "This allocation is in the campaign’s recipient list" }),
  ).toBeVisible();
  await expect(page.getByText("This root matches the current root on the network.")).toBeVisible();
  await expect(page.getByText(/^Step \d/).first()).toBeHidden();
  await page.getByText("Path to the root").click();
  const campaign = await (await page.request.get(`${dashboard.url}/api/campaigns/${claimable}`)).json();
  await expect(page.getByText(/^Step \d/)).toHaveCount(Math.ceil(Math.log2(campaign.leafCount)));
  await expect(page.getByText(/^Step 1: .*the sibling on the (left|right)/)).toBeVisible();
  await expect(page.locator("main li").last()).toContainText(campaign.merkleRoot);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download proof" }).click();
  const download = await downloading;
  const file = proofView.parse(JSON.parse(await readFile(await download.path(), "utf8")));
  expect(file).toMatchObject({ treeAddress: claimable, leaf: { beneficiary: ADA.address } });
  const { merkleRoot: root, leafCount } = campaign;
  const of = { leaf: toLeaf(file.leaf), proof: toProofBytes(file.proof), root, leafCount };
  expect(await verifyProof(of)).toBe(true);
});

test("a recipient's address leads to their proof, and another root on the network is reported", async ({
  page,
  dashboard,
}) => {
  const { claimable } = dashboard.trees;
  const { merkleRoot } = await (await page.request.get(`${dashboard.url}/api/campaigns/${claimable}`)).json();
  const root = Buffer.from(merkleRoot, "hex");
  // The network returns another root in the account, as after a rotation that is not indexed yet.
  await page.route("**/rpc", async (route) => {
    const response = await route.fetch();
    const withOtherRoot = (data: string) => {
      const bytes = Buffer.from(data, "base64");
      const at = bytes.indexOf(root);
      if (at !== -1) bytes.fill(7, at, at + root.length);
      return bytes.toString("base64");
    };
    const body = (await response.text()).replace(/[A-Za-z0-9+/]{300,}=*/g, withOtherRoot);
    await route.fulfill({ response, body });
  });
  await openPage(page, `${dashboard.url}/campaigns/${claimable}/proof/${ADA.address}`);
  await expect(page).toHaveURL(/\/proof\/\d+$/);
  await expect(
    page.getByRole("heading", { name: "This allocation is in the campaign’s recipient list" }),
  ).toBeVisible();
  await expect(page.getByText("The network does not have this root now")).toBeVisible();
});
