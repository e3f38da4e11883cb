import { stringify } from "csv-stringify/sync";
import type { Message, Translator } from "@/lib/core/i18n/translator";
import { columnTitle } from "./column-titles";

/**
 * A cell: numbers stay numbers; text is escaped so that it never runs as a formula, because it may come from
 * third parties; null is an empty cell.
 */
type Cell = string | number | bigint | DecimalCell | WordCell | null;

/** A decimal number as text with a point; the file uses its own decimal mark. */
export class DecimalCell {
  constructor(readonly text: string) {}
}

export const decimalCell = (text: string | null): DecimalCell | null =>
  text === null ? null : new DecimalCell(text);

/** A value with a machine-readable name and a display message; without a message, the name is used. */
export class WordCell {
  constructor(
    readonly name: string,
    readonly message: Message | undefined,
  ) {}
}

/** The columns of a file: their titles, and a function for the cell of each row. */
export type Columns<Row> = readonly (readonly [title: string, getCell: (row: Row) => Cell])[];

/** The format of a file: separators and the decimal mark depend on the locale of a spreadsheet. */
export type CsvFormat = {
  separator: "," | ";" | "\t";
  decimalMark: "." | ",";
  /** Adds a byte order mark, so that Excel detects UTF-8. */
  hasBom: boolean;
  /** The language of titles and values; without it, machine-readable names are used. */
  words?: Translator | undefined;
};

const PLAIN_CSV: CsvFormat = { separator: ",", decimalMark: ".", hasBom: false };

const BOM = "\ufeff";

/** Cells with any common separator are quoted, so that no reader splits them and finds a formula. */
const getDialect = ({ separator, decimalMark, words }: CsvFormat) => ({
  record_delimiter: "\r\n",
  delimiter: separator,
  quoted_match: /[,;\t]/,
  // Puts an apostrophe before text that begins like a formula. Source: OWASP, CSV injection.
  escape_formulas: true,
  cast: {
    // Some spreadsheets ignore whitespace before a formula character.
    string: (text: string) => (/^\s/.test(text) ? `'${guarded(text)}` : guarded(text)),
    object: (cell: object) => {
      if (cell instanceof DecimalCell)
        return { value: cell.text.replace(".", decimalMark), escape_formulas: false };
      if (!(cell instanceof WordCell)) return String(cell);
      return words && cell.message ? words(cell.message) : cell.name;
    },
  },
});

/**
 * Escapes text for programs that split a line at another separator, quoted or not, and would find a formula
 * after it.
 */
const guarded = (text: string) => text.replaceAll(/([,;\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g, "$1'");

/** Returns the header line. */
export const csvHeader = <Row>(columns: Columns<Row>, format: CsvFormat = PLAIN_CSV): string => {
  const { words } = format;
  const titles = columns.map(([title]) => (words ? columnTitle(title, words) : title));
  const line = stringify([titles], getDialect(format));
  return format.hasBom ? BOM + line : line;
};

/** Returns the lines of rows in RFC 4180 format. */
export const csvLines = <Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  format: CsvFormat = PLAIN_CSV,
): string =>
  stringify(
    rows.map((row) => columns.map(([, getCell]) => getCell(row))),
    getDialect(format),
  );
