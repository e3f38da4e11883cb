import type { Database, DatabaseOptions } from "./database";
import { openPostgres } from "./postgres";
import type { ReadReplica } from "./read-replica";

export type { Database } from "./database";

export type DatabaseHandle = {
  db: Database;
  /** For what only reads: never less than `db` would give. The same one where there is no stand-by. */
  reads: Database;
  /** How the stand-by stands, where there is one. */
  standby?: Pick<ReadReplica, "check">;
  /** The primary's pool: connections open and lent, statements that wait for one. A server's alone. */
  connections?: () => { open: number; lent: number; waiting: number };
  kind: "postgres" | "embedded";
  close(): Promise<void>;
};

/** Opens the database: the embedded one migrates itself, a server must have been migrated. */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  const { url, dataDir } = options;
  if (url) return { ...(await openPostgres({ ...options, url })), kind: "postgres" };
  // Some 40 MiB that a server of one's own is spared.
  const { openEmbedded, openInMemory } = await import("./embedded/embedded");
  const { db, close } = await (dataDir ? openEmbedded({ ...options, dataDir }) : openInMemory(options));
  return { db, reads: db, kind: "embedded", close };
}
