import { existsSync, mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { Database } from "./client";
import { type Asker, DatabaseUnavailable, explainFailure } from "./failures";
import { DataFolderError, inFolder, lockFolder, makePrivate } from "./folder-lock";
import { migrationsFolder } from "./migrations";

export type EmbeddedOptions = {
  /** Keeps the data in `dataDir/postgres`; without it the data lives in memory. */
  dataDir?: string;
  /** A dumped data directory to start from instead of an empty one. */
  snapshot?: Blob;
  /** Told every statement. */
  logger?: Logger;
  /** For whom statements are asked, each time. */
  asker?: () => Asker | undefined;
};

/** The embedded database has one writer: a second process on the same files would corrupt them. */
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

/** Written once a database was opened whole: from then on nothing of it may be missing. */
const MARK = "postgres.whole";
const ESSENTIALS = ["PG_VERSION", "base", "global/pg_control", "pg_wal"];

/** Refuses a database that lost files: without them an empty one would be made in its place. */
function requireWhole(dataDir: string): void {
  if (!existsSync(join(dataDir, MARK))) return;
  const missing = ESSENTIALS.filter((name) => !existsSync(join(dataDir, "postgres", name)));
  if (missing.length === 0) return;
  throw new DataFolderError(
    `The database in ${dataDir} is not whole, it lacks ${missing.join(", ")}: restore the folder from a copy, or move ` +
      "it away to begin with an empty database.",
  );
}

const unreadable = (dataDir: string, cause: unknown) =>
  new DataFolderError(
    `The database in ${dataDir} cannot be opened: restore the folder from a copy, or move it away to begin with an ` +
      "empty database.",
    { cause },
  );

/** Postgres in this process, migrated. One connection: a transaction holds up every other query until it ends. */
export async function openEmbedded({ dataDir, snapshot, logger, asker }: EmbeddedOptions = {}) {
  const unlock = dataDir ? lock(dataDir) : undefined;
  try {
    if (dataDir) requireWhole(dataDir);
    const { PGlite } = await import("@electric-sql/pglite");
    const folder = dataDir && join(dataDir, "postgres");
    // Setting up a new database takes half a gigabyte, which is not given back while that database is open.
    if (folder && !existsSync(folder)) await (await PGlite.create({ dataDir: folder })).close();
    const client = await PGlite.create({ dataDir: folder, loadDataDir: snapshot }).catch((error: unknown) => {
      throw dataDir && existsSync(join(dataDir, MARK)) ? unreadable(dataDir, error) : error;
    });
    const embedded = drizzle(client, { logger });
    await migrate(embedded, { migrationsFolder: migrationsFolder() });
    explainFailures(client, asker ?? (() => undefined));
    const db: Database = embedded;
    if (dataDir) {
      await writeFile(join(dataDir, MARK), "");
      makePrivate(dataDir);
    }
    const close = async () => {
      await client.close();
      unlock?.();
    };
    return { db, close, dump: () => client.dumpDataDir("none") };
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/** Has statements fail as on a server when the database is closed, or broke down, or nobody waits for them any more. */
function explainFailures(client: PGlite, asker: () => Asker | undefined): void {
  const guarded = <G extends unknown[], T>(work: (...given: G) => Promise<T>) => {
    return async (...given: G): Promise<T> => {
      try {
        if (asker()?.signal?.aborted) throw new DatabaseUnavailable(new Error("the request is out of time"));
        return await work(...given);
      } catch (error) {
        throw explainFailure(error, asker());
      }
    };
  };
  const { transaction } = client;
  Object.assign(client, {
    query: guarded(client.query.bind(client)),
    transaction: async (work: (tx: Transaction) => Promise<unknown>) => {
      if (client.closed) throw explainFailure(new Error("it is closed"), asker());
      return transaction.call(client, (tx) => work(Object.assign(tx, { query: guarded(tx.query.bind(tx)) })));
    },
  });
}
