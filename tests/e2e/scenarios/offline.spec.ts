import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { Keypair } from "@solana/web3.js";
import {
  CREATOR_NAME,
  confirmPastDates,
  creator,
  DAY,
  type DemoSession,
  expect,
  SOL,
  test,
  twoRecipients,
} from "../support/demo-session";

/**
 * The key is on an offline machine: a file carries the transaction there, and the signed one lands an hour
 * later.
 */

const HOUR = 3_600;
const SUPPLY = 6n * SOL;
const SIGN = ["--import", "tsx", "cli/sign/main.ts"];
const run = promisify(execFile);

type Signed = { path: string; base64: string; output: string };

/** Exports the selected action, and signs the file as `npm run sign` does. */
async function exportAndSign(
  page: Page,
  name: string,
  { folder, by = [creator.secretKey] }: { folder: string; by?: readonly Uint8Array[] },
): Promise<Signed> {
  const dialog = page.getByRole("dialog", { name: "Sign offline" });
  await dialog.getByRole("button", { name: "Export transaction" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download file" }).click(),
  ]);
  const path = join(folder, `${name}.json`);
  await file.saveAs(path);
  const keys = await Promise.all(by.map((key, at) => keyFile(folder, `${at}`, key)));
  const { stdout: output } = await run(
    process.execPath,
    [...SIGN, path, "--yes", ...keys.flatMap((key) => ["--key", key])],
    { env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" } },
  );
  const base64 = /^base64: (\S+)$/m.exec(output)?.[1] ?? "";
  return { path: join(folder, `${name}.signed.json`), base64, output };
}

/** Writes a key file in the format of solana-keygen. */
async function keyFile(folder: string, name: string, secretKey: Uint8Array): Promise<string> {
  const path = join(folder, `${name}.key.json`);
  await writeFile(path, JSON.stringify([...secretKey]), { mode: 0o600 });
  return path;
}

async function beginExport(page: Page, action: string): Promise<void> {
  await page.locator("main").getByRole("button", { name: action }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: "Nothing is sent before you sign" });
  await dialog.getByRole("button", { name: "Export for offline signing" }).click();
}

const offlineSigning = (page: Page) => page.getByRole("dialog", { name: "Sign offline" });

/** Returns after an hour in a new tab. */
async function later(session: DemoSession, path: string): Promise<DemoSession> {
  const context = session.page.context();
  await session.page.close();
  await session.advance(HOUR);
  const next = session.in(await context.newPage());
  await next.goto(path);
  await next.playAs(CREATOR_NAME);
  return next;
}

