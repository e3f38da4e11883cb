import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";

type Launch = { args?: string[]; env?: Record<string, string>; stdout?: "pipe" | "ignore" };

/** Starts a TypeScript file of the project in another process. */
export function launch(file: string, { args = [], env, stdout = "ignore" }: Launch = {}): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", file, ...args], {
    stdio: ["ignore", stdout, "inherit", "ipc"],
    serialization: "advanced",
    env: { ...process.env, NODE_ENV: "production", TSX_TSCONFIG_PATH: "server/tsconfig.json", ...env },
  });
}

/** Resolves to the child's next message; fails when the child exits first. */
export async function getMessage<Message>(child: ChildProcess): Promise<Message> {
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`A process of the benchmark exited with ${code}.`);
  });
  return (await Promise.race([once(child, "message"), exited]))[0];
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Returns the milliseconds of CPU time that a process has used, in the kernel too, with all its threads. */
export function processorMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the command precedes the last parenthesis and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The kernel counts ticks of ten milliseconds.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns resident memory in MiB: the current value, and the peak since `resetPeak`. */
export function getMemory(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

export const resetPeak = (pid: number | undefined) => writeFileSync(`/proc/${pid}/clear_refs`, "5");
