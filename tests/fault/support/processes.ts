import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

type Settings = Record<string, string>;

/** A command of `vesting-index` that runs. `ended` resolves to its exit code, null after a kill, and its output. */
export type RunningCommand = {
  child: ChildProcess;
  ended: Promise<{ code: number | null; output: string }>;
};

const LAUNCH = resolve("cli/vesting-index/launch.mjs");
/** The last line that a command prints before it begins to work. */
const TARGET = /^program: /m;

const children = new Set<ChildProcess>();

function spawnNode(args: readonly string[], settings: Settings, stdio: StdioOptions, cwd?: string) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "test", TSX_TSCONFIG_PATH: "server/tsconfig.json" },
      ...settings,
    },
    stdio,
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Starts a TypeScript program of the tests with only these settings. Returns its process and its first message. */
export async function startProgram(
  path: string,
  settings: Settings,
): Promise<[child: ChildProcess, message: string]> {
  const child = spawnNode(["--import", "tsx", path], settings, ["ignore", "inherit", "inherit", "ipc"]);
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${path} ended at its start.`)));
  const [message] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return [child, String(message)];
}

/** Starts a command of `vesting-index` with only these settings. Resolves when it begins to work, or has ended. */
export async function startCommand(args: readonly string[], settings: Settings): Promise<RunningCommand> {
  // Another folder than the project's, so that no settings file of a developer is read.
  const child = spawnNode([LAUNCH, ...args], settings, ["ignore", "pipe", "pipe"], tmpdir());
  let output = "";
  const ended = once(child, "close").then(([code]) => ({ code, output }));
  await new Promise<void>((begin) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (TARGET.test(output)) begin();
      });
    }
    void ended.then(() => begin());
  });
  return { child, ended };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Kills a process with SIGKILL, and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Kills a process after a delay. Returns false if the process ended before. */
export async function killAfter(child: ChildProcess, delayMs: number): Promise<boolean> {
  const abort = new AbortController();
  const ended = once(child, "exit", { signal: abort.signal }).catch(() => undefined);
  if (isRunning(child)) await Promise.race([sleep(delayMs), ended]);
  abort.abort();
  const wasRunning = isRunning(child);
  await kill(child);
  return wasRunning && child.signalCode === "SIGKILL";
}

/** Kills all processes that this module started. */
export const killAll = () => Promise.all([...children].map(kill));
