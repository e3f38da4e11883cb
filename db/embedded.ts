import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { Database } from "./client";
import { migrationsFolder } from "./migrations";

export type EmbeddedOptions = {
  /** Keeps the data in `dataDir/postgres`; without it the data lives in memory. */
  dataDir?: string;
  /** A dumped data directory to start from instead of an empty one. */
  snapshot?: Blob;
  /** Told every statement. */
  logger?: Logger;
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The embedded database has one writer: a second process on the same files would corrupt them. */
async function lock(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, "postgres.lock");
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  // A container restarts with the same process ids, so one's own id is what a crash left behind.
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new Error(`The database in ${dataDir} is in use by process ${holder}: stop it, or remove ${file}.`);
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

/** Postgres in this process, migrated. One connection: a transaction holds up every other query until it ends. */
export async function openEmbedded({ dataDir, snapshot, logger }: EmbeddedOptions = {}) {
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const unlock = dataDir ? await lock(dataDir) : undefined;
  try {
    const { PGlite } = await import("@electric-sql/pglite");
    const folder = dataDir && join(dataDir, "postgres");
    // Setting up a new database takes half a gigabyte, which is not given back while that database is open.
    if (folder && !existsSync(folder)) await (await PGlite.create({ dataDir: folder })).close();
    const client = await PGlite.create({ dataDir: folder, loadDataDir: snapshot });
    const embedded = drizzle(client, { logger });
    await migrate(embedded, { migrationsFolder: migrationsFolder() });
    const db: Database = embedded;
    const close = async () => {
      await client.close();
      await unlock?.();
    };
    return { db, close, dump: () => client.dumpDataDir("none") };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}
