import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { getSqlState, RETRYABLE_ROLLBACKS } from "../failures";
import { ADVISORY_LOCKS } from "../queries/advisory-locks";
import { migrationsFolder, missingMigrations } from "./migrations";

/**
 * Less than the one second after which Postgres checks for deadlocks, so that the migration fails and never a
 * request.
 */
const LOCK_TIMEOUT_MS = 500;
/** Time after which a migration that cannot lock its tables fails. */
const MAX_WAIT_MS = 180_000;
const LOCK_TIMEOUT = "55P03";

type Driver = Pick<postgres.Sql, "unsafe">;

/** Returns the time of every applied migration. */
export async function appliedMigrations(driver: Driver): Promise<Set<number>> {
  const [journal] = await driver.unsafe(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!journal?.exists) return new Set();
  const rows = await driver.unsafe("select created_at from drizzle.__drizzle_migrations");
  return new Set(rows.map((row) => Number(row.created_at)));
}

/**
 * Applies the missing migrations and returns their names. Only one process migrates at a time. The service may run
 * meanwhile: a migration that cannot lock a table at once is rolled back and tried again after a pause.
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  const untilMs = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await migrateOnce(url);
    } catch (error) {
      const state = getSqlState(error) ?? "";
      if (state !== LOCK_TIMEOUT && !RETRYABLE_ROLLBACKS.has(state)) throw error;
      if (performance.now() > untilMs) throw new Error(TABLES_IN_USE, { cause: error });
      await pause(LOCK_TIMEOUT_MS * (0.5 + Math.random()));
    }
  }
}

const TABLES_IN_USE =
  "The tables to migrate were in use for three minutes. Migrate when there are fewer writes, or stop the service first.";

/**
 * Takes the strongest lock on all tables that the migrations name: upgrading a weaker lock later could
 * deadlock.
 */
async function lockTables(tx: Driver, missing: readonly string[]): Promise<void> {
  const files = missing.map((name) => readFile(join(migrationsFolder(), `${name}.sql`), "utf8"));
  const text = (await Promise.all(files)).join("\n");
  const tables = await tx.unsafe(
    "select tablename as name, quote_ident(tablename) as quoted from pg_tables where schemaname = 'public' order by 1",
  );
  const named = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
  if (named.length === 0) return;
  await tx.unsafe(`lock table ${named.map(({ quoted }) => quoted).join(", ")} in access exclusive mode`);
}

/**
 * Uses one transaction and no prepared statement, because a pooler may route each transaction to another
 * session.
 */
async function migrateOnce(url: string): Promise<string[]> {
  const driver = postgres(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => undefined });
  try {
    return await driver.begin(async (tx) => {
      await tx.unsafe("select pg_advisory_xact_lock($1::bigint)", [String(ADVISORY_LOCKS.migration)]);
      await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const missing = missingMigrations(await appliedMigrations(tx));
      await lockTables(tx, missing);
      const client = Object.assign(tx, { options: driver.options, begin: tx.savepoint });
      await migrate(drizzle(client as unknown as postgres.Sql), { migrationsFolder: migrationsFolder() });
      return missing;
    });
  } finally {
    await driver.end({ timeout: 5 });
  }
}
