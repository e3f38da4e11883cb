import type { Database, DatabaseOptions, ReplicaState } from "./database";
import { openPostgres } from "./postgres";

export type { Database } from "./database";

export type DatabaseHandle = {
  db: Database;
  /** For queries that only read: returns nothing older than `db` would. Equal to `db` without a read replica. */
  reads: Database;
  /** Checks the state of the read replica, if there is one. */
  replica?: { check(): Promise<ReplicaState> };
  /** Open connections of a Postgres server's pool, those in use, and statements that wait for one. */
  connections?: () => { open: number; active: number; waiting: number };
  kind: "postgres" | "embedded";
  close(): Promise<void>;
};

/** Opens the database. The embedded database migrates itself; a Postgres server must be migrated already. */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  const { url, dataDir } = options;
  if (url) return { ...(await openPostgres({ ...options, url })), kind: "postgres" };
  if (!dataDir) throw new TypeError("Pass url or dataDir.");
  // Imported lazily: the module takes about 40 MiB, which a deployment with a Postgres server does not need.
  const { openEmbedded } = await import("./embedded/embedded");
  const { db, close } = await openEmbedded({ ...options, dataDir });
  return { db, reads: db, kind: "embedded", close };
}
