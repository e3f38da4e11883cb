import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import type { Database } from "./client";
import { migrationsFolder, missingMigrations } from "./migrations";

/** An arbitrary key that every migrating process agrees on. */
const MIGRATION_LOCK = "4983920561";

/** In milliseconds: a registration's largest statement takes well under a second. */
const TIMEOUTS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 };

export type PostgresOptions = {
  url: string;
  maxConnections?: number;
  /** Told every statement. */
  logger?: Logger;
};

function connect(url: string, options: postgres.Options<Record<string, never>>) {
  return postgres(url, { connect_timeout: 10, onnotice: () => {}, ...options });
}

async function appliedMigrations(client: postgres.Sql): Promise<Set<number>> {
  const [journal] = await client`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!journal?.exists) return new Set();
  const rows = await client`select created_at from drizzle.__drizzle_migrations`;
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

async function openPool({ url, maxConnections = 10, logger }: PostgresOptions, timeouts: object) {
  const client = connect(url, {
    max: maxConnections,
    connection: { application_name: "vesting-index", ...timeouts },
  });
  try {
    const missing = missingMigrations(await appliedMigrations(client));
    if (missing.length > 0) {
      throw new Error(`The database lacks the migrations ${missing.join(", ")}: run "npm run db:migrate".`);
    }
  } catch (error) {
    await client.end({ timeout: 0 });
    throw error;
  }
  const db: Database = drizzle(client, { logger });
  return { db, close: () => client.end({ timeout: 5 }) };
}

/** Applies what is missing and names it; processes that migrate at once take turns. */
export async function migrateDatabase(url: string): Promise<string[]> {
  const client = connect(url, { max: 1 });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`;
    const missing = missingMigrations(await appliedMigrations(client));
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
    return missing;
  } finally {
    await client.end({ timeout: 5 });
  }
}
