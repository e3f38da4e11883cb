import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import type { Database } from "./client";
import type { Asker } from "./failures";
import { migrationsFolder, missingMigrations } from "./migrations";
import { driverFor, ServerConnection } from "./server-connection";
import { ServerPool } from "./server-pool";

/** An arbitrary key that every migrating process agrees on. */
const MIGRATION_LOCK = "4983920561";

/** In milliseconds: a registration's largest statement takes well under a second. */
const TIMEOUTS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  // What nobody waits for any more ends, instead of running until it is done.
  client_connection_check_interval: 1_000,
};

export type PostgresOptions = {
  url: string;
  maxConnections?: number;
  prepare?: boolean;
  /** Told every statement. */
  logger?: Logger;
  /** For whom statements are asked, each time. */
  asker?: () => Asker | undefined;
};

async function appliedMigrations(driver: Pick<postgres.Sql, "unsafe">): Promise<Set<number>> {
  const [journal] = await driver.unsafe(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!journal?.exists) return new Set();
  const rows = await driver.unsafe("select created_at from drizzle.__drizzle_migrations");
  return new Set(rows.map((row) => Number(row.created_at)));
}

/** A pool on a migrated server; throws a sentence naming the migrations that it lacks. */
export async function openPostgres(options: PostgresOptions) {
  try {
    return await openPool(options, TIMEOUTS);
  } catch (error) {
    // Some poolers admit no setting at the start of a connection; the server's own timeouts hold then.
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) {
      return openPool(options, {});
    }
    throw error;
  }
}

async function openPool(
  { url, maxConnections = 10, prepare, logger, asker }: PostgresOptions,
  session: Record<string, number>,
) {
  const pool = new ServerPool({ url, session, prepare, max: maxConnections, asker });
  const { driver } = pool;
  try {
    const missing = missingMigrations(await appliedMigrations(driver));
    if (missing.length > 0) {
      throw new Error(`The database lacks the migrations ${missing.join(", ")}: run "npm run db:migrate".`);
    }
  } catch (error) {
    await pool.close();
    throw error;
  }
  const db: Database = drizzle(driver, { logger });
  return { db, close: () => pool.close() };
}

/** Applies what is missing and names it; processes that migrate at once take turns. */
export async function migrateDatabase(url: string): Promise<string[]> {
  const connection = new ServerConnection({ url });
  const driver = driverFor({ url }, connection.asking);
  try {
    await connection.run({ text: "select pg_advisory_lock($1::bigint)", params: [MIGRATION_LOCK] });
    const missing = missingMigrations(await appliedMigrations(driver));
    await migrate(drizzle(driver), { migrationsFolder: migrationsFolder() });
    return missing;
  } finally {
    await connection.close();
  }
}
