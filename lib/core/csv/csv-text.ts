import { stringify } from "csv-stringify/sync";

/** Numbers stay numbers; text, which anybody may have written, is never run as a formula; null is an empty cell. */
type Cell = string | number | bigint | boolean | null;

/** The columns of a file: their titles, and what each says of a row. */
export type Columns<Row> = readonly (readonly [title: string, cellOf: (row: Row) => Cell])[];

const DIALECT = {
  record_delimiter: "\r\n",
  // Puts an apostrophe before text that begins as a formula does. Source: OWASP, CSV injection.
  escape_formulas: true,
  cast: {
    boolean: String,
    // Some spreadsheets drop what stands before a formula's sign.
    string: (text: string) => (/^\s/.test(text) ? `'${text}` : text),
  },
};

/** The line of titles. */
export const csvHeader = <Row>(columns: Columns<Row>): string =>
  stringify([columns.map(([title]) => title)], DIALECT);

/** The lines of some rows, as RFC 4180 has them. */
export const csvLines = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => columns.map(([, cellOf]) => cellOf(row))),
    DIALECT,
  );