test("create, cancel and withdraw are signed offline with a durable nonce, and land an hour later", async ({
  session,
}, { outputDir: folder }) => {
  await session.prepare({ name: "Signed offline", csv: twoRecipients(), cliffDays: -20 });
  await session.review();
  await confirmPastDates(session.page);
  await session.page.getByRole("button", { name: "Export for offline signing" }).click();
  const first = offlineSigning(session.page);
  await first.getByLabel("Time to sign and send").selectOption("nonce");
  await first.getByRole("button", { name: /^Create nonce account \(deposit: 0\.\d+ SOL\)/ }).click();
  await expect(first.getByText("Its authority is one of the signers.")).toBeVisible();
  const nonceAccount = await first.getByLabel("Nonce account", { exact: true }).inputValue();
  const create = await exportAndSign(session.page, "create", { folder });
  expect(create.output).toContain(`at any time until the nonce account ${nonceAccount} is used`);
  expect(create.output).toContain("Vesting program: create campaign native");
  expect(create.output).toContain(`total supply: ${SUPPLY}`);

  let next = await later(session, "/create");
  await expect(next.page.getByRole("heading", { name: "Unfinished: Signed offline" })).toBeVisible();
  await next.page.getByRole("button", { name: "Export for offline signing" }).click();
  await expect(
    offlineSigning(next.page).getByText("You have already exported this transaction"),
  ).toBeVisible();
  await offlineSigning(next.page).locator("input[type=file]").setInputFiles(create.path);
  const tree = await next.open("Signed offline");
  expect(await next.api.campaign(tree)).toMatchObject({ verified: true, leafCount: 2 });
  expect(await next.held(tree)).toBe(SUPPLY);

  await beginExport(next.page, "Cancel campaign");
  await expect(offlineSigning(next.page).getByLabel("Nonce account", { exact: true })).toHaveValue(
    nonceAccount,
  );
  const cancel = await exportAndSign(next.page, "cancel", { folder });
  next = await later(next, `/campaigns/${tree}`);
  expect(await next.api.campaign(tree)).toMatchObject({ cancelledAt: null });
  await beginExport(next.page, "Cancel campaign");
  await offlineSigning(next.page).getByLabel("Signed transaction or its signature").fill(create.base64);
  await offlineSigning(next.page).getByRole("button", { name: "Verify and continue" }).click();
  await expect(offlineSigning(next.page).getByText("This is not the exported transaction")).toBeVisible();
  await offlineSigning(next.page).getByLabel("Signed transaction or its signature").fill(cancel.base64);
  await offlineSigning(next.page).getByRole("button", { name: "Verify and continue" }).click();
  await expect(next.page.getByText("grace period has begun")).toBeVisible();
  expect(await next.events(tree, "cancelled")).toHaveLength(1);

  await next.advance(8 * DAY);
  await next.goto(`/campaigns/${tree}`);
  await beginExport(next.page, "Withdraw remaining tokens");
  const withdraw = await exportAndSign(next.page, "withdraw", { folder });
  next = await later(next, `/campaigns/${tree}`);
  // Another account sends the transaction, so only its signature is imported.
  const { transaction } = JSON.parse(await readFile(withdraw.path, "utf8"));
  const answer = await next.page.request.post(`${next.service.url}/rpc`, {
    headers: { origin: next.service.url },
    data: { jsonrpc: "2.0", id: 1, method: "sendTransaction", params: [transaction, { encoding: "base64" }] },
  });
  const { result: signature } = await answer.json();
  await expect.poll(() => next.held(tree)).toBe(0n);
  await next.goto(`/campaigns/${tree}`);
  expect(await next.api.syncEvents([signature])).toMatchObject({ ok: true });
  expect(await next.events(tree, "withdrawn")).toEqual([{ amount: SUPPLY.toString() }]);

  await next.page.getByRole("button", { name: /^Wallet Demo/ }).click();
  await next.page.getByRole("menuitem", { name: "Nonce accounts" }).click();
  const accounts = next.page.getByRole("dialog", { name: "Nonce accounts" });
  await expect(accounts.getByText(nonceAccount)).toBeVisible();
  next.page.once("dialog", (question) => question.accept());
  const before = await next.lamports(creator.address);
  await accounts.getByRole("button", { name: "Close and recover deposit" }).click();
  await expect(accounts.getByText("No nonce accounts yet.")).toBeVisible();
  expect(await next.lamports(nonceAccount)).toBe(0n);
  expect(await next.lamports(creator.address)).toBeGreaterThan(before);
});

const COLD = Keypair.generate();
const COLD_ADDRESS = COLD.publicKey.toBase58();

test("a cold key without SOL pauses by its address alone, and another key pays", async ({ session }, {
  outputDir: folder,
}) => {
  const { page } = session;
  await session.prepare({ name: "Paused from the cold", csv: twoRecipients(), cliffDays: -20 });
  await session.openStep("Permissions");
  await page.getByLabel("Pause authority").selectOption("other");
  await page.getByLabel("Address that can pause").fill(COLD_ADDRESS);
  await session.review();
  await confirmPastDates(page);
  await expect(page.getByText("this address has no account on this network")).toBeVisible();
  const sign = page.getByRole("button", { name: "Sign and create campaign" });
  await expect(sign).toBeDisabled();
  await page.getByLabel("I have compared every character").check();
  await sign.click();
  const tree = await session.open("Paused from the cold");

  // The scenario continues by address in a browser without a wallet.
  await page.evaluate(() => localStorage.clear());
  await session.goto(`/campaigns/${tree}`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText("Sign offline with another key").click();
  await page.getByLabel("Signer address").fill(COLD_ADDRESS);
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.locator("main").getByRole("button", { name: "Pause claims" }).click();
  await expect(page.getByText("This transaction would fail now")).toBeVisible();
  await page.getByRole("button", { name: "Export for offline signing" }).click();
  await offlineSigning(page).getByLabel("Fee payer").fill(creator.address);
  const by = [COLD.secretKey, creator.secretKey];
  const pause = await exportAndSign(page, "pause", { folder, by });
  expect(pause.output).toContain(`Transaction fee payer and signer: ${creator.address}`);
  await offlineSigning(page).locator("input[type=file]").setInputFiles(pause.path);
  await expect(page.getByText("Campaign paused.")).toBeVisible();
  expect(await session.events(tree, "paused")).toEqual([{ paused: true }]);
  expect(await session.lamports(COLD_ADDRESS)).toBe(0n);
});
