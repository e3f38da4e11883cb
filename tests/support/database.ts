import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "drizzle-orm/logger";
import postgres from "postgres";
import { afterAll, beforeAll } from "vitest";
import type { Database } from "@/db/client";
import { openInMemory } from "@/db/embedded/embedded";
import type { OnStatement } from "@/db/failures";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { openPostgres } from "@/db/postgres";
import { LONG } from "@/ledger/tests/support/long";

export type TestDatabase = { db: Database; kind: "postgres" | "embedded"; close(): Promise<void> };

/** Returns a hash that changes with the migrations, so that a cached template never outlives them. */
function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const file of readdirSync("drizzle").filter((name) => name.endsWith(".sql"))) {
    hash.update(readFileSync(join("drizzle", file)));
  }
  return hash
    .update(readFileSync("node_modules/@electric-sql/pglite/package.json"))
    .digest("hex")
    .slice(0, 16);
}

/** A dump in memory. Reading a plain Blob of 43 MB takes longer than opening the database in it. */
class Snapshot extends Blob {
  constructor(private readonly content: ArrayBuffer) {
    super();
  }
  override arrayBuffer = async () => this.content;
}

let snapshot: Promise<Snapshot> | undefined;

/**
 * Returns the file with the dump of an empty migrated database, which the first test that needs it creates.
 */
async function templateFile(): Promise<string> {
  const file = join(tmpdir(), `vesting-index-${migrationsHash()}.tar`);
  if (existsSync(file)) return file;
  const template = await openInMemory();
  const dump = await template.dump();
  await template.close();
  const partial = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(partial, new Uint8Array(await dump.arrayBuffer()));
  await rename(partial, file);
  return file;
}

/** Reads the template once for all databases of this process. */
function embeddedTemplate(): Promise<Snapshot> {
  snapshot ??= templateFile()
    .then((file) => readFile(file))
    .then((bytes) => new Snapshot(new Uint8Array(bytes).buffer));
  return snapshot;
}

/**
 * Copies an empty migrated database into a data folder, because a service would need seconds to create one.
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, "postgres");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await promisify(execFile)("tar", ["-xf", await templateFile(), "-C", folder]);
}

function onServer(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Creates a separate migrated database on a server. */
export async function createServerDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
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
  await admin.unsafe(`create database ${name} template ${template}`);
  await admin.unsafe("select pg_advisory_unlock(7310420)");
  return {
    url: onServer(server, name),
    drop: async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Observers of statements. */
type Reported = { logger?: Logger; onStatement?: OnStatement };

async function createOnServer(server: string, reported: Reported): Promise<TestDatabase> {
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
  return server
    ? createOnServer(server, { logger, onStatement })
    : createEmbeddedDatabase({ logger, onStatement });
}

/** Creates a migrated database in memory, even where the tests have a server. */
export async function createEmbeddedDatabase(reported: Reported = {}): Promise<TestDatabase> {
  const { db, close } = await openInMemory({ snapshot: await embeddedTemplate(), ...reported });
  return { db, kind: "embedded", close };
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
