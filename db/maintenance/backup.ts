import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database";

/** A table in a backup: columns in the order of the row values, with types as Postgres writes them. */
export type BackupTable = { name: string; columns: { name: string; type: string }[] };

/** The values of a row in Postgres' text format, which every type can parse. */
export type BackupRow = readonly (string | null)[];

/** Incomplete uploads are not worth a backup, and their rows are megabytes each. */
const EXCLUDED = ["uploads", "upload_parts"];
const ROWS_AT_ONCE = 1_000;
/**
 * Tables whose rows a restore may replace, because they contain only state and caches of the service:
 * - `sync_state`, `campaign_checks` and `changes`: the indexer's progress, its queue of comparisons and the
 *   change log, of which the backup has its own
 * - `campaign_counts`: counters of campaigns, which triggers maintain
 * - `token_metadata` and `token_logos`: copies of data that the service fetches again
 */
const REPLACEABLE = [
  "sync_state",
  "campaign_checks",
  "changes",
  "campaign_counts",
  "token_metadata",
  "token_logos",
];

/**
 * Reads every table in one consistent snapshot, referenced tables first. `on.rows` receives at most a thousand
 * rows at a time and is awaited.
 */
export async function readBackup(
  db: Database,
  on: {
    table(table: BackupTable): Promise<void> | void;
    rows(rows: BackupRow[]): Promise<void> | void;
  },
): Promise<void> {
  await db.transaction(
    async (tx) => {
      for (const table of await selectTables(tx)) {
        await on.table(table);
        const values = table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`);
        const list = sql.join(values, sql`, `);
        await tx.execute(
          sql`declare backup no scroll cursor for select json_build_array(${list}) as values from ${sql.identifier(table.name)}`,
        );
        for (;;) {
          const rows = await tx.execute(sql.raw(`fetch ${ROWS_AT_ONCE} from backup`));
          if (rows.length > 0) await on.rows(rows.map(({ values }) => values as BackupRow));
          if (rows.length < ROWS_AT_ONCE) break;
        }
        await tx.execute(sql`close backup`);
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/**
 * Thrown when a restore would replace existing data, or when the backup does not fit this version. The
 * message contains the fix.
 */
export class RestoreRefusedError extends Error {
  override readonly name = "RestoreRefusedError";
}

/**
 * Writes the rows of a backup into an unused database, in one transaction. `source` yields tables and rows in
 * the order of `readBackup`.
 */
export async function writeBackup(
  db: Database,
  source: AsyncIterable<{ table: BackupTable } | { rows: BackupRow[] }>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const tables = await selectTables(tx);
    // The counters are part of the backup; their triggers would count every row twice.
    await setTriggers(tx, tables, sql`disable`);
    // The change of the triggers has locked all tables, so no rows can be added after this check.
    await requireEmpty(tx, tables);
    for (const { name } of [...tables].reverse()) await tx.execute(sql`delete from ${sql.identifier(name)}`);
    let current: BackupTable | undefined;
    for await (const part of source) {
      if ("table" in part) current = sameTable(tables, part.table);
      else if (current && part.rows.length > 0) await tx.execute(createInsert(current, part.rows));
    }
    await setTriggers(tx, tables, sql`enable`);
    await moveSequences(tx);
  });
}

async function requireEmpty(tx: Database, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    if (REPLACEABLE.includes(name)) continue;
    const [found] = await tx.execute(sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (!found) continue;
    throw new RestoreRefusedError(
      `The database has ${name.replaceAll("_", " ")} already. Restore into an empty database: set a new DATABASE_URL or DATA_DIR.`,
    );
  }
}

function sameTable(tables: readonly BackupTable[], wanted: BackupTable): BackupTable {
  const found = tables.find(({ name }) => name === wanted.name);
  if (found && JSON.stringify(found) === JSON.stringify(wanted)) return found;
  throw new RestoreRefusedError(`The backup’s table ${wanted.name} differs from the table of this version.`);
}

function createInsert({ name, columns }: BackupTable, rows: readonly BackupRow[]): SQL {
  const names = columns.map((column) => sql.identifier(column.name));
  // The types come from this database's own catalog: `sameTable` has compared them.
  const values = columns.map(({ type }, at) => sql`(row ->> ${sql.raw(String(at))})::${sql.raw(type)}`);
  return sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from json_array_elements(${JSON.stringify(rows)}::json) row`;
}

async function setTriggers(tx: Database, tables: readonly BackupTable[], what: SQL): Promise<void> {
  for (const { name } of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} ${what} trigger user`);
}

/** Sets the sequences beyond the restored ids, so that ids are not reused. */
async function moveSequences(tx: Database): Promise<void> {
  const found = await tx.execute(sql`select c.relname as table, a.attname as column,
        pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`);
  for (const { table, column, sequence } of found) {
    const [from, key] = [sql.identifier(String(table)), sql.identifier(String(column))];
    await tx.execute(
      sql`select setval(${String(sequence)}::regclass, greatest(1, (select max(${key}) from ${from})))`,
    );
  }
}

/**
 * Selects the tables of the backup, each after the tables that it references. Generated columns are omitted.
 */
async function selectTables(tx: Database): Promise<BackupTable[]> {
  const columns =
    await tx.execute(sql`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`);
  const references =
    await tx.execute(sql`select distinct f.relname as from, t.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.oid <> t.oid`);
  const tables = new Map<string, BackupTable>();
  for (const { table, name, type } of columns) {
    const key = String(table);
    if (EXCLUDED.includes(key)) continue;
    const known = tables.get(key) ?? { name: key, columns: [] };
    known.columns.push({ name: String(name), type: String(type) });
    tables.set(key, known);
  }
  return inOrder(
    [...tables.values()],
    references.map(({ from, to }) => [String(from), String(to)] as const),
  );
}

function inOrder(
  tables: readonly BackupTable[],
  references: readonly (readonly [string, string])[],
): BackupTable[] {
  const ordered: BackupTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.filter(({ name }) =>
      references.every(([from, to]) => from !== name || !left.some((other) => other.name === to)),
    );
    if (ready.length === 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}
