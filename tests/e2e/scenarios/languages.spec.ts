import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/dashboard";
import { openPage, seriousViolations, sidewaysScroll } from "../support/page";
import { CREATOR } from "../support/sample-keys";

const creatorDashboard = (url: string) => `${url}/dashboard?address=${CREATOR.address}&page=1`;

const getLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Records the browser's problem reports, such as a hydration mismatch with the server's text. */
function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (entry) => {
    if (entry.type() === "error") problems.push(entry.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

test("a chosen language stays on every page and after a reload", async ({ page, dashboard }) => {
  const problems = watchProblems(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, creatorDashboard(dashboard.url), { waitUntil: "networkidle" });
  expect(await getLanguage(page)).toBe("en");
  const choice = page.getByRole("combobox", { name: "Language" });
  await choice.focus();
  await choice.selectOption("de");
  await expect(page.getByRole("heading", { name: "Ersteller-Dashboard" })).toBeVisible();
  expect(await getLanguage(page)).toBe("de");
  expect(new URL(page.url()).searchParams.get("address")).toBe(CREATOR.address);
  // Only the text was rendered again: the focus is still on the selection.
  await expect(page.getByRole("combobox", { name: "Sprache" })).toBeFocused();

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await openPage(page, undefined, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { name: "Offene Aufgaben" })).toBeVisible();
    await expect(page.getByText("The state on Solana", { exact: false })).toHaveCount(0);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  await page.getByRole("navigation", { name: "Hauptmenü, unten" }).getByText("Kampagnen").click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("en");
  expect(problems).toEqual([]);
});

test.describe("a browser that asks for German", () => {
  test.use({ locale: "de-AT" });

  test("gets German from the first page on, in the server's text and the browser's", async ({
    page,
    dashboard,
  }) => {
    const problems = watchProblems(page);
    const answer = await openPage(page, creatorDashboard(dashboard.url), { waitUntil: "networkidle" });
    expect(await answer?.text()).toContain("Ersteller-Dashboard");
    expect(await getLanguage(page)).toBe("de");
    expect(problems).toEqual([]);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the language is a form, and a URL may set it", async ({ page, dashboard }) => {
    await page.goto(creatorDashboard(dashboard.url));
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await page.getByRole("button", { name: "Change language" }).click();
    await expect(page).toHaveURL(creatorDashboard(dashboard.url));
    await expect(page.getByRole("heading", { name: "Ersteller-Dashboard" })).toBeVisible();
    await page.goto(`${creatorDashboard(dashboard.url)}&language=en`);
    await expect(page).toHaveURL(creatorDashboard(dashboard.url));
    await expect(page.getByRole("heading", { name: "Creator dashboard" })).toBeVisible();
    await page.goto(`${creatorDashboard(dashboard.url)}&language=xx`);
    await expect(page.getByRole("heading", { name: "Creator dashboard" })).toBeVisible();
  });
});

/** A German text of a script. */
const GERMAN = "Als Squads-Tresor handeln";

test("an English page loads no other language", async ({ page, dashboard }) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/\.js($|\?)/.test(response.url())) scripts.push(response.text());
  });
  await openPage(page, creatorDashboard(dashboard.url), { waitUntil: "networkidle" });
  expect((await Promise.all(scripts)).join("\n")).not.toContain(GERMAN);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.getByRole("heading", { name: "Offene Aufgaben" })).toBeVisible();
  const german = (await Promise.all(scripts)).filter((script) => script.includes(GERMAN));
  expect(german).toHaveLength(1);
  expect(gzipSync(german[0] ?? "").length).toBeLessThan(64_000);
});

test("no script contains a sentence that only the server renders", () => {
  const chunks = readdirSync(".next/static/chunks", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(`.next/static/chunks/${file}`, "utf8"))
    .join("\n");
  expect(chunks.includes(GERMAN)).toBe(true);
  const server = JSON.parse(readFileSync("messages/de/server.json", "utf8"));
  expect(Object.keys(server).length).toBeGreaterThan(100);
  const isLiteral = (sentence: string) =>
    ['"', "'", "`"].some((quote) => chunks.includes(quote + sentence + quote));
  // A short sentence such as “Statement” is also part of names in the code.
  expect(Object.keys(server).filter(isLiteral)).toEqual([]);
});

test("a URL with a language redirects only to the same page", async ({ page, dashboard }) => {
  for (const path of ["//evil.example", "/\\evil.example", "/%2f%2fevil.example"]) {
    const answer = await page.request.get(`${dashboard.url}${path}?language=de`, { maxRedirects: 0 });
    const location = answer.headers().location;
    if (location) expect(new URL(location, dashboard.url).origin).toBe(dashboard.url);
  }
});
