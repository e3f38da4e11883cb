import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { CHROMIUM } from "../tests/e2e/support/chromium";
import { ADA, CREATOR } from "../tests/e2e/support/sample-keys";
import { startSampleDashboard } from "../tests/e2e/support/start-dashboard";

/** npm run docs:screenshots: writes pictures of every page to docs/screens, wide and on a phone, light and dark. */

const FOLDER = join(process.cwd(), "docs", "screens");
/** Until times appear in the viewer’s zone. */
const SETTLE_MS = 700;
const MAX_HEIGHT = 2_400;
/** The API reference loads for half a minute on a busy machine. */
const SLOW_PAGE_TIMEOUT_MS = 120_000;
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;

const dashboard = await startSampleDashboard();
const { trees } = dashboard;
const pages = {
  landing: "/",
  campaigns: "/campaigns",
  create: "/create",
  dashboard: `/dashboard?address=${CREATOR.address}`,
  portfolio: `/portfolio?address=${ADA.address}`,
  activity: `/activity?address=${ADA.address}`,
  docs: "/docs",
  document: "/docs/concepts",
  "docs-api": "/docs/api",
  "docs-api-reference": "/docs/api/interactive",
  supply: `/mints/${NATIVE_MINT}`,
  webhooks: "/webhooks",
  reminders: "/reminders",
  confirmations: "/confirmations",
  labels: "/labels",
  claim: `/claim/${trees.claimable}`,
  "root-versions": `/campaigns/${trees.claimable}?view=roots`,
  "rotation-changes": `/campaigns/${trees.claimable}/changes/2`,
  proof: `/campaigns/${trees.claimable}/proof/0`,
  certificate: `/campaigns/${trees.claimable}/certificate`,
  statement: `/campaigns/${trees.claimable}/statement?withheld=20`,
  rotate: `/campaigns/${trees.claimable}/rotate`,
  ...Object.fromEntries(
    Object.entries(trees).map(([status, tree]) => [`campaign-${status}`, `/campaigns/${tree}`]),
  ),
};
/** Saves a picture as WebP, which is far smaller than PNG: all pictures together stay under 6 MB. */
async function saveAsWebp(drawing: Page, picture: Buffer, path: string): Promise<void> {
  const webp = await drawing.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.34).split(",")[1] ?? "";
  }, picture.toString("base64"));
  await writeFile(path, Buffer.from(webp, "base64"));
}

const wanted = process.argv.slice(2);
const browser = await chromium.launch(CHROMIUM);
const drawing = await browser.newPage();
await mkdir(FOLDER, { recursive: true });
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({
        viewport,
        colorScheme,
        timezoneId: "Europe/Zurich",
        locale: "en-GB",
      });
      page.setDefaultTimeout(SLOW_PAGE_TIMEOUT_MS);
      for (const [name, path] of Object.entries(pages)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        await page.goto(dashboard.url + path, { waitUntil: "load" });
        await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
        await page.waitForTimeout(SETTLE_MS);
        // A window of the page's height moves elements that are fixed to its edges to the edges of the picture.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...viewport, height: Math.min(height, MAX_HEIGHT) });
        await saveAsWebp(
          drawing,
          await page.screenshot(),
          join(FOLDER, `${name}-${size}-${colorScheme}.webp`),
        );
        await page.setViewportSize(viewport);
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
  await dashboard.close();
}
