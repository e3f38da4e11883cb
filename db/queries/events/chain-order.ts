import { type SQL, sql } from "drizzle-orm";

/**
 * The columns that order events by ledger position. They use the position of the transaction in its slot if it
 * is known. Otherwise signatures break the tie, because the result must not depend on the order of arrival.
 */
const COLUMNS = ["slot", "coalesce(tx_index, -1)", "signature", "event_index"];

const createColumns = (row?: string) =>
  COLUMNS.map((column) => (row ? column.replace(/(tx_index|^\w+$)/, `${row}.$1`) : column));

/** Returns SQL for the ledger order of event rows, oldest first. `row` is a table alias. */
export const oldestFirst = (row?: string): SQL => sql.raw(createColumns(row).join(", "));

/** Returns SQL for the ledger order of event rows, newest first. `row` is a table alias. */
export const newestFirst = (row?: string): SQL =>
  sql.raw(
    createColumns(row)
      .map((column) => `${column} desc`)
      .join(", "),
  );

/** Returns SQL for the ledger position of an event row, as a row value. `row` is a table alias. */
export const getPosition = (row: string): SQL => sql.raw(`(${createColumns(row).join(", ")})`);
