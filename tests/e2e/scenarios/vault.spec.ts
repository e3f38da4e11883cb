import type { Page } from "@playwright/test";
import { Connection, Keypair } from "@solana/web3.js";
import { sendPlan } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import { fetchMultisig } from "@/lib/client/network/squads";
import { planApproval } from "@/lib/core/squads/plans";
import { START_TIMEOUT_MS, spawnDashboard } from "../support/dashboard";
import { test as base, expect, type Service, twoRecipients } from "../support/demo-session";
import { addExtensionWallet } from "../support/extension-wallet";
import { fillCell, reviewChanges } from "../support/grid";
import { seriousViolations } from "../support/page";
import { MEMBERS, sampleAccount } from "../support/sample-keys";
import type { VaultDashboard } from "../support/vault-dashboard";

/** The first member proposes and executes in the dashboard, and the second one approves elsewhere. */
const [proposer = sampleAccount(""), approver = sampleAccount("")] = MEMBERS;

const test = base.extend<object, { service: VaultDashboard & Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { report, close } = await spawnDashboard<VaultDashboard>("vault");
      await use({ ...report, prices: new Map(), mails: [], clock: { secondsAhead: 0 } });
      await close();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
});

async function actAsVault(page: Page, { multisig, vault }: VaultDashboard): Promise<void> {
  await page.getByRole("button", { name: /^Wallet Extension/ }).click();
  await page.getByRole("menuitem", { name: "Act as a Squads vault" }).click();
  const dialog = page.getByRole("dialog", { name: "Act as a Squads vault" });
  await dialog.getByLabel("Multisig address").fill(multisig);
  await dialog.getByRole("button", { name: "Check multisig" }).click();
  await expect(dialog.getByText("You are one of 3 members. 2 must approve.")).toBeVisible();
  await expect(dialog.getByText(vault)).toBeVisible();
  await dialog.getByRole("button", { name: "Act as this vault" }).click();
  await expect(page.getByRole("button", { name: /^Wallet Squads vault/ })).toBeVisible();
}

/** Approves the newest transaction of the multisig with the key of another member, as the Squads app would. */
async function approveAsOtherMember({ ledgerUrl, multisig }: VaultDashboard): Promise<void> {
  const ledger = new Connection(ledgerUrl, "confirmed");
  const transactionIndex = (await fetchMultisig(ledger, multisig))?.transactionIndex ?? 0n;
  const plan = planApproval({ multisig, member: approver.address, transactionIndex });
  await sendPlan(plan, { connection: ledger, signers: [keypairSigner(approver.secretKey)] });
}

/** Proposes the transaction of the open dialog, has it approved, and executes it. */
async function proposeAndExecute(page: Page, service: VaultDashboard, number: number): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Propose to the multisig" });
  await dialog.getByRole("button", { name: "Propose transaction" }).click();
  await expect(dialog.getByText(`Proposal ${number}`, { exact: true })).toBeVisible();
  await expect(dialog.getByText("Approvals: 1 of 2")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Execute transaction" })).toHaveCount(0);
  expect(await seriousViolations(page)).toEqual([]);
  await approveAsOtherMember(service);
  await dialog.getByRole("button", { name: "Execute transaction" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a vault creates a campaign, updates its recipients and cancels it", { tag: "@smoke" }, async ({
  session,
  page,
  service,
}) => {
  const { api } = session;
  await addExtensionWallet(page, { keypair: Keypair.fromSecretKey(proposer.secretKey) });
  await session.goto("/create");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await actAsVault(page, service);
  await session.fill({ name: "Campaign of a treasury", csv: twoRecipients(), cliffDays: -20 });
  await session.review();
  await page.getByRole("checkbox", { name: /^I confirm that recipients can claim/ }).check();
  await page.getByRole("button", { name: "Propose to the multisig" }).click();
  await proposeAndExecute(page, service, 1);
  await expect(page.getByText("Your campaign is live")).toBeVisible();
  await page.getByRole("link", { name: "View campaign" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\w+$/);
  const tree = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const created = await api.campaign(tree);
  // The account of the tree on the ledger proves the list, without a signature.
  expect(created).toMatchObject({ creator: service.vault, verified: true, rootRegistered: true });

  await page.getByRole("link", { name: "Update recipients" }).click();
  await fillCell(page, 1, "Amount", "3");
  await fillCell(page, 2, "Amount", "3");
  await reviewChanges(page);
  await page.locator("main").getByRole("button", { name: "Propose to the multisig" }).click();
  await proposeAndExecute(page, service, 2);
  await expect(page.getByText("Allocations changed")).toBeVisible();
  const rotated = await api.campaign(tree);
  expect(rotated).toMatchObject({ verified: true, rootRegistered: true, leafCount: 2 });
  expect(rotated.rootVersions.map(({ merkleRoot }) => merkleRoot)).toEqual([
    rotated.merkleRoot,
    created.merkleRoot,
  ]);

  await session.goto(`/campaigns/${tree}`);
  await page.locator("main").getByRole("button", { name: "Cancel campaign" }).click();
  const action = page.getByRole("dialog");
  await action.getByRole("button", { name: "Propose to the multisig" }).click();
  await proposeAndExecute(page, service, 3);
  await expect(page.getByText(/Grace period/).first()).toBeVisible();
  expect(await api.campaign(tree)).toMatchObject({ status: "cancelled_grace" });
});
