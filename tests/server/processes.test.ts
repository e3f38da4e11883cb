import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";

let parent: ChildProcess;
let lines: (Line & Record<string, unknown>)[];

function start(settings: Record<string, string>): Promise<number> {
  lines = [];
  parent = spawn(process.execPath, ["--import", "tsx", "tests/server/support/several-processes.ts"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
      COUNT: "2",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (parent.stdout)
    createInterface({ input: parent.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
  return once(parent, "message").then(([{ port }]) => port);
}

const exitCode = async () => {
  if (parent.exitCode === null && parent.signalCode === null) await once(parent, "exit");
  return parent.exitCode;
};

// The remaining processes end with their parent.
afterEach(async () => {
  parent.kill("SIGKILL");
  await exitCode();
});

type Line = { process: number; msg: string; number: number; pid: number; follows: boolean; flags: string[] };

/** Returns the two processes once they listen, without the killed ones. */
async function listening(killed: readonly number[] = []): Promise<Line[]> {
  const now = () =>
    [1, 2].flatMap(
      (number) => lines.findLast((line) => line.msg === "listens" && line.number === number) ?? [],
    );
  const isAll = () => now().length === 2 && now().every(({ pid }) => !killed.includes(pid));
  await expect.poll(isAll, LONG).toBe(true);
  return now();
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test(
  "runs the follower in the first process, passes flags to all, and replaces a killed process in its place",
  LONG,
  async () => {
    const port = await start({});
    let all = await listening();
    const killed = all.map(({ pid }) => pid);
    for (const pid of killed) {
      process.kill(pid, "SIGKILL");
      all = await listening(killed.slice(0, killed.indexOf(pid) + 1));
    }
    expect(all.map(({ process, follows }) => [process, follows])).toEqual([
      [1, true],
      [2, false],
    ]);
    for (const { flags } of all) expect(flags).toEqual(["--import", "tsx"]);
    expect(lines.filter(({ signal }) => signal === "SIGKILL")).toHaveLength(2);
    expect(await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).toBe("here");
    parent.kill("SIGTERM");
    expect(await exitCode()).toBe(0);
    expect(all.every(({ pid }) => isGone(pid))).toBe(true);
  },
);

test(
  "ends all processes at once when the first cannot start, before any other was started",
  LONG,
  async () => {
    void start({ FAILING: "1", COUNT: "3" }).catch(() => undefined);
    expect(await exitCode()).toBe(1);
    expect(lines).toMatchObject([{ process: 0, number: 1, code: 3, msg: "no process could be started" }]);
  },
);

test(
  "restarts a process that fails at its start after growing delays, while the others serve",
  LONG,
  async () => {
    const port = await start({ FAILING: "2" });
    const pauses = () => lines.filter(({ msg, number }) => msg.includes("replaced") && number === 2);
    await expect.poll(() => pauses().length, LONG).toBeGreaterThanOrEqual(4);
    expect(
      pauses()
        .slice(0, 4)
        .map(({ pauseMs }) => pauseMs),
    ).toEqual([0, 500, 1_000, 2_000]);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  },
);

test("reports a process that fails on SIGTERM in the exit code", LONG, async () => {
  await start({ EXIT_CODE: "7" });
  await listening();
  parent.kill("SIGTERM");
  expect(await exitCode()).toBe(1);
});

test("ends all processes with their parent, however the parent ends", LONG, async () => {
  await start({});
  const all = await listening();
  parent.kill("SIGKILL");
  await expect.poll(() => all.every(({ pid }) => isGone(pid)), LONG).toBe(true);
});
