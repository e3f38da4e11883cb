import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { ApiClient } from "@/lib/client/api-client";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { readAddress } from "@/lib/core/solana/base58";
import { AttackedService } from "../tests/attack/service/service";
import { CHROMIUM } from "../tests/e2e/support/chromium";
import { createDatabase } from "./support/database";
import { record, rounded } from "./support/report";

/**
 * A campaign from a file of recipients to a claim in a real browser, with what each step takes and the most that the
 * page's process and the service held. `-- 1000000` says how many recipients; the first is one of the demo's wallets.
 */

const COUNT = Number(process.argv[2] ?? 1_000_000);
const MINUTES_MS = 60_000;
const STEP_MS = 60 * MINUTES_MS;

const KEY_BYTES = 32;

/** Made by the platform: in JavaScript a million of them take an hour. Exporting key objects by the hundred thousand hangs Node. */
function anyAddress(): string {
  const { publicKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { format: "der", type: "spki" },
    privateKeyEncoding: { format: "der", type: "pkcs8" },
  });
  return readAddress(publicKey, publicKey.length - KEY_BYTES);
}

async function writeCsv(file: string, first: string): Promise<void> {
  const rows = Array.from({ length: COUNT - 1 }, () => `${anyAddress()},0.000001`);
  await writeFile(file, ["beneficiary,amount", `${first},0.000001`, ...rows].join("\n"));
}

const field = (status: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);

/** The most that a renderer of this machine's test browser has held so far, in MiB: a page, its workers and its threads. */
async function rendererPeakMib(userData: string): Promise<number> {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = (pid: string, of: string) => readFile(`/proc/${pid}/${of}`, "utf8").catch(() => "");
  const processes = await Promise.all(
    all.map(async (pid) => ({ pid, line: await read(pid, "cmdline"), status: await read(pid, "status") })),
  );
  const browsers = new Set(
    processes.filter(({ line }) => line.includes(userData)).map(({ pid }) => Number(pid)),
  );
  // A renderer is forked by the zygote that the browser starts.
  for (let round = 0; round < 3; round++) {
    for (const { pid, status } of processes)
      if (browsers.has(field(status, "PPid"))) browsers.add(Number(pid));
  }
  const renderers = processes.filter(
    ({ pid, line }) => browsers.has(Number(pid)) && line.includes("--type=renderer"),
  );
  return Math.max(0, ...renderers.map(({ status }) => field(status, "VmHWM") / 1024));
}

const steps: {
  step: string;
  seconds: number;
  pageMib: number;
  longestBlockMs: number;
  serviceMib: number;
}[] = [];

const folder = await mkdtemp(join(tmpdir(), "vesting-index-browser-"));
const userData = join(folder, "profile");
const csv = join(folder, "recipients.csv");
const [ada] = DEMO_BENEFICIARIES;
const { address } = await demoAccount(ada);
await writeCsv(csv, address);
const database = await createDatabase("postgres");
const service = await AttackedService.start({
  settings: { ...database.settings, LOG_LEVEL: "warn", RATE_LIMIT: "off" },
  dataDir: join(folder, "data"),
});
const browser = await chromium.launchPersistentContext(userData, { ...CHROMIUM, locale: "en-GB" });
await browser.addInitScript(watchBlocks);
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(STEP_MS);
  page.on("crash", endCrashed);
  await create(page);
  await claim(page);
} finally {
  await browser.close();
  await service.stop();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
}
record("browser", { recipients: COUNT, steps });

type Watched = typeof globalThis & { longestBlockMs?: number };

/** In the page: how long it was held at the longest. */
function watchBlocks(): void {
  const watched: Watched = globalThis;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      watched.longestBlockMs = Math.max(watched.longestBlockMs ?? 0, Math.round(duration));
    }
  }).observe({ type: "longtask" });
}

function takeLongestBlock(): number {
  const watched: Watched = globalThis;
  const longest = watched.longestBlockMs ?? 0;
  watched.longestBlockMs = 0;
  return longest;
}

/** What waits for a crashed page waits for ever. */
function endCrashed(): void {
  console.error(`The page has crashed, after ${steps.map(({ step }) => step).join(", ") || "no step"}.`);
  process.exitCode = 1;
  void browser.close();
}

async function timed(page: Page, step: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  let serviceMib = 0;
  const timer = setInterval(() => {
    serviceMib = Math.max(serviceMib, service.usage().memory);
  }, 500);
  await work();
  clearInterval(timer);
  const row = {
    step,
    seconds: rounded((performance.now() - started) / 1000),
    pageMib: Math.round(await rendererPeakMib(userData)),
    longestBlockMs: await page.evaluate(takeLongestBlock),
    serviceMib: Math.round(serviceMib),
  };
  steps.push(row);
  console.log(row);
}

async function connect(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await page.getByRole("button", { name: new RegExp(`^Wallet ${name}`) }).waitFor();
}

async function create(page: Page): Promise<void> {
  await page.goto(`${service.url}/create`);
  await connect(page, DEMO_CREATOR);
  await page.getByLabel("Name", { exact: true }).fill("A million");
  await page.locator("#start").fill("2020-01-01T00:00");
  await page.locator("#cliff").fill("2020-01-01T00:00");
  await page.locator("#end").fill("2040-01-01T00:00");
  await page.getByRole("button", { name: "Many, from a CSV" }).click();
  await timed(page, "the file is read and checked", async () => {
    await page.locator("#recipients-file").setInputFiles(csv);
    await page.getByText(`All ${COUNT.toLocaleString("en")} rows are right.`).waitFor();
  });
  const sign = page.getByRole("button", { name: "Sign, fund and register" });
  await timed(page, "the tree is built and everything checked", async () => {
    await page.getByRole("button", { name: "Build the tree" }).click();
    await sign.waitFor();
  });
  await timed(page, "signed, uploaded, funded and registered", async () => {
    await sign.click();
    await page.getByText("Your campaign is live").waitFor();
  });
}

async function claim(page: Page): Promise<void> {
  const api = new ApiClient({ baseUrl: service.url });
  const [campaign] = (await api.campaigns()).campaigns;
  if (!campaign) throw new Error("The campaign is not listed.");
  await page.close();
  const recipient = await browser.newPage();
  recipient.setDefaultTimeout(STEP_MS);
  recipient.on("crash", endCrashed);
  await recipient.goto(service.url);
  await recipient.evaluate(() => localStorage.clear());
  await timed(recipient, "a recipient opens the campaign and claims", async () => {
    await recipient.goto(`${service.url}/campaigns/${campaign.treeAddress}`);
    await connect(recipient, ada);
    await recipient
      .locator("main")
      .getByRole("button", { name: /^Claim/ })
      .first()
      .click();
    const dialog = recipient.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign and send" }).click();
    await dialog
      .getByText(/claimed/i)
      .first()
      .waitFor();
  });
  // The page knows of the claim from the ledger, the index a moment later.
  let indexed = 0;
  for (let attempt = 0; attempt < 60 && indexed === 0; attempt++) {
    indexed = (await api.claims(campaign.treeAddress)).claims.length;
    if (indexed === 0) await setTimeout(500);
  }
  if (indexed !== 1) throw new Error(`${indexed} claims are indexed.`);
}
