import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { openEmbedded } from "./embedded";
import { openPostgres } from "./postgres";

/** What a query runs on: a pool, the embedded database or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type DatabaseOptions = {
  /** A Postgres server; without it the embedded database. */
  url?: string;
  /** Where the embedded database keeps its files; without it, in memory. */
  dataDir?: string;
  /** Size of the pool on a server. */
  maxConnections?: number;
};

export type DatabaseHandle = { db: Database; kind: "postgres" | "embedded"; close(): Promise<void> };

/** Opens the database: the embedded one migrates itself, a server must have been migrated. */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  if (options.url) {
    const { db, close } = await openPostgres({ url: options.url, maxConnections: options.maxConnections });
    return { db, kind: "postgres", close };
  }
  const { db, close } = await openEmbedded({ dataDir: options.dataDir });
  return { db, kind: "embedded", close };
}
