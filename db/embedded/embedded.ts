import { existsSync, mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { DataFolderError, inFolder, lockFolder, makePrivate } from "@/ledger/storage/folder-lock";
import type { Database, DatabaseOptions } from "../database";
import { abandoned, explainFailure, isPastDeadline, type QueryContext } from "../failures";
import { migrationsFolder } from "../maintenance/migrations";
import { type Engine, type OpenEngine, openPglite } from "./engine";

type Options = Pick<DatabaseOptions, "queryContext" | "onStatement" | "onFailure"> & {
  /** Receives every statement. */
  logger?: Logger;
};

/**
 * Locks the data folder. The embedded database supports one writer: a second process on the same files would
 * corrupt them.
 */
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

/**
 * Marker file, written after a database was opened completely for the first time. From then on, no file may
 * be missing.
 */
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

const unreadable = (dataDir: string, cause: unknown) =>
  new DataFolderError(
    `The database in ${dataDir} cannot be opened: restore the folder from a copy, or move it away to begin with an ` +
      "empty database.",
    { cause },
  );

export type EmbeddedOptions = Options & {
  /** The data is stored in `dataDir/postgres`. */
  dataDir: string;
  /** Opens the files; by default as Postgres in this thread. */
  openEngine?: OpenEngine;
};

/**
 * Opens Postgres in this process, migrated. It has one connection: a transaction blocks every other query
 * until it ends.
 */
export async function openEmbedded({ dataDir, openEngine = openPglite, ...options }: EmbeddedOptions) {
  const unlock = lock(dataDir);
  try {
    requireComplete(dataDir);
    const folder = join(dataDir, "postgres");
    // Creating a database takes half a gigabyte of memory, which is only released when that database is
    // closed.
    if (!existsSync(folder)) await (await openEngine(folder)).close();
    const engine = await openEngine(folder).catch((error: unknown) => {
      throw existsSync(join(dataDir, MARK)) ? unreadable(dataDir, error) : error;
    });
    const db = await openOnEngine(engine, options);
    await writeFile(join(dataDir, MARK), "");
    makePrivate(dataDir);
    const close = async () => {
      await engine.close();
      unlock();
    };
    return { db, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens the same database with its data in memory, optionally from a dump of another database. */
export async function openInMemory({ snapshot, ...options }: Options & { snapshot?: Blob } = {}) {
  const client = await openPglite(undefined, snapshot);
  const db = await openOnEngine(client, options);
  return { db, close: () => client.close(), dump: () => client.dumpDataDir("none") };
}

/** Migrates the database of an engine, and returns it for queries. Sets the methods of `engine`. */
export async function openOnEngine(
  engine: Engine,
  { logger, queryContext = () => undefined, onStatement, onFailure }: Options,
): Promise<Database> {
  // The driver uses only the part of PGlite that every engine implements.
  const embedded = drizzle(engine as PGlite, { logger });
  await migrate(embedded, { migrationsFolder: migrationsFolder() });
  explainFailures(engine, { queryContext, onStatement, onFailure });
  return embedded;
}

/** Makes statements fail as on a server if the database is closed, has failed, or the request was aborted. */
function explainFailures(
  engine: Engine,
  { queryContext, onStatement, onFailure }: Options & { queryContext: () => QueryContext | undefined },
): void {
  const guarded = <G extends [string, ...unknown[]], T>(work: (...given: G) => Promise<T>) => {
    return async (...given: G): Promise<T> => {
      const end = onStatement?.(given[0]);
      try {
        if (isPastDeadline(queryContext())) throw abandoned();
        const result = await work(...given);
        end?.();
        return result;
      } catch (error) {
        end?.(error);
        throw explainFailure(error, onFailure);
      }
    };
  };
  const query = (target: Pick<Engine, "query">): Engine["query"] => {
    const run = target.query.bind(target);
    // Drizzle also passes parsers. PGlite would then copy its table of 300 parsers for each query.
    return guarded((text, values, options) => run(text, values, { rowMode: options?.rowMode }));
  };
  const { transaction } = engine;
  const replacement: Pick<Engine, "query" | "transaction"> = {
    query: query(engine),
    transaction: async (work) => {
      if (engine.closed) throw explainFailure(new Error("it is closed"));
      return transaction.call(engine, (tx) => work(Object.assign(tx, { query: query(tx) }))) as ReturnType<
        typeof work
      >;
    },
  };
  Object.assign(engine, replacement);
}
