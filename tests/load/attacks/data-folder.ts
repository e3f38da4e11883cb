import { type ChildProcess, type SpawnOptions, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Row } from "../report";
import { AttackedService, freePort, launch, newFolder } from "../service/service";

/** An unprivileged user id on every Linux. Root can read every folder, so another user runs the server. */
const UNPRIVILEGED_USER_ID = 65_534;
const GIVE_UP_MS = 60_000;

/** Runs a program as a container does, as the first process of a separate process-id namespace. */
const ISOLATED = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] as const;

/** Returns whether the user may create namespaces. */
const canIsolate = () => spawnSync(ISOLATED[0], [...ISOLATED.slice(1), "true"]).status === 0;

type Refusal = { code: number | null; text: string };

/** Starts the server on a folder and waits for its end; returns null if it keeps running. */
async function startOn(
  dataDir: string,
  { options = {}, through = [] }: Pick<Case, "options"> & { through?: readonly string[] } = {},
): Promise<Refusal> {
  const settings = {
    PORT: String(await freePort()),
    LEDGER_PORT: String(await freePort()),
    DATA_DIR: dataDir,
  };
  const child: ChildProcess = launch(
    { ...settings, LOG_LEVEL: "error" },
    { stdio: ["ignore", "pipe", "pipe"], ...options },
    through,
  );
  let text = "";
  child.stderr?.on("data", (chunk) => (text += chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), GIVE_UP_MS);
  child.stdout?.on("data", () => child.kill("SIGKILL"));
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  return { code, text };
}

/** Returns errors unless the refusal is a sentence that names the folder or the setting, without a stack. */
function failure(name: string, { code, text }: Refusal, message: RegExp): string[] {
  if (code !== 1) return [`${name}: the start ended with ${code}`];
  const isSentence = /^[A-Z].*\.$/s.test(text.trim()) && !/\n\s+at /.test(text);
  return isSentence && message.test(text)
    ? []
    : [`${name}: it was refused with "${text.trim().slice(0, 300)}"`];
}

type Case = {
  name: string;
  message: RegExp;
  /** Damages a copy of a whole folder. */
  spoil(folder: string): Promise<unknown>;
  options?: SpawnOptions;
};

const CASES: readonly Case[] = [
  {
    name: "PG_VERSION gone",
    message: /PG_VERSION/,
    spoil: (folder) => rm(join(folder, "postgres", "PG_VERSION")),
  },
  {
    name: "half a database",
    message: /is incomplete/,
    spoil: (folder) => rm(join(folder, "postgres", "base"), { recursive: true }),
  },
  {
    name: "no database left",
    message: /is incomplete/,
    spoil: (folder) => rm(join(folder, "postgres"), { recursive: true }),
  },
  {
    name: "control file cut off",
    message: /database in/,
    spoil: (folder) => truncate(join(folder, "postgres", "global", "pg_control"), 100),
  },
  {
    name: "a file in its place",
    message: /DATA_DIR/,
    spoil: (folder) => rm(folder, { recursive: true }).then(() => writeFile(folder, "")),
  },
  {
    name: "not writable",
    message: /DATA_DIR/,
    spoil: (folder) => shut(folder),
    ...(process.getuid?.() === 0 && { options: { uid: UNPRIVILEGED_USER_ID, gid: UNPRIVILEGED_USER_ID } }),
  },
];

/** Gives the folder to another user, who may read it and no more. */
async function shut(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(folder, UNPRIVILEGED_USER_ID, UNPRIVILEGED_USER_ID);
  await chmod(folder, 0o500);
}

/**
 * Starts on folders that are damaged, inaccessible or in use: each start fails with a sentence, and good data
 * stays good.
 */
export async function damagedDataFolders(): Promise<Row> {
  const began = performance.now();
  const broken: string[] = [];
  const service = await AttackedService.start();
  const root = await newFolder();
  await chmod(root, 0o755);
  try {
    const inUse = await startOn(service.dataDir);
    broken.push(...failure("a second process on the folder", inUse, /is using/));
    if (canIsolate()) {
      const beside = await startOn(service.dataDir, { through: ISOLATED });
      broken.push(...failure("a second container on the folder", beside, /is using/));
    }
    if (!service.isRunning) broken.push("a second process ended the first");
    await service.stop();
    for (const { name, message: expected, spoil, options } of CASES) {
      const folder = join(root, name.replaceAll(" ", "-"));
      await cp(service.dataDir, folder, { recursive: true });
      await spoil(folder);
      broken.push(...failure(name, await startOn(folder, options ? { options } : {}), expected));
      await rm(folder, { recursive: true, force: true });
    }
    await service.restart();
  } finally {
    await service.remove();
    await rm(root, { recursive: true, force: true });
  }
  const refused = CASES.length + (canIsolate() ? 2 : 1);
  const figures = `${refused} starts refused`;
  return { attack: "data-folder faults", seconds: (performance.now() - began) / 1000, figures, broken };
}
