import { readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { type Engine, openPglite, serve } from "@/db/embedded/engine";

/** The rows of a new database, which a migration inserts. */
const FIRST_ROWS = readFileSync("drizzle/0001_sync-state-rows.sql", "utf8");

/** Describes all objects of the schema, and whether the tables have statistics. */
const SCHEMA = `select string_agg(found, ' ' order by found) as schema from (
  select concat('class', oid, relname, relkind, relnatts, relchecks, relhastriggers) from pg_class where oid >= 16384 and relkind <> 't'
  union all select concat('namespace', oid, nspname) from pg_namespace
  union all select concat('constraint', oid, convalidated) from pg_constraint where oid >= 16384
  union all select concat('index', indexrelid, indisvalid) from pg_index where indexrelid >= 16384
  union all select concat('function', oid, xmin) from pg_proc where oid >= 16384
  union all select concat('trigger', oid, tgenabled) from pg_trigger
  union all select concat('statistic', starelid, staattnum) from pg_statistic where starelid >= 16384
) as objects (found)`;

const TABLES = "select tablename from pg_tables where schemaname = 'public' order by tablename";

const RESTART = `select setval(quote_ident(sequencename)::regclass, 1, false) from pg_sequences
  where schemaname = 'public' and last_value is not null`;

/** Beyond this size of its write-ahead log in bytes, a database in memory is not used again. */
const MAX_LOG = 128 * 1024 * 1024;
const LOG_SIZE = "select sum(size)::int as size from pg_ls_waldir()";

/** An embedded database for several tests in turn. */
export class ReusableEngine {
  private constructor(
    private readonly database: PGlite,
    private readonly engine: Engine,
    private readonly folder: string,
    private readonly tables: string[],
    private readonly schema: unknown,
  ) {}

  static async open(template: Blob): Promise<ReusableEngine> {
    const database = await openPglite(undefined, template);
    const { rows } = await database.query<{ tablename: string }>(TABLES);
    const tables = rows.map(({ tablename }) => tablename);
    const folder = await mkdtemp(join(tmpdir(), "vesting-index-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const engine = await serve(database, join(folder, "socket"));
    return new ReusableEngine(database, engine, folder, tables, await createSchema(database));
  }

  /** The path of the database's socket. */
  get socket(): string {
    return join(this.folder, "socket");
  }

  /**
   * Deletes every row. Returns false if the database cannot be used again, because a test changed the schema or wrote
   * too much.
   */
  async reset(): Promise<boolean> {
    const { database, tables } = this;
    // A transaction may still be open if its test did not end it.
    await database.exec("rollback");
    await database.exec("discard all");
    if ((await createSchema(database)) !== this.schema || (await logSize(database)) > MAX_LOG) return false;
    const filled = tables.map((name) => `select '${name}' as name where exists (select from ${name})`);
    const { rows } = await database.query<{ name: string }>(filled.join(" union all "));
    await database.exec(`truncate ${rows.map(({ name }) => name).join()} restart identity cascade`);
    await database.exec(RESTART);
    await database.exec(FIRST_ROWS);
    return true;
  }

  async close(): Promise<void> {
    await this.engine.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function createSchema(database: PGlite): Promise<unknown> {
  const { rows } = await database.query<{ schema: string }>(SCHEMA);
  return rows[0]?.schema;
}

async function logSize(database: PGlite): Promise<number> {
  const { rows } = await database.query<{ size: number }>(LOG_SIZE);
  return rows[0]?.size ?? 0;
}
