import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Keypair } from "@solana/web3.js";
import { confirmPastDates, type DemoSession, expect, test } from "../support/demo-session";

const NAME = "Too long for one request";
/** The smallest list that is uploaded in parts. */
const COUNT = 10_001;

/**
 * The recipients of the example, and one more. Generating as many keys takes half a minute in JavaScript. In
 * some runs a key that the platform generates never arrives: Node 20 can deadlock when it collects garbage
 * during the export of a key.
 */
const longCsv = () => {
  const [, ...rows] = readFileSync("examples/recipients-10000.csv", "utf8").trim().split("\n");
  const addresses = [...rows.map((row) => row.split(",", 1)[0]), Keypair.generate().publicKey.toBase58()];
  return ["beneficiary,amount", ...addresses.slice(-COUNT).map((address) => `${address},0.0001`)].join("\n");
};

/**
 * Takes the device offline at its third part, and resolves then. Counts the opened uploads and the received
 * parts.
 */
async function cutAtThirdPart(page: Page) {
  const counted = { openings: 0, parts: 0 };
  let sent = 0;
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  await page.route("**/api/uploads", (route) => {
    counted.openings++;
    return route.fallback();
  });
  await page.route("**/api/uploads/*/parts/*", async (route) => {
    sent++;
    if (sent !== 3) return route.fallback();
    await page.context().setOffline(true);
    await route.abort("connectionfailed");
    reached();
  });
  page.on("response", (response) => {
    if (response.request().method() === "PUT" && response.ok()) counted.parts++;
  });
  return { counted, isReached };
}

async function expectLive(session: DemoSession): Promise<string> {
  // The embedded database needs up to a minute on a busy machine to store ten thousand leaves.
  await expect(session.page.getByText("Your campaign is live")).toBeVisible({ timeout: 120_000 });
  return session.open(NAME);
}

test("a list too long for one request is uploaded in parts, over a connection that breaks midway", async ({
  session,
  page,
}) => {
  await session.prepare({ name: NAME, csv: longCsv(), cliffDays: -1 });
  const { counted, isReached } = await cutAtThirdPart(page);
  await session.review();
  await confirmPastDates(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  await isReached;
  await expect(page.getByText(/^Uploading [1-3] of \d+ parts/)).toBeVisible();
  await page.context().setOffline(false);
  const tree = await expectLive(session);
  expect(await session.api.campaign(tree)).toMatchObject({ leafCount: COUNT, verified: true });
  expect(counted.openings).toBe(1);
  // The registration found the upload of its dry run; a part in transit at the cut may have arrived twice.
  const all = Math.ceil((COUNT * 215) / 524_288);
  expect(counted.parts).toBeGreaterThanOrEqual(all - 1);
  expect(counted.parts).toBeLessThanOrEqual(all + 3);
});
