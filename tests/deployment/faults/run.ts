import { writeFileSync } from "node:fs";
import { type DeploymentTest, until } from "../trial";
import { Bench, type Report } from "./bench";
import type { Fault } from "./fault";
import { FAULTS } from "./faults";

const WITHIN_MS = 60_000;
const CHANNELS = ["health", "doctor", "metrics", "log", "alert"] as const;
/** Alerts whose section in the operators' document is followed while they fire. */
const FOLLOWED = new Set<string>();
const MIN_NAMED = 28;
const MAX_CELL = 160;

/** Injects every fault into a running service, and prints a table of everything that was reported within a minute. */
export async function runFaults(deploymentTest: DeploymentTest): Promise<void> {
  const bench = await Bench.start(deploymentTest);
  const { FAULTS: wanted, FAULT_TABLE: file } = process.env;
  const [rows, runbooks]: [string[], string[]] = [[], []];
  for (const [at, fault] of FAULTS.entries()) {
    const name = `${fault.area}: ${fault.name}`;
    if (wanted && !wanted.split(",").some((part) => name.includes(part))) continue;
    if (fault.needsRoot && process.getuid?.() !== 0) {
      deploymentTest.saw(`left out without root: ${name}`);
      continue;
    }
    const { report, runbook } = await examine(bench, fault);
    const naming = CHANNELS.filter((channel) => report[channel].some((line) => fault.cause.test(line)));
    deploymentTest.note(
      `${name} is named by ${naming.join(", ")}`,
      naming.length === 0 && JSON.stringify(report),
    );
    const cells = CHANNELS.map((channel) => cell(report[channel], fault.cause));
    rows.push(`| ${[at + 1, name, ...cells, naming.join(", ") || NOT_NAMED].join(" | ")} |`);
    if (runbook) runbooks.push(runbook);
    // After each fault, so that an interrupted run leaves its results.
    if (file) writeFileSync(file, getTable(rows, runbooks));
  }
  console.log(getTable(rows, runbooks));
  const named = rows.filter((row) => !row.endsWith(`${NOT_NAMED} |`)).length;
  if (!wanted)
    deploymentTest.note(`at least ${MIN_NAMED} faults are named`, named < MIN_NAMED && `${named} are`);
}

const NOT_NAMED = "–";
const HEAD = `| # | fault | ${CHANNELS.join(" | ")} | cause named by |\n|---|---|${"---|".repeat(CHANNELS.length)}---|`;

const getTable = (rows: readonly string[], runbooks: readonly string[]): string =>
  `${[HEAD, ...rows, "", ...runbooks].join("\n")}\n`;

/** Injects a fault, observes it, and heals it whatever happens. */
async function examine(bench: Bench, fault: Fault): Promise<{ report: Report; runbook: string | null }> {
  if (fault.settings) await bench.restart(fault.settings(bench));
  // A restart is not the fault.
  const isRunning = fault.alert !== "VestingIndexDown";
  if (fault.settings && isRunning) await settled(bench);
  const before = new Set(await bench.metrics().catch(() => []));
  if (!fault.settings) bench.lines = [];
  try {
    await fault.inject?.(bench);
    const report = await collect(bench, fault, before);
    return { report, runbook: await follow(bench, fault, report) };
  } finally {
    await fault.heal?.(bench);
    if (fault.settings) await bench.restart();
    await until(`${fault.name} is over`, async () => (await bench.health()).status === "ok");
    // A changed program is reported for a day.
    if (fault.alert && fault.alert !== "VestingProgramChanged")
      await until(`${fault.alert} ends`, async () => !(await isFiring(bench, fault)));
  }
}

/** Waits until a service that was restarted answers and is scraped. */
const settled = (bench: Bench) =>
  until("the service is scraped", async () => {
    const { http } = await bench.health();
    return http !== null && !(await isFiring(bench, { alert: "VestingIndexDown" }));
  });

const isFiring = async (bench: Bench, { alert }: Pick<Fault, "alert">): Promise<boolean> =>
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
      .filter((line) => !/^(?:✓|Vesting Index answers)|"level":[1-3]0/.test(line))
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
  const findings = (setup as { message: string }[]).map(({ message }) => message);
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
  return (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text).replaceAll("|", "\\|") || NOT_NAMED;
}

/** Runs the commands of an alert's section while it fires, once for each alert. */
async function follow(bench: Bench, { alert, name }: Fault, report: Report): Promise<string | null> {
  if (!alert || FOLLOWED.has(alert) || !report.alert.some((line) => line.startsWith(`${alert}:`)))
    return null;
  FOLLOWED.add(alert);
  const parts = [`### ${alert}, by: ${name}`, "", "```text"];
  for (const command of bench.runbook(alert)) {
    const printed = await bench.shell(bench.adapted(command));
    const lines = printed.trim().split("\n");
    // Of the doctor's lines those that name something.
    const shown = command.includes("doctor") ? lines.filter((line) => !line.startsWith("✓")) : lines;
    parts.push(`$ ${command}`, ...shown.slice(0, 6).map((line) => line.slice(0, 200)));
  }
  return [...parts, "```", ""].join("\n");
}
