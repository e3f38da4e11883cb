import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, open as openFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import pLimit from "p-limit";
import type postgres from "postgres";
import { DataFolderError, inFolder, lockFolder, makePrivate, syncPath } from "@/ledger/storage/folder-lock";
import type { Database, DatabaseOptions } from "../database";
import { migrationsFolder } from "../maintenance/migrations";
import { PostgresPool } from "../postgres-pool";
import { type Engine, type OpenEngine, openEngine } from "./engine";

type Options = Pick<DatabaseOptions, "queryContext" | "onStatement" | "onFailure"> & {
  /** Receives every statement. */
  logger?: Logger;
};

/** Locks the data folder: a second process on the same files would corrupt them. */
function lock(dataDir: string): () => void {
  const unlock = inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return lockFolder(join(dataDir, "postgres.lock"));
  });
  if (unlock) return unlock;
  throw new DataFolderError(
    `The database in ${dataDir} is in use by another process: stop that one, or choose another DATA_DIR.`,
  );
}

/** Marker file, written once a database has been opened completely: from then on, no file may be missing. */
const MARK = "postgres.whole";
const ESSENTIALS = ["PG_VERSION", "base", "global/pg_control", "pg_wal"];

/** Rejects a database that lost files: otherwise Postgres would create an empty one in its place. */
function requireComplete(dataDir: string): void {
  if (!existsSync(join(dataDir, MARK))) return;
  const missing = ESSENTIALS.filter((name) => !existsSync(join(dataDir, "postgres", name)));
  if (missing.length === 0) return;
  throw new DataFolderError(
    `The database in ${dataDir} is incomplete, it lacks ${missing.join(", ")}: restore the folder from a copy, or move ` +
      "it away to begin with an empty database.",
  );
}

/** Creates a database under a temporary name, so that a killed process leaves no part of one under its name. */
async function create(folder: string, socket: string, open: OpenEngine): Promise<void> {
  const partial = `${folder}.new`;
  await rm(partial, { recursive: true, force: true });
  // Creating a database takes half a gigabyte of memory, which is only released when that database is closed.
  await (await open(partial, socket)).close();
  await syncFiles(partial);
  await rename(partial, folder);
  syncPath(dirname(folder));
}

/**
 * Syncs all files of a closed database to the disk, because PGlite syncs only its log. Several at once share a flush of
 * the disk: there are more than a thousand files.
 */
async function syncFiles(folder: string): Promise<void> {
  await pLimit(16).map(await readdir(folder, { recursive: true }), async (name) => {
    const file = await openFile(join(folder, name));
    await file.sync().finally(() => file.close());
  });
}

/** The longest delay of a timer in milliseconds. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Connects to an engine at the path `socket`, and migrates it. `close` closes the engine too. A transaction blocks
 * every other query until it ends, because there is one connection.
 */
export async function connectEmbedded(engine: Engine, socket: string, { logger, ...options }: Options) {
  const pool = new PostgresPool({
    ...options,
    url: "postgres://postgres@localhost/postgres",
    max: 1,
    // The database answers no ping during a statement. All connections share a session, so a second connection would
    // keep the prepared statements of the first.
    pingAfterMs: NEVER_MS,
    driver: { path: socket, idle_timeout: 0, max_lifetime: 0 },
  });
  const close = async () => {
    await pool.close();
    await engine.close();
  };
  try {
    const db: Database = drizzle(pool.client as unknown as postgres.Sql, { logger });
    await migrate(db as Parameters<typeof migrate>[0], { migrationsFolder: migrationsFolder() });
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type EmbeddedOptions = Options & {
  /** The data is stored in `dataDir/postgres`. */
  dataDir: string;
  /** Opens the files; by default as Postgres in this thread. */
  openEngine?: OpenEngine;
};

/** Opens Postgres in this process, migrated. */
export async function openEmbedded({ dataDir, openEngine: open = openEngine, ...options }: EmbeddedOptions) {
  // The path of a data folder may be too long for a socket.
  const socketFolder = await mkdtemp(join(tmpdir(), "vesting-index-"));
  const socket = join(socketFolder, "postgres");
  let unlock = () => {};
  const release = async () => {
    await rm(socketFolder, { recursive: true, force: true });
    unlock();
  };
  try {
    unlock = lock(dataDir);
    requireComplete(dataDir);
    const folder = join(dataDir, "postgres");
    if (!existsSync(folder)) await create(folder, socket, open);
    const engine = await open(folder, socket, options.onFailure).catch((cause: unknown) => {
      const fix = "restore the folder from a copy, or move it away to begin with an empty database.";
      throw new DataFolderError(`The database in ${dataDir} cannot be opened: ${fix}`, { cause });
    });
    const { db, close: closeEngine } = await connectEmbedded(engine, socket, options);
    await writeFile(join(dataDir, MARK), "");
    makePrivate(dataDir);
    const close = async () => {
      await closeEngine();
      await syncFiles(folder);
      await release();
    };
    return { db, close };
  } catch (error) {
    await release();
    throw error;
  }
}
