import { stringify } from "csv-stringify/sync";

/** Numbers stay numbers; text, which anybody may have written, is never run as a formula; null is an empty cell. */
type Cell = string | number | bigint | boolean | DecimalCell | null;

/** A decimal number as text with a point, which a file writes with its own decimal mark. */
export class DecimalCell {
  constructor(readonly text: string) {}
}

export const decimalCell = (text: string | null): DecimalCell | null =>
  text === null ? null : new DecimalCell(text);

/** The columns of a file: their titles, and the cell of each row. */
export type Columns<Row> = readonly (readonly [title: string, cellOf: (row: Row) => Cell])[];

/** How a file is written: separators and the decimal mark differ by the locale of a spreadsheet. */
export type CsvFormat = {
  separator: "," | ";" | "\t";
  decimalMark: "." | ",";
  /** A byte order mark, by which Excel reads UTF-8. */
  hasBom: boolean;
  /** Translates titles and words; without it they are names for programs. */
  translate?: ((name: string) => string) | undefined;
};

const PLAIN_CSV: CsvFormat = { separator: ",", decimalMark: ".", hasBom: false };

const BOM = "\ufeff";

/** A cell that has either separator is quoted, so that no reader splits it into a formula. */
const dialectOf = ({ separator, decimalMark }: CsvFormat) => ({
  record_delimiter: "\r\n",
  delimiter: separator,
  quoted_match: /[,;\t]/,
  // Puts an apostrophe before text that begins as a formula does. Source: OWASP, CSV injection.
  escape_formulas: true,
  cast: {
    boolean: String,
    // Some spreadsheets drop what stands before a formula's sign.
    string: (text: string) => (/^\s/.test(text) ? `'${guarded(text)}` : guarded(text)),
    object: (cell: object) =>
      cell instanceof DecimalCell
        ? { value: cell.text.replace(".", decimalMark), escape_formulas: false }
        : String(cell),
  },
});

/** A program that divides a line at another separator, quoted or not, must not find a formula behind it. */
const guarded = (text: string) => text.replaceAll(/([,;\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g, "$1'");

/** The line of titles. */
export const csvHeader = <Row>(columns: Columns<Row>, format: CsvFormat = PLAIN_CSV): string => {
  const { translate = (title: string) => title } = format;
  const line = stringify([columns.map(([title]) => translate(title))], dialectOf(format));
  return format.hasBom ? BOM + line : line;
};

/** The lines of some rows, as RFC 4180 has them. */
export const csvLines = <Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  format: CsvFormat = PLAIN_CSV,
): string =>
  stringify(
    rows.map((row) => columns.map(([, cellOf]) => cellOf(row))),
    dialectOf(format),
  );
