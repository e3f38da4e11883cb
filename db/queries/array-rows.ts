import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { makePgArray, type PgColumn, type PgTable } from "drizzle-orm/pg-core";

/**
 * Returns an INSERT of many rows with one array parameter per column. This is several times cheaper to build
 * and to parse than one parameter per value or JSON, and avoids the protocol's limit on parameters. Rows use
 * the column keys of the table's type. A column that no row has gets its default; a value that only some rows
 * lack is null there.
 */
export function insertFromArrays(table: PgTable, rows: readonly Record<string, unknown>[]): SQL {
  const columns = getTableColumns(table);
  const keys = new Set<string>();
  for (const row of rows) for (const key in row) keys.add(key);
  const parts = [...keys].map((key) => {
    const column = columns[key];
    if (!column) throw new RangeError(`The table has no column ${key}.`);
    return arrayOf(
      column,
      rows.map((row) => row[key]),
    );
  });
  const names = sql.join(
    parts.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  // Elements that are arrays are sent as text, because `unnest` flattens arrays of arrays.
  const selected = parts.map(({ name, type }) =>
    type.endsWith("[]") ? sql`${sql.identifier(name)}::${sql.raw(type)}` : sql`${sql.identifier(name)}`,
  );
  const input = parts.map(({ name, type, values }) => ({
    ...{ name, values },
    type: type.endsWith("[]") ? "text" : type,
  }));
  return sql`insert into ${table} (${names}) select ${sql.join(selected, sql`, `)} from ${rowsFrom("rows", input)}`;
}

/** The values of a column that are sent as one array; strings, numbers, booleans and nulls. */
type ColumnArray = { name: string; type: string; values: readonly unknown[] };

function arrayOf(column: PgColumn, values: readonly unknown[]): ColumnArray {
  const type = column.getSQLType();
  const isArray = type.endsWith("[]");
  const toDriver = (value: unknown) => {
    if (value === undefined || value === null) return null;
    if (isArray) return makePgArray(value as unknown[]);
    const sent = column.mapToDriverValue(value);
    return typeof sent === "bigint" ? sent.toString() : sent;
  };
  return { name: column.name, type, values: values.map(toDriver) };
}

/** Returns columns of equal length as a row source with an alias, with one array parameter per column. */
export function rowsFrom(alias: string, columns: readonly ColumnArray[]): SQL {
  const arrays = columns.map(
    ({ type, values }) => sql`${sql.param(values.map((value) => value ?? null))}::${sql.raw(type)}[]`,
  );
  const names = columns.map(({ name }) => sql.identifier(name));
  return sql`unnest(${sql.join(arrays, sql`, `)}) as ${sql.raw(alias)}(${sql.join(names, sql`, `)})`;
}

/** Returns the positions of transactions in their slots as rows `given` of signature and tx_index. */
export const givenPositions = (positions: readonly { signature: string; txIndex: number }[]): SQL =>
  rowsFrom("given", [
    { name: "signature", type: "text", values: positions.map(({ signature }) => signature) },
    { name: "tx_index", type: "integer", values: positions.map(({ txIndex }) => txIndex) },
  ]);
