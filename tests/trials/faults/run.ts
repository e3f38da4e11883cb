import { writeFileSync } from "node:fs";
import { type Trial, until } from "../trial";
import { Bench, type Report } from "./bench";
import { FAULTS, type Fault } from "./faults";

const WITHIN_MS = 60_000;
const CHANNELS = ["health", "doctor", "metrics", "log", "alert"] as const;
/** Alerts whose section in the operators' document is followed while they fire. */
const FOLLOWED = new Set<string>();
const MIN_NAMED = FAULTS.length - 2;
const MAX_CELL = 160;

/** Injects every fault into a running service, and prints a table of everything that was reported within a minute. */
export async function nameFaults(trial: Trial): Promise<void> {
  const bench = await Bench.start(trial);
  const wanted = process.env.FAULTS?.split(",");
  const rows: string[] = [];
  const runbooks: string[] = [];
  let named = 0;
  for (const [at, fault] of FAULTS.entries()) {
    if (wanted && !wanted.some((part) => fault.name.includes(part))) continue;
    const { report, runbook } = await examine(bench, fault);
    const naming = CHANNELS.filter((channel) => report[channel].some((line) => fault.cause.test(line)));
    if (naming.length > 0) named++;
    trial.note(
      `${fault.area}: ${fault.name} is named by ${naming.join(", ") || "nothing"}`,
      naming.length === 0 && JSON.stringify(report).slice(0, 1_500),
    );
    const cells = CHANNELS.map((channel) => cell(report[channel], fault.cause));
    rows.push(
      `| ${at + 1} | ${fault.area}: ${fault.name} | ${cells.join(" | ")} | ${naming.join(", ") || "–"} |`,
    );
    if (runbook) runbooks.push(runbook);
  }
  const head = [
    "| # | fault | health | doctor | metrics | log | alert | cause named by |",
    "|---|---|---|---|---|---|---|---|",
  ];
  const table = [...head, ...rows, "", `${named} of ${rows.length} name the cause.`, "", ...runbooks].join(
    "\n",
  );
  console.log(table);
  if (process.env.FAULT_TABLE) writeFileSync(process.env.FAULT_TABLE, `${table}\n`);
  if (!wanted) trial.note(`at least ${MIN_NAMED} faults are named`, named < MIN_NAMED && `${named} are`);
}

async function examine(bench: Bench, fault: Fault): Promise<{ report: Report; runbook: string | null }> {
  if (fault.settings) await bench.restart(fault.settings(bench));
  const before = new Set(await bench.metrics().catch(() => []));
  bench.lines = fault.settings ? bench.lines : [];
  await fault.inject?.(bench);
  const report = await collect(bench, fault, before);
  const runbook = await follow(bench, fault, report);
  await fault.heal?.(bench);
  if (fault.settings) await bench.restart();
  await until(`${fault.name} is over`, async () => (await bench.health()).status === "ok");
  // A changed program is reported for a day.
  if (runbook && fault.alert !== "VestingProgramChanged") {
    await until(`${fault.alert} ends`, async () => !(await isFiring(bench, fault)));
    bench.trial.saw(`${fault.alert} ended after its fix`);
  }
  return { report, runbook };
}

const isFiring = async (bench: Bench, { alert }: Fault): Promise<boolean> =>
  (await bench.firing()).some(({ labels }) => labels.alertname === alert);

/** Waits until the expected alert fires and the cause is named, at most a minute. */
async function collect(bench: Bench, fault: Fault, before: ReadonlySet<string>): Promise<Report> {
  const deadline = performance.now() + WITHIN_MS;
  const report: Report = { health: [], doctor: [], metrics: [], log: [], alert: [] };
  for (;;) {
    const alerts = await bench.firing().catch(() => []);
    report.alert = alerts.map(({ labels, annotations }) => `${labels.alertname}: ${annotations.summary}`);
    report.health = describeHealth(
      await bench.health().catch((error: Error) => ({ http: null, error: error.message })),
    );
    report.metrics = (await bench.metrics().catch(() => [])).filter(
      (line) => !before.has(line) && !/^vesting_(disk|indexer_lag)/.test(line),
    );
    report.log = bench.lines
      .filter((line) => !line.startsWith("{") || /"level":[4-6]0/.test(line))
      .map(shortLine);
    const isExpected = !fault.alert || report.alert.some((line) => line.startsWith(`${fault.alert}:`));
    const isOver = performance.now() > deadline;
    if (isExpected || isOver) {
      report.doctor = await bench.doctor(fault.doctor);
      const isNamed = CHANNELS.some((channel) => report[channel].some((line) => fault.cause.test(line)));
      if (isNamed || isOver) return report;
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function describeHealth(health: Record<string, unknown>): string[] {
  const { http, status, db, writable, rpc, store, setup = [], indexer, error, clock } = health;
  const problems = (indexer as { problems?: { code: string }[] })?.problems ?? [];
  const findings = (setup as { says: string }[]).map(({ says }) => says);
  const flags = Object.entries({ db, writable, rpc, store }).filter(([, value]) => value === false);
  return [
    http === null ? `no answer: ${error}` : `${http} ${status}`,
    ...flags.map(([name]) => `${name} false`),
    ...problems.map(({ code }) => code),
    ...Object.entries((clock ?? {}) as Record<string, number | null>)
      .filter(([, seconds]) => seconds !== null && Math.abs(seconds) > 60)
      .map(([name, seconds]) => `${name} ${seconds}`),
    ...findings,
  ];
}

const shortLine = (line: string): string => {
  if (!line.startsWith("{")) return line;
  const { time: _, level: __, ...rest } = JSON.parse(line);
  return JSON.stringify(rest);
};

/** The lines that name the cause, else the first; a table's cell has no bars. */
function cell(lines: readonly string[], cause: RegExp): string {
  const naming = lines.filter((line) => cause.test(line));
  const text = [...new Set(naming.length > 0 ? naming.slice(0, 1) : lines.slice(0, 2))].join("; ");
  return (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text).replaceAll("|", "\\|") || "–";
}

/** Runs the commands of an alert's section while it fires, once for each alert. */
async function follow(bench: Bench, { alert, name }: Fault, report: Report): Promise<string | null> {
  if (!alert || FOLLOWED.has(alert) || !report.alert.some((line) => line.startsWith(`${alert}:`)))
    return null;
  FOLLOWED.add(alert);
  const parts = [`### ${alert}, by: ${name}`, "", "```text"];
  for (const command of bench.runbook(alert)) {
    const printed = await bench.shell(bench.adapted(command));
    parts.push(
      `$ ${command}`,
      ...printed
        .trim()
        .split("\n")
        .slice(0, 6)
        .map((line) => line.slice(0, 200)),
    );
  }
  return [...parts, "```", ""].join("\n");
}
