/**
 * Measures how the grid of recipients reacts to a long list in Chromium: a paste, scrolling and an edit. Needs the build
 * and Linux.
 */
import { chromium, type Page } from "@playwright/test";
import { Keypair } from "@solana/web3.js";
import { CHROMIUM } from "@/tests/e2e/support/chromium";
import { fillCell, pasteInto } from "@/tests/e2e/support/grid";
import { startDashboard } from "@/tests/e2e/support/start-dashboard";
import { openStep } from "@/tests/e2e/support/wizard";
import { record } from "./support/report";

const SIZES = [1_000, 100_000];
const ADDRESSES = 1_000;
const SCREENS = 200;

const addresses = Array.from({ length: ADDRESSES }, () => Keypair.generate().publicKey.toBase58());

/** Recipients with distinct amounts. Keys take too long to generate for each row, so addresses repeat. */
const getList = (rows: number) =>
  Array.from({ length: rows }, (_, at) => `${addresses[at % ADDRESSES]}\t${at + 1}`).join("\n");

/** Runs `work`, and returns its milliseconds and the longest time between two frames meanwhile. */
async function measure(
  page: Page,
  work: () => Promise<void>,
): Promise<{ ms: number; longestFrameMs: number }> {
  const frames = await page.evaluateHandle(() => {
    const observed = { longestMs: 0, lastMs: performance.now(), isOver: false };
    void (async () => {
      while (!observed.isOver) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const nowMs = performance.now();
        observed.longestMs = Math.max(observed.longestMs, nowMs - observed.lastMs);
        observed.lastMs = nowMs;
      }
    })();
    return observed;
  });
  const startedMs = performance.now();
  await work();
  const ms = performance.now() - startedMs;
  const longestFrameMs = await frames.evaluate((observed) => {
    observed.isOver = true;
    return observed.longestMs;
  });
  return { ms, longestFrameMs };
}

/** Scrolls through the grid by screens, one per frame. */
const scrollThrough = (page: Page) =>
  page.getByRole("grid", { name: "Recipients" }).evaluate(async (grid, screens) => {
    let scroller: Element = grid;
    while (scroller.scrollHeight <= scroller.clientHeight && scroller.parentElement)
      scroller = scroller.parentElement;
    for (let screen = 1; screen <= screens; screen++) {
      scroller.scrollTop = (scroller.scrollHeight * screen) / screens;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    // The cell to edit is in the first row. It is row 2, as in a file with a header row.
    scroller.scrollTop = 0;
  }, SCREENS);

await using dashboard = await startDashboard().then((started) => ({
  ...started,
  [Symbol.asyncDispose]: started.close,
}));
const browser = await chromium.launch(CHROMIUM);
const rows = [];
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${dashboard.url}/create`, { waitUntil: "networkidle" });
  await openStep(page, "Recipients");
  await page.getByRole("button", { name: "Many recipients" }).click();
  await page.getByRole("button", { name: "Enter or paste recipients" }).click();
  const grid = page.getByRole("grid", { name: "Recipients" });
  const paste = await measure(page, async () => {
    await pasteInto(page, getList(size));
    await page.waitForFunction(
      (count) => Number(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")) >= count,
      size,
    );
  });
  const scroll = await measure(page, () => scrollThrough(page));
  await grid.evaluate((element) => element.scrollIntoView());
  const edit = await measure(page, () => fillCell(page, 2, "Amount", "7"));
  for (const [action, measured] of Object.entries({ paste, [`scroll, ${SCREENS} screens`]: scroll, edit }))
    rows.push({ rows: size, action, "total ms": measured.ms, "longest frame ms": measured.longestFrameMs });
  await page.close();
}
await browser.close();
record("grid", rows);
