import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { Audit } from "lighthouse/core/audits/audit.js";
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
  /** By the processor's time, for machines that others use too. */
  calm: Calm;
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

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>;
type Report = Result["lhr"];
type Run = { report: Report; calm: Calm };

async function run(url: string, port: number): Promise<Run> {
  // Without settings of its own it plays a phone on a slow line, with a processor of a quarter of this one's speed.
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  return { report: result.lhr, calm: withoutOthers(result) };
}

/** As the phone would have been blocked, and judged, had nobody else used this machine's processors. */
type Calm = { blockingMs: number; performance: number };

const BLOCKS_FROM_MS = 50;
const SLOWER = 4;
/** How Lighthouse scores total blocking time, and its share of the whole. */
const BLOCKING = { p10: 200, median: 600 };
const BLOCKING_SHARE = 0.3;

/** Lighthouse takes tasks by the clock; here their time is the processor's, which waiting for one does not stretch. */
function withoutOthers({ lhr, artifacts }: Result): Calm {
  const events = artifacts.Trace.traceEvents as unknown as TraceEvent[];
  const isMain = (event: TraceEvent) => event.name === "thread_name" && event.args.name === "CrRendererMain";
  const threads = events.filter(isMain).map(({ pid, tid }) => {
    const own = events.filter((event) => event.pid === pid && event.tid === tid && event.name === "RunTask");
    return own.map(({ tdur = 0 }) => (SLOWER * tdur) / 1000);
  });
  const [tasks = []] = threads.toSorted((one, other) => sum(other) - sum(one));
  const blockingMs = sum(tasks.map((ms) => Math.max(0, ms - BLOCKS_FROM_MS)));
  const measured = lhr.audits["total-blocking-time"]?.score ?? 0;
  const score = Audit.computeLogNormalScore(BLOCKING, blockingMs);
  const performance = (lhr.categories.performance?.score ?? 0) + BLOCKING_SHARE * (score - measured);
  return { blockingMs: Math.round(blockingMs), performance: Math.round(100 * performance) };
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

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

function judge(page: string, runs: readonly Run[]): Judged {
  const reports = runs.map(({ report }) => report);
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
    calm: {
      blockingMs: median(runs.map(({ calm }) => calm.blockingMs)),
      performance: median(runs.map(({ calm }) => calm.performance)),
    },
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
      const runs: Run[] = [];
      while (runs.length < RUNS) runs.push(await run(url + path, port));
      judged.push(judge(name, runs));
    }
  } finally {
    await browser.close();
  }
  return judged;
}
