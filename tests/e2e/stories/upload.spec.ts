import { generateKeyPairSync } from "node:crypto";
import type { Page } from "@playwright/test";
import bs58 from "bs58";
import { expect, type Story, test } from "../support/story";

const NAME = "Too long for one request";
/** The least that is uploaded in parts. */
const COUNT = 10_001;

/** Made by the platform: ten thousand of them in JavaScript take half a minute. */
const anyAddress = () => {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  return bs58.encode(Buffer.from(x, "base64url"));
};
const longCsv = () =>
  ["beneficiary,amount", ...Array.from({ length: COUNT }, () => `${anyAddress()},0.0001`)].join("\n");

/** Takes the device offline at its third part; resolves then. Counts what it sends of uploads. */
async function cutAtThirdPart(page: Page) {
  const sent = { openings: 0, parts: 0 };
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  await page.route("**/api/uploads", (route) => {
    sent.openings++;
    return route.fallback();
  });
  await page.route("**/api/uploads/*/parts/*", async (route) => {
    sent.parts++;
    if (sent.parts !== 3) return route.fallback();
    await page.context().setOffline(true);
    await route.abort("connectionfailed");
    reached();
  });
  return { sent, isReached };
}

async function expectLive(story: Story): Promise<string> {
  // The embedded database stores ten thousand leaves, on a busy machine for a minute.
  await expect(story.page.getByText("Your campaign is live")).toBeVisible({ timeout: 120_000 });
  return story.open(NAME);
}

test("a list too long for one request is uploaded in parts, over a line that is cut in the middle", async ({
  story,
  page,
}) => {
  await story.prepare({ name: NAME, csv: longCsv(), cliffDays: -1 });
  const { sent, isReached } = await cutAtThirdPart(page);
  await page.getByRole("button", { name: "Build the tree" }).click();
  await page.getByRole("button", { name: "Sign, fund and register" }).click();
  await isReached;
  await expect(page.getByText(/^Uploading [1-3] of \d+ parts/)).toBeVisible();
  await page.context().setOffline(false);
  const tree = await expectLive(story);
  expect(await story.api.campaign(tree)).toMatchObject({ leafCount: COUNT, verified: true });
  expect(sent.openings).toBe(1);
  // What was lost was sent again; the registration found what its trial had uploaded.
  const all = (COUNT * 215) / 524_288;
  expect(sent.parts).toBeGreaterThan(all - 1);
  expect(sent.parts).toBeLessThan(2 * all + 4);
});
