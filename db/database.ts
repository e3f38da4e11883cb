import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { OpenEngine } from "./embedded/engine";
import type { OnStatement, QueryContext } from "./failures";

/** The target of a query: a connection pool or a transaction. */
export type Database = PgDatabase<PostgresJsQueryResultHKT>;

/** `in_use` for reads; `lagging` by more than a read waits; `unavailable`; `wrong_database`: a copy of another database. */
export type ReplicaState = "in_use" | "lagging" | "unavailable" | "wrong_database";

export type DatabaseOptions = {
  /** The URL of a Postgres server; the embedded database by default. */
  url?: string;
  /** The URL of a streaming replica of that server, for reads. */
  readUrl?: string;
  /** The folder of the embedded database; required without `url`. */
  dataDir?: string;
  /** Opens the database in that folder; in this thread by default. */
  openEngine?: OpenEngine;
  /** The size of the connection pool. */
  maxConnections?: number;
  /** Whether statements are prepared; true by default. */
  prepare?: boolean;
  /** Returns the request that a statement belongs to. */
  queryContext?: () => QueryContext | undefined;
  /** Receives the text of each statement as it begins. The function that it returns is called at the end. */
  onStatement?: OnStatement;
  /** Receives a warning for the operator, one sentence. */
  onWarning?: (sentence: string) => void;
  onReplicaChange?: (state: ReplicaState) => void;
  /** Receives the cause of every failure that makes the database unavailable. */
  onFailure?: (cause: unknown) => void;
};
