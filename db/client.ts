import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { openEmbedded } from "./embedded";
import type { Asker } from "./failures";
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
  /** For whom statements are asked, each time. */
  asker?: () => Asker | undefined;
};

export type DatabaseHandle = { db: Database; kind: "postgres" | "embedded"; close(): Promise<void> };

/** Opens the database: the embedded one migrates itself, a server must have been migrated. */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  const { url, dataDir, maxConnections, asker } = options;
  if (url) {
    const { db, close } = await openPostgres({ url, maxConnections, asker });
    return { db, kind: "postgres", close };
  }
  const { db, close } = await openEmbedded({ dataDir, asker });
  return { db, kind: "embedded", close };
}
