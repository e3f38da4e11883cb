import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPglite } from "@/db/embedded/engine";
import { LONG } from "@/ledger/tests/support/long";

/** The flag of Linux for files whose writes wait until the disk has the data. */
const O_DSYNC = 0o10000;

/** Returns the flags of this process's open files below a folder. */
async function openFlags(folder: string): Promise<number[]> {
  const flags: number[] = [];
  for (const fd of await readdir("/proc/self/fd")) {
    const path = await readlink(`/proc/self/fd/${fd}`).catch(() => "");
    if (!path.startsWith(folder)) continue;
    const info = await readFile(`/proc/self/fdinfo/${fd}`, "utf8");
    flags.push(Number.parseInt(/flags:\s*(\d+)/.exec(info)?.[1] ?? "", 8));
  }
  return flags;
}

test.runIf(process.platform === "linux")(
  "openPglite writes the log of each commit through to the disk",
  LONG,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "vesting-index-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const database = await openPglite(join(folder, "postgres"));
    onTestFinished(() => database.close());
    await database.exec("create table rows (id int)");
    const flags = await openFlags(join(folder, "postgres", "pg_wal"));
    expect(flags).not.toEqual([]);
    expect(flags.filter((flag) => (flag & O_DSYNC) === 0)).toEqual([]);
  },
);
