import type { Database } from "./database";
import type { OpenEngine } from "./embedded/engine";
import type { Asker, OnStatement } from "./failures";
import { openPostgres } from "./postgres";
import type { ReadReplica, ReplicaState } from "./read-replica";

export type { Database } from "./database";

export type DatabaseOptions = {
  /** A Postgres server; without it the embedded database. */
  url?: string;
  /** A streaming replica of that server, for what only reads. */
  readUrl?: string;
  /** Where the embedded database keeps its files; without it, in memory. */
  dataDir?: string;
  /** What opens those files; Postgres in this thread unless said. */
  openEngine?: OpenEngine;
  /** Size of the pool on a server. */
  maxConnections?: number;
  /** Whether a server is asked with prepared statements, as it is unless said. */
  prepare?: boolean;
  /** For whom statements are asked, each time. */
  asker?: () => Asker | undefined;
  /** Told every statement as it begins; what it gives is told how that ended. */
  onStatement?: OnStatement;
  /** Told what the operator of a server should know, in a sentence. */
  onWarning?: (sentence: string) => void;
  onStandby?: (state: ReplicaState) => void;
};

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
  const { url, dataDir, openEngine, asker, onStatement } = options;
  if (url) {
    return { ...(await openPostgres({ ...options, url })), kind: "postgres" };
  }
  // Some 40 MiB that a server of one's own is spared.
  const { openEmbedded, openInMemory } = await import("./embedded/embedded");
  const { db, close } = await (dataDir
    ? openEmbedded({ dataDir, openEngine, asker, onStatement })
    : openInMemory({ asker, onStatement }));
  return { db, reads: db, kind: "embedded", close };
}
