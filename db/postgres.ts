import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client, type ClientBase, type ClientConfig, type Pool } from "pg";
import type { Database } from "./client";
import type { Asker } from "./failures";
import { migrationsFolder, missingMigrations } from "./migrations";
import { ServerPool } from "./server-pool";

/** An arbitrary key that every migrating process agrees on. */
const MIGRATION_LOCK = "4983920561";

/** In milliseconds: a registration's largest statement takes well under a second. */
const TIMEOUTS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  // What nobody waits for any more ends, instead of running until it is done.
  options: "-c client_connection_check_interval=1000",
};

const IDLE_MS = 60_000;
const LIFETIME_SECONDS = 3_600;

export type PostgresOptions = {
  url: string;
  maxConnections?: number;
  /** Told every statement. */
  logger?: Logger;
  /** For whom statements are asked, each time. */
  asker?: () => Asker | undefined;
};

/** `sslmode` as Postgres' own programs understand it: `require` encrypts, `verify-full` also checks who answers. */
function settingsOf(url: string): ClientConfig {
  const compatible = new URL(url);
  if (!compatible.searchParams.has("uselibpqcompat")) compatible.searchParams.set("uselibpqcompat", "true");
  return { connectionString: compatible.toString(), application_name: "vesting-index", keepAlive: true };
}

async function appliedMigrations(client: ClientBase | Pool): Promise<Set<number>> {
  const journal = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!journal.rows[0]?.exists) return new Set();
  const { rows } = await client.query("select created_at from drizzle.__drizzle_migrations");
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

async function openPool({ url, maxConnections = 10, logger, asker }: PostgresOptions, timeouts: object) {
  const pool = new ServerPool({
    ...settingsOf(url),
    ...timeouts,
    max: maxConnections,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    asker,
  });
  try {
    const missing = missingMigrations(await appliedMigrations(pool));
    if (missing.length > 0) {
      throw new Error(`The database lacks the migrations ${missing.join(", ")}: run "npm run db:migrate".`);
    }
  } catch (error) {
    await pool.close();
    throw error;
  }
  const db: Database = drizzle(pool, { logger });
  return { db, close: () => pool.close() };
}

/** Applies what is missing and names it; processes that migrate at once take turns. */
export async function migrateDatabase(url: string): Promise<string[]> {
  const client = new Client({ ...settingsOf(url), connectionTimeoutMillis: 10_000 });
  // What waits for the connection hears of its end; between statements nobody needs to.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1::bigint)", [MIGRATION_LOCK]);
    const missing = missingMigrations(await appliedMigrations(client));
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
    return missing;
  } finally {
    await client.end();
  }
}
