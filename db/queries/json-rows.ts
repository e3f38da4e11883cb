import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

const unquoted = (value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value);

/**
 * Returns an INSERT of many rows as one JSON parameter. This is several times cheaper to build than one
 * parameter per value, and avoids the protocol's limit on parameters. Rows use the column keys of the table's
 * type. A column that no row has gets its default; a value that only some rows lack is null there.
 */
export function insertFromJson(table: PgTable, rows: readonly Record<string, unknown>[]): SQL {
  const columns = getTableColumns(table);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const named = keys.map((key) => {
    const column = columns[key];
    if (!column) throw new RangeError(`The table has no column ${key}.`);
    return { key, column };
  });
  const names = sql.join(
    named.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  );
  const shape = sql.join(
    named.map(({ column }) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const objects = rows.map((row) =>
    Object.fromEntries(
      named.map(({ key, column }) => {
        const value = row[key];
        return [column.name, value === undefined || value === null ? null : driverValue(column, value)];
      }),
    ),
  );
  return sql`insert into ${table} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(objects)}::json) as rows(${shape})`;
}

/** Arrays stay JSON arrays, which json_to_recordset converts to Postgres arrays. */
function driverValue(column: { mapToDriverValue(value: unknown): unknown }, value: unknown): unknown {
  return Array.isArray(value) ? value.map(unquoted) : unquoted(column.mapToDriverValue(value));
}

/**
 * Returns the positions of transactions in their slots as rows `given` of signature and tx_index, in one JSON
 * parameter.
 */
export function givenPositions(positions: readonly { signature: string; txIndex: number }[]): SQL {
  const rows = positions.map(({ signature, txIndex }) => ({ signature, tx_index: txIndex }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(signature text, tx_index integer)`;
}
