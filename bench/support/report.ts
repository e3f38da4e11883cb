import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const RESULTS = join(ROOT, "bench/results");
const DOCUMENT = join(ROOT, "docs/performance.md");

/** A row of a table, by the headings of its columns. */
export type Row = Record<string, string | number>;
export type Result = {
  measuredAt: string;
  machine: { node: string; cpu: string; cores: number; loadAverage?: number };
  rows: Row[];
};

/** Keeps four significant digits of a measured value; smaller differences are noise. */
const rounded = (_key: string, value: unknown) =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Returns the smallest of the values that at least this share of them does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the seconds that the work takes. */
export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
}

/** Prints the rows, and writes them with the machine and the time to `bench/results` and docs/performance.md. */
export function record(name: string, rows: Row[], details: Record<string, unknown> = {}): void {
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    /** Average of the last five minutes. Wall-clock times are inflated when it exceeds the number of cores. */
    loadAverage: loadavg()[1] ?? 0,
  };
  mkdirSync(RESULTS, { recursive: true });
  const result = { measuredAt: new Date().toISOString(), machine, rows, ...details };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(result, rounded, 2)}\n`);
  writeFileSync(DOCUMENT, withTables(readDocument(), readResult));
  console.log(tableText(name, result));
}

const cellText = (value: string | number = "") =>
  typeof value === "number"
    ? value.toLocaleString("en-US", { maximumSignificantDigits: 4 })
    : value.replaceAll("|", "\\|");

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function tableText(name: string, result: Result | null): string {
  if (!result) return `Not recorded yet: \`npm run bench -- --only ${name}\`.`;
  const { measuredAt, rows, machine } = result;
  const load = machine.loadAverage === undefined ? "" : `, load average ${cellText(machine.loadAverage)}`;
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [
    `${measuredAt.slice(0, 10)}, Node ${machine.node.slice(1)}, ${machine.cores} cores (${machine.cpu})${load}.`,
    "",
    line(headings),
    line(headings.map(() => "---")),
    ...rows.map((row) => line(headings.map((heading) => cellText(row[heading])))),
  ].join("\n");
}

/** Returns the document with a table of each result between the comments that name it. */
export const withTables = (text: string, read: (name: string) => Result | null): string =>
  text.replaceAll(
    /(<!-- bench:([\w-]+) -->\n)[\s\S]*?(<!-- \/bench -->)/g,
    (_, opening: string, name: string, closing: string) =>
      `${opening}\n${tableText(name, read(name))}\n\n${closing}`,
  );

/** Reads the last recorded result; null when there is none. */
export function readResult(name: string): Result | null {
  const path = join(RESULTS, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

export const readDocument = () => readFileSync(DOCUMENT, "utf8");
