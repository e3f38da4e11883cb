import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { CREATOR_NAME, creator, DAY, expect, SOL, type Story, test, twoRecipients } from "../support/story";

/** The key is on a machine without a network: what it signs goes there as a file, and lands an hour later. */

const HOUR = 3_600;
const SUPPLY = 6n * SOL;
const SIGN = ["tsx", "--tsconfig", "server/tsconfig.json", "cli/sign/main.ts"];
const run = promisify(execFile);

type Signed = { path: string; base64: string; said: string };

/** Exports by the nonce account that is proposed, and signs the file as `npm run sign` does. */
async function exportAndSign(page: Page, name: string, folder: string): Promise<Signed> {
  const dialog = page.getByRole("dialog", { name: "Sign it elsewhere" });
  await dialog.getByRole("button", { name: "Export it" }).click();
  await expect(dialog.getByText("It can be sent at any time until the nonce account")).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "As a file" }).click(),
  ]);
  const path = join(folder, `${name}.json`);
  await file.saveAs(path);
  const key = join(folder, "key.json");
  await writeFile(key, JSON.stringify([...creator.secretKey]), { mode: 0o600 });
  const { stdout: said } = await run("npx", [...SIGN, path, "--key", key, "--yes"]);
  const base64 = /^base64: (\S+)$/m.exec(said)?.[1] ?? "";
  return { path: join(folder, `${name}.signed.json`), base64, said };
}

async function beginExport(page: Page, action: string): Promise<void> {
  await page.locator("main").getByRole("button", { name: action }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: "Nothing is sent before you sign" });
  await dialog.getByRole("button", { name: "Export to sign elsewhere" }).click();
}

const elsewhere = (page: Page) => page.getByRole("dialog", { name: "Sign it elsewhere" });

/** Comes back after an hour in a new tab. */
async function later(story: Story, path: string): Promise<Story> {
  const context = story.page.context();
  await story.page.close();
  await story.advance(HOUR);
  const next = story.in(await context.newPage());
  await next.goto(path);
  await next.playAs(CREATOR_NAME);
  return next;
}

test("create, cancel and withdraw are signed offline by a durable nonce, and land an hour later", async ({
  story,
}, { outputDir }) => {
  await story.prepare({ name: "Signed offline", csv: twoRecipients(), cliffDays: -20 });
  await story.page.getByRole("button", { name: "Build the tree" }).click();
  await story.page.getByRole("button", { name: "Export to sign elsewhere" }).click();
  const first = elsewhere(story.page);
  await first.getByLabel("How long is there to sign and send it?").selectOption("nonce");
  await first.getByRole("button", { name: /^Make a nonce account for 0\.\d+ SOL/ }).click();
  await expect(first.getByText("Its authority is among those who sign.")).toBeVisible();
  const nonceAccount = await first.getByLabel("Nonce account", { exact: true }).inputValue();
  const create = await exportAndSign(story.page, "create", outputDir);
  expect(create.said).toContain("Vesting program: create campaign native");
  expect(create.said).toContain(`total supply: ${SUPPLY}`);

  let next = await later(story, "/create");
  await expect(next.page.getByRole("heading", { name: "Unfinished: Signed offline" })).toBeVisible();
  await next.page.getByRole("button", { name: "I sign it elsewhere" }).click();
  await expect(elsewhere(next.page).getByText("You have exported this already")).toBeVisible();
  await elsewhere(next.page).locator("input[type=file]").setInputFiles(create.path);
  const tree = await next.open("Signed offline");
  expect(await next.api.campaign(tree)).toMatchObject({ verified: true, leafCount: 2 });
  expect(await next.held(tree)).toBe(SUPPLY);

  await beginExport(next.page, "Cancel campaign");
  await expect(elsewhere(next.page).getByLabel("Nonce account", { exact: true })).toHaveValue(nonceAccount);
  const cancel = await exportAndSign(next.page, "cancel", outputDir);
  next = await later(next, `/campaigns/${tree}`);
  expect(await next.api.campaign(tree)).toMatchObject({ cancelledAt: null });
  await beginExport(next.page, "Cancel campaign");
  await elsewhere(next.page).getByLabel("Signed transaction, or its signature").fill(create.base64);
  await elsewhere(next.page).getByRole("button", { name: "Check and go on" }).click();
  await expect(elsewhere(next.page).getByText("This is another transaction")).toBeVisible();
  await elsewhere(next.page).getByLabel("Signed transaction, or its signature").fill(cancel.base64);
  await elsewhere(next.page).getByRole("button", { name: "Check and go on" }).click();
  await expect(next.page.getByText("grace period has begun")).toBeVisible();
  expect(await next.events(tree, "cancelled")).toHaveLength(1);

  await next.advance(8 * DAY);
  await next.goto(`/campaigns/${tree}`);
  await beginExport(next.page, "Withdraw what is left");
  const withdraw = await exportAndSign(next.page, "withdraw", outputDir);
  next = await later(next, `/campaigns/${tree}`);
  // Somebody else sends it: then its signature is all that is brought back.
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
  await accounts.getByRole("button", { name: "Close it, rent back" }).click();
  await expect(accounts.getByText("There is none yet.")).toBeVisible();
  expect(await next.lamports(nonceAccount)).toBe(0n);
  expect(await next.lamports(creator.address)).toBeGreaterThan(before);
});
