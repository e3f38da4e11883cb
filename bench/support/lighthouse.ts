import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "@/tests/attack/service/service";
import { CHROMIUM } from "@/tests/e2e/support/chromium";
import { median } from "./report";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Scores of speed differ between runs; the others do not. */
const RUNS = 3;

type Category = (typeof CATEGORIES)[number];
type Failed = { audit: string; score: number; shown: string; details: string };
export type Judged = {
  page: string;
  scores: Record<Category, number>;
  metrics: Record<string, number>;
  failed: Failed[];
};

const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
  "speed-index",
  "server-response-time",
] as const;

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

async function run(url: string, port: number): Promise<Report> {
  // Without settings of its own it plays a phone on a slow line, with a processor of a quarter of this one's speed.
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  return result.lhr;
}

const MAX_DETAILS = 600;

/** The first of what an audit found, as its report has it. */
const detailsOf = (details: unknown): string =>
  JSON.stringify(Object(details).items ?? []).slice(0, MAX_DETAILS);

/** What counts in a score and did not reach all of it. */
function failedAudits(report: Report): Failed[] {
  const counted = CATEGORIES.flatMap((name) => report.categories[name]?.auditRefs ?? []);
  const names = new Set(counted.filter(({ weight }) => weight > 0).map(({ id }) => id));
  return [...names].flatMap((id) => {
    const audit = report.audits[id];
    if (!audit || audit.score === null || audit.score >= 1) return [];
    return [
      {
        audit: id,
        score: audit.score,
        shown: audit.displayValue ?? audit.title,
        details: detailsOf(audit.details),
      },
    ];
  });
}

function judge(page: string, reports: readonly Report[]): Judged {
  const of = (read: (report: Report) => number | null | undefined) =>
    median(reports.map((report) => read(report) ?? 0));
  const byScore = reports.toSorted(
    (a, b) => (a.categories.performance?.score ?? 0) - (b.categories.performance?.score ?? 0),
  );
  const middle = byScore[Math.floor((byScore.length - 1) / 2)];
  return {
    page,
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round(100 * of((report) => report.categories[name]?.score))]),
    ) as Record<Category, number>,
    metrics: Object.fromEntries(
      METRICS.map((name) => [
        name,
        Math.round(1000 * of((report) => report.audits[name]?.numericValue)) / 1000,
      ]),
    ),
    failed: middle ? failedAudits(middle) : [],
  };
}

/** Has Lighthouse judge pages as on a phone, in a browser of its own that keeps nothing between them. */
export async function judgePages(
  url: string,
  pages: readonly { name: string; path: string }[],
): Promise<Judged[]> {
  const port = await freePort();
  const args = [...(CHROMIUM.args ?? []), `--remote-debugging-port=${port}`];
  const browser: Browser = await chromium.launch({ ...CHROMIUM, args });
  const judged: Judged[] = [];
  try {
    for (const { name, path } of pages) {
      const reports: Report[] = [];
      while (reports.length < RUNS) reports.push(await run(url + path, port));
      judged.push(judge(name, reports));
    }
  } finally {
    await browser.close();
  }
  return judged;
}
