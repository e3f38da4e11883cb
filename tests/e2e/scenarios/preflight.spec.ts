import { createReadStream } from "node:fs";
import type { Page } from "@playwright/test";
import { Keypair, PublicKey } from "@solana/web3.js";
import { formatAmount } from "@/components/format/amount";
import { demoAccount } from "@/lib/client/demo-accounts";
import { buildTree } from "@/lib/core/merkle/tree";
import { TOKEN_2022_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createMintInstructions, findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import {
  ada,
  confirmPastDates,
  creator,
  type DemoSession,
  expect,
  other,
  SOL,
  test,
  twoRecipients,
} from "../support/demo-session";
import { addExtensionWallet } from "../support/extension-wallet";
import { queryLedger, seriousViolations, sidewaysScroll } from "../support/page";

/** The checks before the first signature of a creation, and their messages. */

const RECIPIENTS = 120;
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Fails the test when the page sends anything to the ledger. */
function watchSending(page: Page) {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/rpc") && request.postDataJSON()?.method === "sendTransaction") {
      sent.push(request.url());
    }
  });
  return sent;
}

async function asExtension(
  session: DemoSession,
  lamports: bigint,
  options: Parameters<typeof addExtensionWallet>[1],
) {
  const { page } = session;
  const wallet = await addExtensionWallet(page, options);
  await queryLedger(session, "requestAirdrop", [wallet.address, Number(lamports)]);
  await session.goto("/create");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Wallet Extension/ })).toBeVisible();
  await session.openStep("Recipients");
  await page.getByLabel("Recipient", { exact: true }).fill(other.address);
  return wallet;
}

