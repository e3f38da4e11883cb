import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const RESULTS = join(import.meta.dirname, "../results");

/** The value that a fraction of the measured ones does not exceed; `fraction` is from 0 to 1. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Four digits: what differs beyond them is noise. */
export const rounded = (value: number): number => Number(value.toPrecision(4));

/** Writes what was measured, and on what, to `bench/results`. */
export function record(name: string, report: Record<string, unknown>): void {
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGib: rounded(totalmem() / 1024 ** 3),
    /** Of the last five minutes: above the number of cores, times on the wall are stretched. */
    loadAverage: rounded(loadavg()[1] ?? 0),
  };
  mkdirSync(RESULTS, { recursive: true });
  const text = JSON.stringify({ measuredAt: new Date().toISOString(), machine, ...report }, null, 2);
  writeFileSync(join(RESULTS, `${name}.json`), `${text}\n`);
}
