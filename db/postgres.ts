import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { Database, DatabaseOptions } from "./database";
import { appliedMigrations } from "./maintenance/migrate";
import { missingMigrations } from "./maintenance/migrations";
import { PostgresPool } from "./postgres-pool";
import { drizzleClient } from "./postgres-transaction";
import { openReadReplica } from "./read-replica";

/** Session settings in milliseconds: the largest statement of a registration takes well under a second. */
const SESSION = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  // Ends a statement whose connection is closed.
  client_connection_check_interval: 1_000,
};

/** Maximum time of the first comparison with the replica, which opens the connections. */
const MAX_REPLICA_START_MS = 3_000;

export type PostgresOptions = Omit<DatabaseOptions, "dataDir" | "openEngine"> & {
  url: string;
  logger?: Logger;
};

/** Opens a pool on a migrated server. @throws an error whose message names the missing migrations */
export async function openPostgres(options: PostgresOptions) {
  const { readUrl, maxConnections: max = 10, logger, onReplicaChange: onChange } = options;
  const settings = { ...options, session: SESSION, max };
  const pool = new PostgresPool(settings);
  const { client } = pool;
  const replica = readUrl ? openReadReplica(pool, { ...settings, url: readUrl, onChange }) : undefined;
  const close = async () => {
    await replica?.close();
    await pool.close();
  };
  const driver = client as unknown as postgres.Sql;
  try {
    const missing = missingMigrations(await appliedMigrations(driver));
    if (missing.length > 0)
      throw new Error(`The database lacks the migrations ${missing.join(", ")}: run "npm run db:migrate".`);
    if (await hasNoStatementTimeout(driver)) options.onWarning?.(NO_STATEMENT_TIMEOUT);
    // An unavailable replica may become available later.
    if ((await replica?.check(MAX_REPLICA_START_MS)) === "wrong_database")
      throw Object.assign(new Error(FOREIGN_REPLICA), { name: "ReplicaError" });
  } catch (error) {
    await close();
    throw error;
  }
  const db: Database = drizzle(driver, { logger });
  const reading =
    replica && drizzleClient(client.options, (statement) => replica.run(statement), client.begin);
  const reads: Database = reading ? drizzle(reading as unknown as postgres.Sql, { logger }) : db;
  return { db, reads, replica, connections: () => pool.counts, close };
}

const NO_STATEMENT_TIMEOUT =
  "The database does not cancel slow statements, because a connection pooler dropped this session's timeouts. Set them on the role: " +
  "ALTER ROLE … SET statement_timeout = '30s'; also set idle_in_transaction_session_timeout = '60s' and client_connection_check_interval = '1s'.";

const FOREIGN_REPLICA =
  "DATABASE_READ_URL is not a read replica of the database in DATABASE_URL: set it to a streaming replica of that server, with the same database name, or leave it unset.";

async function hasNoStatementTimeout(driver: Pick<postgres.Sql, "unsafe">): Promise<boolean> {
  const [row] = await driver.unsafe("select current_setting('statement_timeout') as ms");
  return row?.ms === "0";
}
