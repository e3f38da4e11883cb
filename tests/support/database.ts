import { randomBytes } from "node:crypto";
import type { Logger } from "drizzle-orm/logger";
import postgres from "postgres";
import { afterAll, beforeAll } from "vitest";
import type { Database } from "@/db/client";
import type { OnStatement } from "@/db/failures";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { openPostgres } from "@/db/postgres";
import { LONG } from "@/ledger/tests/support/long";
import { createEmbeddedDatabase, migrationsHash, type Observers } from "./embedded-database";

export type TestDatabase = { db: Database; kind: "postgres" | "embedded"; close(): Promise<void> };

function onServer(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

/**
 * Creates a separate migrated database on a server, as a copy of the database of the URL `source` if one is given. No
 * process may have that one open.
 */
export async function createServerDatabase(
  server: string,
  source?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  const template = `vesting_index_template_${migrationsHash()}`;
  const name = `vesting_index_test_${randomBytes(6).toString("hex")}`;
  // A template that is being migrated or copied accepts no other connection, so test processes take turns.
  await admin.unsafe("select pg_advisory_lock(7310420)");
  const existing = await admin.unsafe("select 1 from pg_database where datname = $1", [template]);
  if (existing.length === 0) {
    await admin.unsafe(`create database ${template}`);
    await migrateDatabase(onServer(server, template));
  }
  const copied = source ? new URL(source).pathname.slice(1) : template;
  await admin.unsafe(`create database ${name} template ${copied}`);
  await admin.unsafe("select pg_advisory_unlock(7310420)");
  return {
    url: onServer(server, name),
    drop: async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

async function createOnServer(server: string, reported: Observers): Promise<TestDatabase> {
  const { url, drop } = await createServerDatabase(server);
  const opened = await openPostgres({ url, maxConnections: 12, ...reported });
  return {
    db: opened.db,
    kind: "postgres",
    close: async () => {
      await opened.close();
      await drop();
    },
  };
}

/**
 * Creates a separate migrated database: embedded, or on the server of TEST_DATABASE_URL; `close` removes it.
 */
export async function createTestDatabase(logger?: Logger, onStatement?: OnStatement): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return createOnServer(server, { logger, onStatement });
  return { ...(await createEmbeddedDatabase({ logger, onStatement })), kind: "embedded" };
}

/**
 * Opens a database for the tests of the calling file: before its other hooks run, until after the last test.
 */
export const openTestDatabase = (logger?: Logger, onStatement?: OnStatement): TestDatabase =>
  openedAround(() => createTestDatabase(logger, onStatement));

function openedAround(create: () => Promise<TestDatabase>): TestDatabase {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await create();
  }, LONG.timeout);
  afterAll(() => opened.close());
  return {
    get db() {
      return opened.db;
    },
    get kind() {
      return opened.kind;
    },
    close: () => opened.close(),
  };
}
