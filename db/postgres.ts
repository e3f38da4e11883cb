import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "drizzle-orm/logger";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import type { Database } from "./client";
import { type Asker, GIVEN_UP, type OnStatement, sqlStateOf } from "./failures";
import { migrationsFolder, missingMigrations } from "./migrations";
import { type Asking, driverFor, ServerConnection, statementsBy } from "./server-connection";
import { ServerPool } from "./server-pool";
import { isPoolers, Standby, type StandbyState } from "./standby";

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
  /** A streaming replica of that server, for what only reads. */
  readUrl?: string;
  maxConnections?: number;
  prepare?: boolean;
  /** Told every statement. */
  logger?: Logger;
  /** For whom statements are asked, each time. */
  asker?: () => Asker | undefined;
  /** Told what the operator should know, in a sentence. */
  onWarning?: (sentence: string) => void;
  onStandby?: (state: StandbyState) => void;
  /** Told every statement as it begins. */
  onStatement?: OnStatement;
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
    if (isPoolers(error)) return openPool(options, {});
    throw error;
  }
}

async function openPool(options: PostgresOptions, session: Record<string, number>) {
  const { url, readUrl, maxConnections: max = 10, prepare, logger, asker, onWarning, onStandby } = options;
  const { onStatement } = options;
  const pool = new ServerPool({ url, session, prepare, max, asker, onStatement });
  const { driver } = pool;
  const standby = readUrl
    ? new Standby(pool, {
        ...{ url, readUrl, session, prepare, max, asker },
        onStatement,
        onChange: onStandby,
      })
    : undefined;
  const close = async () => {
    await standby?.close();
    await pool.close();
  };
  try {
    const missing = missingMigrations(await appliedMigrations(driver));
    if (missing.length > 0) {
      throw new Error(`The database lacks the migrations ${missing.join(", ")}: run "npm run db:migrate".`);
    }
    if (await runsForEver(driver)) onWarning?.(RUNS_FOR_EVER);
    await standby?.requireSame();
  } catch (error) {
    await close();
    throw error;
  }
  const db: Database = drizzle(driver, { logger });
  const reads: Database = standby ? drizzle(readingDriver(url, pool, standby), { logger }) : db;
  return { db, reads, standby, connections: () => pool.standing, close };
}

/** Statements by themselves are reads; a transaction is the primary's. */
const readingDriver = (url: string, { asking: { begin } }: ServerPool, standby: Standby) =>
  driverFor({ url }, { ...statementsBy((statement) => standby.run(statement)), begin });

const RUNS_FOR_EVER =
  "The database ends no statement that takes too long, since a pooler dropped the settings of this session: " +
  "ALTER ROLE … SET statement_timeout = '30s', and so idle_in_transaction_session_timeout = '60s' and client_connection_check_interval = '1s'.";

async function runsForEver(driver: Pick<postgres.Sql, "unsafe">): Promise<boolean> {
  const [row] = await driver.unsafe("select current_setting('statement_timeout') as ms");
  return row?.ms === "0";
}

/** Less than the second after which Postgres looks for deadlocks: it is a migration that gives way, never a request. */
const LOCK_MS = 500;
/** How long a migration may come in others' way without getting through. */
const GIVE_WAY_MS = 180_000;
const LOCK_TIMEOUT = "55P03";

/**
 * Applies what is missing and names it; processes that migrate at once take turns. The service may go on meanwhile: where
 * a table is not to be had at once, all of it is given up, and begun again after a pause.
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  const untilMs = performance.now() + GIVE_WAY_MS;
  for (;;) {
    try {
      return await migrateOnce(url);
    } catch (error) {
      const state = sqlStateOf(error) ?? "";
      const gaveWay = state === LOCK_TIMEOUT || GIVEN_UP.has(state);
      if (!gaveWay) throw error;
      if (performance.now() > untilMs) throw new Error(NEVER_FREE, { cause: error });
      await pause(LOCK_MS * (0.5 + Math.random()));
    }
  }
}

const NEVER_FREE =
  "The tables to be migrated were in use all the time, for three minutes: migrate when less is written, or stop the service for it.";

/**
 * Takes all tables that the migrations name at once, and wholly: whoever had read one of them and then wrote would be
 * refused, were it held by a weaker lock that is to become a stronger one.
 */
async function lockTables(tx: Pick<Asking, "unsafe">, missing: readonly string[]): Promise<void> {
  const files = missing.map((name) => readFile(join(migrationsFolder(), `${name}.sql`), "utf8"));
  const text = (await Promise.all(files)).join("\n");
  const listed =
    "select tablename as name, quote_ident(tablename) as quoted from pg_tables where schemaname = 'public'";
  const tables = (await tx.unsafe(`${listed} order by 1`)) as { name: string; quoted: string }[];
  const named = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
  if (named.length === 0) return;
  await tx.unsafe(`lock table ${named.map(({ quoted }) => quoted).join(", ")} in access exclusive mode`);
}

/**
 * All of it is one transaction, since a pooler may hand each one to another session, and without statements that only one
 * session has prepared.
 */
async function migrateOnce(url: string): Promise<string[]> {
  const connection = new ServerConnection({ url, prepare: false });
  try {
    return await connection.transact(async (tx) => {
      await tx.unsafe("select pg_advisory_xact_lock($1::bigint)", [MIGRATION_LOCK]);
      await tx.unsafe(`set local lock_timeout = ${LOCK_MS}`);
      const driver = driverFor({ url }, { ...tx, begin: (work) => tx.savepoint(work) });
      const missing = missingMigrations(await appliedMigrations(driver));
      await lockTables(tx, missing);
      await migrate(drizzle(driver), { migrationsFolder: migrationsFolder() });
      return missing;
    });
  } finally {
    await connection.close();
  }
}
