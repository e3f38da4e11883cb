import { stringify } from "csv-stringify/sync";
import type { Message, Words } from "@/lib/core/words/words";
import { columnTitle } from "./column-titles";

/** Numbers stay numbers; text, which anybody may have written, is never run as a formula; null is an empty cell. */
type Cell = string | number | bigint | DecimalCell | WordCell | null;

/** A decimal number as text with a point, which a file writes with its own decimal mark. */
export class DecimalCell {
  constructor(readonly text: string) {}
}

export const decimalCell = (text: string | null): DecimalCell | null =>
  text === null ? null : new DecimalCell(text);

/** A word by its name for programs, and its message for people; without a message it stays as it is. */
export class WordCell {
  constructor(
    readonly name: string,
    readonly message: Message | undefined,
  ) {}
}

/** The columns of a file: their titles, and the cell of each row. */
export type Columns<Row> = readonly (readonly [title: string, cellOf: (row: Row) => Cell])[];

/** How a file is written: separators and the decimal mark differ by the locale of a spreadsheet. */
export type CsvFormat = {
  separator: "," | ";" | "\t";
  decimalMark: "." | ",";
  /** A byte order mark, by which Excel reads UTF-8. */
  hasBom: boolean;
  /** The language of titles and words; without one they are names for programs. */
  words?: Words | undefined;
};

const PLAIN_CSV: CsvFormat = { separator: ",", decimalMark: ".", hasBom: false };

const BOM = "\ufeff";

/** A cell that has either separator is quoted, so that no reader splits it into a formula. */
const dialectOf = ({ separator, decimalMark, words }: CsvFormat) => ({
  record_delimiter: "\r\n",
  delimiter: separator,
  quoted_match: /[,;\t]/,
  // Puts an apostrophe before text that begins as a formula does. Source: OWASP, CSV injection.
  escape_formulas: true,
  cast: {
    // Some spreadsheets drop what stands before a formula's sign.
    string: (text: string) => (/^\s/.test(text) ? `'${guarded(text)}` : guarded(text)),
    object: (cell: object) => {
      if (cell instanceof DecimalCell)
        return { value: cell.text.replace(".", decimalMark), escape_formulas: false };
      if (!(cell instanceof WordCell)) return String(cell);
      return words && cell.message ? words(cell.message) : cell.name;
    },
  },
});

/** A program that divides a line at another separator, quoted or not, must not find a formula behind it. */
const guarded = (text: string) => text.replaceAll(/([,;\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g, "$1'");

/** The line of titles. */
export const csvHeader = <Row>(columns: Columns<Row>, format: CsvFormat = PLAIN_CSV): string => {
  const { words } = format;
  const titles = columns.map(([title]) => (words ? columnTitle(title, words) : title));
  const line = stringify([titles], dialectOf(format));
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
