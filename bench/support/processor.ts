import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** What the kernel counts of processes. Linux only. */

/** It counts the processor's time in hundredths of a second. */
const TICK_MS = 10;

const statOf = (pid: number | string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before may hold anything.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

/** Milliseconds that a process has had a processor, in the kernel too, with all its threads. */
export function processorMs(pid: number | undefined): number {
  const fields = statOf(pid ?? 0);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of all children that a process has or has had. */
export function childrenMs(pid: number): number {
  const own = statOf(pid);
  let sum = (Number(own[13]) + Number(own[14])) * TICK_MS;
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (Number(statOf(name)[1]) === pid) sum += processorMs(Number(name));
    } catch {
      // It ended while the others were looked at.
    }
  }
  return sum;
}

/** Resident memory in MiB: now, and at its highest since `forgetPeak`. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

/** Has the kernel count a process's peak from what it has now. */
export const forgetPeak = (pid: number | undefined) => writeFileSync(`/proc/${pid}/clear_refs`, "5");
