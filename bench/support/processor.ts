import { readFileSync, writeFileSync } from "node:fs";

/** Counters that the Linux kernel keeps of a process. */

/** The unit of CPU time in /proc. */
const TICK_MS = 10;

/** Returns the milliseconds of CPU time that a process has used, in the kernel too, with all its threads. */
export function processorMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the command stands before the last parenthesis and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns resident memory in MiB: the current value, and the peak since `resetPeak`. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

export const resetPeak = (pid: number | undefined) => writeFileSync(`/proc/${pid}/clear_refs`, "5");