test("a balance below amount, rent and fees is reported to the lamport, and nothing is sent", async ({
  session,
  page,
}) => {
  const sent = watchSending(page);
  await asExtension(session, SOL, {});
  await page.getByLabel("Amount in SOL").fill("1");
  await session.review();
  const checks = page.getByRole("list", { name: "Checks before signing" });
  const missing = formatAmount((await session.getRent(323)) + 5_000n, 9);
  await expect(checks.getByText(`Add at least ${missing} SOL.`)).toBeVisible();
  await expect(checks.getByText("runs when all other checks have passed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toHaveCount(0);
  await session.openStep("Recipients");
  await page.getByLabel("Amount in SOL").fill("0.99");
  await session.review();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toBeEnabled();
  expect(sent).toEqual([]);
});

test("a wallet that signs only transactions gets a description of its next prompt", async ({
  session,
  page,
}) => {
  await asExtension(session, 10n * SOL, { signsMessages: false });
  await page.getByLabel("Amount in SOL").fill("1");
  await session.review();
  await expect(page.getByText(/Extension cannot sign messages.*moves nothing/)).toBeVisible();
});

test("a wallet that cannot sign without sending gets an explanation before anything is sent", async ({
  session,
  page,
}) => {
  const sent = watchSending(page);
  await asExtension(session, 10n * SOL, { signsMessages: false, signsTransactions: false });
  await page.getByLabel("Amount in SOL").fill("1");
  await session.review();
  await expect(
    page.getByText(/Extension cannot sign a transaction without sending it immediately/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toHaveCount(0);
  expect(sent).toEqual([]);
});

test("recipients without a wallet are named, and accepted only by consent", async ({ session, page }) => {
  const vault = findAssociatedTokenAddress({ owner: creator.address, mint: ada.address }).address;
  const csv = ["beneficiary,amount", `${ada.address},1`, `${creator.address},1`, `${vault},1`].join("\n");
  await session.prepare({ name: "Odd recipients", csv, cliffDays: -20 });
  await session.review();
  await expect(page.getByText("One recipient may never be able to claim")).toBeVisible();
  await expect(page.getByText(/no key can sign for this address/)).toBeVisible();
  const sign = page.getByRole("button", { name: "Sign and create campaign" });
  await expect(sign).toBeDisabled();
  await page.getByLabel("Keep this recipient anyway").check();
  await confirmPastDates(page);
  await expect(sign).toBeEnabled();
});

test("a Token-2022 mint is refused in its field", async ({ session, page }) => {
  const token = await demoAccount("Token of another program");
  await session.ledger.fillUp(creator);
  const instructions = createMintInstructions({
    payer: creator.address,
    mint: token.address,
    mintAuthority: creator.address,
    decimals: 6,
    lamports: Number(await session.getRent(82)),
  });
  const [create, initialize] = instructions;
  if (!create || !initialize) throw new Error("no instructions");
  // The last 32 bytes of create_account name the owner.
  create.data.set(new PublicKey(TOKEN_2022_PROGRAM_ID).toBytes(), create.data.length - 32);
  initialize.programId = new PublicKey(TOKEN_2022_PROGRAM_ID);
  await session.ledger.send(instructions, [creator, token]);
  await session.goto("/create");
  await page.getByLabel("Token", { exact: true }).selectOption("token");
  await page.getByLabel("Token mint").fill(token.address);
  await expect(page.getByText(/belongs to Token-2022/)).toBeVisible();
  await page.getByLabel("Token mint").fill(Keypair.generate().publicKey.toBase58());
  await expect(page.getByText(/no account at this address/)).toBeVisible();
});

test("the review names all signed data, prints alone, and states the remaining balance", async ({
  session,
  page,
}) => {
  const many = Array.from({ length: RECIPIENTS }, (_, index) => ({
    address: Keypair.generate().publicKey.toBase58(),
    amount: `0.${String(index + 1).padStart(9, "0")}`,
  }));
  const csv = ["beneficiary,amount", ...many.map(({ address, amount }) => `${address},${amount}`)].join("\n");
  await session.prepare({ name: "Document", csv, cliffDays: 5 });
  await session.review();
  const review = page.getByRole("article");
  await expect(
    review.getByText(/You lock 0\.00000726 SOL for 120 allocations in a new campaign “Document” on local/),
  ).toBeVisible();
  await expect(page.locator(":focus").getByRole("article")).toBeVisible();
  await expect(review.getByText(creator.address)).toBeVisible();
  await expect(review.getByText("7,260 base units")).toBeVisible();
  await expect(review.getByText("0.000005 SOL", { exact: true })).toBeVisible();
  await expect(review.getByText(/you can refund everything to yourself at once/)).toBeVisible();

  await review.getByText("Recipients: 120 allocations").click();
  await page.getByLabel("Search recipients").fill(many[77]?.address ?? "");
  const rows = review.getByRole("table", { name: "Recipients of this campaign" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("0.000000078 SOL");
  await page.getByLabel("Search recipients").fill("");

  const downloading = page.waitForEvent("download");
  await review.getByRole("button", { name: "Export recipients as CSV" }).click();
  const { leaves } = await readLeavesCsv(createReadStream(await (await downloading).path()), {});
  const { root } = await buildTree(leaves);
  await expect(review.getByText(root)).toBeVisible();

  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `.data/review-${viewport.width}.png`, fullPage: true });
  }
  await page.setViewportSize(WIDE);

  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toBeHidden();
  await expect(rows).toHaveCount(RECIPIENTS + 1);
  await page.screenshot({ path: ".data/review-print.png", fullPage: true });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: null });

  const message = await review
    .getByText(/^Your SOL/)
    .locator("..")
    .textContent();
  const after = /→ ([\d,.]+) SOL/.exec(message ?? "")?.[1]?.replaceAll(",", "") ?? "";
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  await expect(page.getByText("Your campaign is live")).toBeVisible();
  await expect(page.getByText(/^Signature:/)).toBeVisible();
  const [whole = "0", fraction = ""] = after.split(".");
  const left = BigInt(whole) * SOL + BigInt(fraction.padEnd(9, "0"));
  expect(await session.lamports(creator.address)).toBe(left);
});

test("an action shows network, signer, fee and balances before signing, and its signature after", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Shown", csv: twoRecipients(), cliffDays: -20 });
  const before = await session.lamports(creator.address);
  await page.getByRole("button", { name: "Pause claims" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
  await expect(dialog.getByText("local ledger", { exact: true })).toBeVisible();
  await expect(dialog.getByText(tree)).toBeVisible();
  await expect(dialog.getByText(creator.address)).toBeVisible();
  await expect(dialog.getByText("0.000005 SOL", { exact: true })).toBeVisible();
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `.data/action-${viewport.width}.png` });
  }
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText("Campaign paused.")).toBeVisible();
  await expect(dialog.getByText(/^Signature:/)).toBeVisible();
  expect(before - (await session.lamports(creator.address))).toBe(5_000n);

  // The page of the transaction is the local ledger's only explorer.
  const opening = page.context().waitForEvent("page");
  await dialog.locator("a[href^='/transactions/']").click();
  const shown = await opening;
  await expect(shown.getByRole("heading", { name: "Pause campaign" })).toBeVisible();
  await expect(shown.locator(`main a[href='/campaigns/${tree}']`)).toBeVisible();
  await expect(shown).toHaveTitle(/^Transaction .+ · Vesting Index, local ledger$/);
  for (const viewport of [WIDE, PHONE]) {
    await shown.setViewportSize(viewport);
    expect(await seriousViolations(shown)).toEqual([]);
    expect(await sidewaysScroll(shown)).toBeLessThanOrEqual(0);
    await shown.screenshot({ path: `.data/transaction-${viewport.width}.png`, fullPage: true });
  }
  await shown.close();
  await session.goto(`/transactions/${"1".repeat(64)}`);
  await expect(page.getByText("Transaction not found")).toBeVisible();
  await session.goto("/transactions/nonsense");
  await expect(page.getByText("This is not a transaction signature")).toBeVisible();
});
