import { demoAccount } from "@/lib/client/demo-accounts";
import { shortAddress } from "@/lib/contract/names";
import { WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { creator, type DemoSession, expect, other, SOL, test } from "../support/demo-session";
import { addExtensionWallet } from "../support/extension-wallet";
import { openPage, queryLedger, seriousViolations, sidewaysScroll } from "../support/page";

// A price that another test requested in vain is cached as missing for a minute.
test.use({ apart: "claim everything" });

/** Returns four allocations for the wallet and two for another one, all of them vested. */
const csvFor = (address: string) =>
  ["beneficiary,amount,releaseType", `${address},4,cliff`, `${other.address},2,cliff`].join("\n");

const NAMES = ["First of three", "Second of three", "Third of three"] as const;

/** Creates campaigns for one wallet: two in SOL, between them one in a token. */
async function createThree(session: DemoSession, address: string) {
  const token = await demoAccount("Token of the third");
  await session.ledger.fillUp(creator);
  await session.ledger.mintTokens({ token, creator, amount: 100n * SOL });
  const csv = csvFor(address);
  const [first, second, third] = NAMES;
  const trees = [
    await session.create({ name: first, csv, cliffDays: -20 }),
    await session.create({ name: second, csv, cliffDays: -20, mint: token.address }),
    await session.create({ name: third, csv, cliffDays: -20 }),
  ];
  return { trees, mint: token.address };
}

/** Continues with the extension's wallet after another one. */
async function playExtension({ page }: DemoSession): Promise<void> {
  await page.getByRole("button", { name: /^Wallet Demo/ }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Wallet Extension/ })).toBeVisible();
}

test("claims three campaigns with one confirmation, with a plan before and a result for each", async ({
  session,
  page,
}) => {
  test.setTimeout(360_000);
  const wallet = await addExtensionWallet(page);
  await queryLedger(session, "requestAirdrop", [wallet.address, Number(SOL)]);
  session.service.prices.set(WRAPPED_SOL_MINT, 100);
  const { trees, mint } = await createThree(session, wallet.address);
  await session.goto(`/portfolio?address=${wallet.address}`);
  // Another account views the campaign first, and has nothing to claim.
  await expect(page.getByRole("link", { name: NAMES[0] })).toBeVisible();
  await expect(page.getByRole("button", { name: "Claim everything" })).toHaveCount(0);
  await playExtension(session);

  // The most valuable campaign comes first; one without a price, from an unknown creator, is folded.
  const rows = page.getByRole("table", { name: "Campaigns", exact: true }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/First of three|Third of three/);
  await expect(page.getByText("≈ $400.00").first()).toBeVisible();
  await expect(page.getByText("1 campaign from an unknown creator")).toBeVisible();
  await expect(page.getByRole("link", { name: NAMES[1] })).not.toBeVisible();
  await page.getByText("1 campaign from an unknown creator").click();
  await expect(page.getByRole("link", { name: NAMES[1] })).toBeVisible();

  await page.getByRole("button", { name: "Claim everything" }).click();
  const dialog = page.getByRole("dialog", { name: "Claim everything" });
  const plan = dialog.getByRole("list", { name: "Claims in this run" }).getByRole("listitem");
  await expect(plan).toHaveCount(2);
  await dialog.getByText("Not claimed: 1").click();
  await expect(dialog.getByText(`${NAMES[1]}: The creator is unknown`)).toBeVisible();
  await dialog.getByLabel("Include tokens from unknown creators (1)").check();
  await expect(plan).toHaveCount(3);
  await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
  await expect(plan.filter({ hasText: NAMES[1] })).toContainText(`4 ${shortAddress(mint)}`);

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Buttons change their colors slowly, and have neither of the two half-way.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await savePicture(session, `plan-${colorScheme}`);
  }
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText("All tokens were claimed to your wallet.")).toBeVisible();
  await expect(dialog.getByText("once it is indexed")).toHaveCount(0);
  expect(wallet.prompts).toHaveLength(1);
  const results = dialog.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect(results).toHaveCount(3);
  for (const result of await results.all()) await expect(result).toContainText("Claimed");
  expect(await seriousViolations(page)).toEqual([]);
  await savePicture(session, "result-dark");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  for (const treeAddress of trees) {
    const { claims } = await session.api.claims(treeAddress);
    expect(claims.map(({ beneficiary, amount }) => [beneficiary, BigInt(amount) % 4n])).toEqual([
      [wallet.address, 0n],
    ]);
  }
  expect(await session.held(trees[0] ?? "")).toBe(2n * SOL);
  expect(await session.held(trees[2] ?? "")).toBe(2n * SOL);
  // Everything is claimed, and the wallet knows every creator.
  await expect(page.getByRole("button", { name: "Claim everything" })).toHaveCount(0);
  await expect(page.getByText("from an unknown creator")).toHaveCount(0);
  await openPage(page);
  await page.getByRole("button", { name: "Show vesting over time" }).click();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: "Vesting curve" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await savePicture(session, "portfolio-dark", true);
});

test("sends nothing when the wallet declines, and asks the wallet again on request", async ({
  session,
  page,
}) => {
  const wallet = await addExtensionWallet(page);
  await queryLedger(session, "requestAirdrop", [wallet.address, Number(SOL)]);
  const tree = await session.create({ name: "Declined once", csv: csvFor(wallet.address), cliffDays: -20 });
  await session.goto(`/portfolio?address=${wallet.address}`);
  await playExtension(session);
  await page.getByRole("button", { name: "Claim everything" }).click();
  const dialog = page.getByRole("dialog", { name: "Claim everything" });
  wallet.answer = "decline";
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText(/You declined the request in Extension/)).toBeVisible();
  expect((await session.api.claims(tree)).claims).toEqual([]);
  wallet.answer = "sign";
  await dialog.getByRole("button", { name: "Check again" }).click();
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText("All tokens were claimed to your wallet.")).toBeVisible();
  expect((await session.api.claims(tree)).claims).toHaveLength(1);
});

/** Saves a screenshot for a review of the layout if `PICTURES` names a folder. */
async function savePicture({ page }: DemoSession, name: string, fullPage = false): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/claim-everything-${name}.png`, fullPage });
}
