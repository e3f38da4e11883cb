import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import { migrate as migratePostgres } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Provides a folder with the migrations of an earlier version of the service. */
export async function withMigrations<T>(count: number, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "vesting-index-migrations-"));
  try {
    await cp("drizzle", folder, { recursive: true });
    const file = join(folder, "meta", "_journal.json");
    const journal = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A row from before the migrations, which must exist after them. */
const STORED = "insert into waitlist (email, created_at) values ('kept@example.com', 1)";

/** Creates an embedded database of an earlier version in a data folder. */
export const embedEarlier = (dataDir: string, migrations: number): Promise<void> =>
  withMigrations(migrations, async (migrationsFolder) => {
    const client = await PGlite.create({ dataDir: join(dataDir, "postgres") });
    await migrate(drizzle(client), { migrationsFolder });
    await client.exec(STORED);
    await client.close();
  });

/** Creates the schema of an earlier version in a database on a server. */
export const serveEarlier = (url: string, migrations: number): Promise<void> =>
  withMigrations(migrations, (migrationsFolder) =>
    withClient(url, async (client) => {
      await migratePostgres(drizzlePostgres(client), { migrationsFolder });
      await client.unsafe(STORED);
    }),
  );

/** Runs `use` with one connection to a database. */
export async function withClient<T>(url: string, use: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const SCHEMA = [
  `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`,
  "select indexdef from pg_indexes where schemaname = 'public' order by 1",
  "select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  "select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2",
  `select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`,
  "select hash from drizzle.__drizzle_migrations order by created_at",
  "select email from waitlist",
];

/** Returns a whole schema as comparable text, with the kept row. */
export const schemaText = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const parts: unknown[] = [];
    for (const query of SCHEMA) parts.push(await client.unsafe(query));
    return JSON.stringify(parts);
  });
