import { Connection, Keypair, sendAndConfirmTransaction, Transaction } from "@solana/web3.js";
import { moveToken } from "@/tests/support/name-accounts";
import { START_TIMEOUT_MS, spawnDashboard } from "../support/dashboard";
import { test as base, type DemoSession, expect, type Service } from "../support/demo-session";
import { addExtensionWallet } from "../support/extension-wallet";
import { gridCell } from "../support/grid";
import type { NamesDashboard } from "../support/names-dashboard";
import { openPage, seriousViolations } from "../support/page";
import { NAME_WALLETS } from "../support/sample-keys";

const { creator, seller, buyer, bob } = NAME_WALLETS;

const test = base.extend<object, { service: NamesDashboard & Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { report, close } = await spawnDashboard<NamesDashboard>("names");
      await use({ ...report, prices: new Map(), mails: [], clock: { secondsAhead: 0 } });
      await close();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
});

const CONSENT = "Keep the addresses that the names had when I entered them";

/** The button of a wallet shows the shortened address, and its label has the whole one. */
const SHORTENED = ["label-content-name-mismatch"];

/** Sells `alice.sol`: its token moves to another wallet. */
async function sell(ledgerUrl: string, from: Keypair, to: string): Promise<void> {
  const ledger = new Connection(ledgerUrl, "confirmed");
  const instructions = await moveToken("alice.sol", { from: from.publicKey.toBase58(), to });
  await sendAndConfirmTransaction(ledger, new Transaction().add(...instructions), [from]);
}

/** Fills in a campaign whose file has names, and resolves them. */
async function prepareNames(session: DemoSession, name: string): Promise<void> {
  const { page } = session;
  await addExtensionWallet(page, { keypair: Keypair.fromSecretKey(creator.secretKey) });
  await session.goto("/create");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await session.fill({ name, cliffDays: 30, csv: "beneficiary,amount\nAlice.sol,1\nbob.sol,2\n" });
  await expect(page.getByText("2 names have no address yet")).toBeVisible();
  await page.getByRole("button", { name: "Resolve 2 names" }).click();
  await expect(page.getByText("All 2 rows are valid.")).toBeVisible();
}

test("a name that was sold after its entry stops the creation until the creator decides", {
  tag: "@smoke",
}, async ({ session, page, service }) => {
  await prepareNames(session, "Names");
  await expect(await gridCell(page, 2, "Recipient")).toContainText(`Alice.sol${seller.address}`);
  await expect(await gridCell(page, 3, "Recipient")).toContainText(`bob.sol${bob.address}`);
  expect(await seriousViolations(page, SHORTENED)).toEqual([]);

  await sell(service.ledgerUrl, Keypair.fromSecretKey(seller.secretKey), buyer.address);
  await session.review();
  const notice = page.getByRole("alert").filter({ hasText: "A name has changed" });
  await expect(notice).toContainText(
    new RegExp(`alice\\.sol pointed to ${seller.address}.*points to ${buyer.address}`, "s"),
  );
  const sign = page.getByRole("button", { name: "Sign and create campaign" });
  await expect(sign).toBeDisabled();
  expect(await seriousViolations(page, SHORTENED)).toEqual([]);
  await page.getByRole("checkbox", { name: CONSENT }).check();
  await expect(sign).toBeEnabled();
  await page.getByRole("checkbox", { name: CONSENT }).uncheck();

  await page.getByRole("button", { name: "Use the new address" }).click();
  await page.getByRole("button", { name: "Check campaign" }).click();
  await expect(page.getByText("2 names checked")).toBeAttached();
  await expect(notice).toHaveCount(0);
  await sign.click();
  const tree = await session.open("Names");
  const { leaves } = await session.api.leaves(tree);
  expect(leaves.map(({ beneficiary }) => beneficiary)).toEqual([buyer.address, bob.address]);
});

test("a draft keeps its names with their addresses, and a page shows a primary name beside the address", async ({
  session,
  page,
}) => {
  await prepareNames(session, "Kept names");
  await openPage(page);
  await page.getByRole("button", { name: "Continue draft" }).click();
  await session.openStep("Recipients");
  await expect(await gridCell(page, 3, "Recipient")).toContainText(`bob.sol${bob.address}`);

  await session.goto(`/activity?address=${bob.address}`);
  await expect(page.getByTitle("Primary name on the Solana Name Service")).toHaveText("bob.sol");
  await expect(page.getByTitle(bob.address).first()).toBeVisible();
});
