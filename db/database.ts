import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { OpenEngine } from "./embedded/engine";
import type { Asker, OnStatement } from "./failures";
import type { ReplicaState } from "./read-replica";

/** The target of a query: a pool, the embedded database or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT>;

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
  /** Receives the cause of every failure that makes the database unavailable. */
  onFailure?: (cause: unknown) => void;
};
