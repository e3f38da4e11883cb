import { english, type Translator } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { type FileColumn, readHeader } from "./file-header";
import { withoutInvisible } from "./number-text";
import { readTitle } from "./titles";

/** Options of csv-parse for recipient files in every environment; the delimiter is detected per file. */
export const CSV_DIALECT = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
} as const;

const DELIMITERS = [",", ";", "\t", "|"];
const LINES_SNIFFED = 10;

/**
 * Detects the delimiter of a file from its first lines: the delimiter of a `sep=` line, otherwise the one
 * that divides the lines into equal numbers of cells. Characters within quotes do not count.
 */
export function sniffDelimiter(head: string): string {
  const named = /^\ufeff?"?sep=(.)/i.exec(head)?.[1];
  if (named !== undefined && DELIMITERS.includes(named)) return named;
  const lines = unquotedLines(head);
  const [best] = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    // Lines above a header are not divided into cells.
    const divided = counts.slice(
      Math.max(
        0,
        counts.findIndex((count) => count > 0),
      ),
    );
    const first = divided[0] ?? 0;
    const isEven = first > 0 && divided.every((count) => count === first);
    return { delimiter, first, isEven, lines: first > 0 ? divided.length : 0 };
  }).sort((a, b) => Number(b.isEven) - Number(a.isEven) || b.lines - a.lines || b.first - a.first);
  return best && best.first > 0 ? best.delimiter : ",";
}

/** Returns the first non-empty lines without their quoted parts; a truncated last line is omitted. */
function unquotedLines(head: string): string[] {
  const unquoted = head.replaceAll(/"(?:[^"]|"")*(?:"|$)/g, "q");
  const lines = unquoted.split(/\r\n?|\n/);
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== "").slice(0, LINES_SNIFFED);
}

/** The header of a file, and whether its line is already a row of recipients. */
export type FileStart = { header: FileColumn[]; notes: string[]; isData: boolean };

const MAX_LINES_ABOVE = 5;

/** Finds the header among the first lines of a file. */
export class StartReader {
  private readonly notes: string[] = [];
  private linesAbove = 0;

  constructor(private readonly t: Translator = english) {}

  /** Reads the next line; null if it is above the header. */
  read(cells: readonly string[], row: number): FileStart | { error: string } | null {
    const { t, notes } = this;
    const texts = cells.map(withoutInvisible);
    const filled = texts.filter((text) => text !== "");
    if (/^sep=.?$/i.test(filled[0] ?? "") && filled.length === 1) return null;
    if (texts.some(isAddress)) return this.withoutHeader(texts, row);
    const [only] = filled;
    if (filled.length === 1 && only && readTitle(only) === null && this.linesAbove < MAX_LINES_ABOVE) {
      this.linesAbove++;
      const text = only.slice(0, 40);
      notes.push(t("Row {row} (“{text}”) is above the header row and is ignored.", { row: `${row}`, text }));
      return null;
    }
    return { header: readHeader(texts), notes, isData: false };
  }

  /** One address and one number next to texts have a single interpretation; other lines need a header. */
  private withoutHeader(texts: readonly string[], row: number): FileStart | { error: string } {
    const { t, notes } = this;
    const wallets = texts.flatMap((text, at) => (isAddress(text) ? [at] : []));
    const numbers = texts.flatMap((text, at) => (/^\d[\d.,' ]*$/.test(text) ? [at] : []));
    const isRestText = texts.every(
      (text, at) => wallets.includes(at) || numbers.includes(at) || !/[\d%]/.test(text),
    );
    const [wallet] = wallets;
    const [amount] = numbers;
    if (wallet === undefined || amount === undefined || wallets.length + numbers.length > 2 || !isRestText) {
      return {
        error: t(
          "The file has no header row: row {row} is already a recipient. Add a first row with column names, such as beneficiary and amount.",
          { row: `${row}` },
        ),
      };
    }
    const titles = texts.map((_, at) => (at === wallet ? "beneficiary" : at === amount ? "amount" : "note"));
    notes.push(
      t(
        "The file has no header row. Column {wallet} is read as the recipient, and column {amount} as the amount.",
        {
          wallet: `${wallet + 1}`,
          amount: `${amount + 1}`,
        },
      ),
    );
    return { header: readHeader(titles), notes, isData: true };
  }
}
