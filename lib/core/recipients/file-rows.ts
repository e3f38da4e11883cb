import { english, type Translator } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { columnTraits, type FileColumn, isInBaseUnits } from "./file-header";
import { withoutInvisible } from "./number-text";
import { type AmountOptions, parseAmount } from "./parse-amount";
import type { Answers } from "./questions";
import type { KnownNames } from "./read-name-cell";
import { readRow } from "./read-row";
import { amountText } from "./reading-text";
import type { CellErrors, RowReading } from "./row-reader";
import type { RecipientColumn } from "./titles";

export type FileOptions = Answers &
  Partial<AmountOptions> & {
    defaults: Partial<Record<RecipientColumn, string | undefined>>;
    names?: KnownNames | undefined;
  };

/** A row that is labeled as a total, with its amount; null if the amount is unreadable. */
export type TotalRow = { word: string; amount: bigint | null };

export type FileRowReading = RowReading & { total?: TotalRow };

/**
 * Returns a function that reads the rows under a header, shared by the browser, the API and the command line.
 */
export function fileRowReader(header: readonly FileColumn[], { defaults, ...options }: FileOptions) {
  const { t = english } = options;
  const positions = new Map<RecipientColumn, number>();
  for (const [position, { column }] of header.entries()) if (column) positions.set(column, position);
  const decimals = header.some(isInBaseUnits) ? undefined : options.decimals;
  const rowOptions = { ...options, decimals, traits: columnTraits(header) };
  return (row: number, cells: readonly string[]): FileRowReading => {
    const cell = (column: RecipientColumn) => {
      const position = positions.get(column);
      return position === undefined ? defaults[column] : (cells[position] ?? "");
    };
    const word = totalWord(cells, cell("beneficiary"));
    const reading = readRow(row, cell, rowOptions);
    if (word !== null) return totalRow(reading, { word, text: cell("amount") ?? "", options: rowOptions });
    if (cells.length <= header.length || cells.slice(header.length).every((text) => text === ""))
      return reading;
    const errors: CellErrors = "errors" in reading ? { ...reading.errors } : {};
    errors.row = t(
      "This row has more cells than the header: a decimal comma may have split a cell. Put cells with commas in quotes, or separate columns by semicolons.",
    );
    return { errors: errors, questions: [], proofs: { decimalMark: null, dateOrder: null } };
  };
}

const TOTAL =
  /^(?:grand[ -]?|sub-?|zwischen|gesamt)?(?:totals?|sum|summe|gesamt|gesamtsumme|insgesamt)(?: (?:amount|tokens|supply))?\s*[:=]?$/i;

/** Returns the word that labels a row without a recipient as a total; null otherwise. */
function totalWord(cells: readonly string[], beneficiary: string | undefined): string | null {
  const wallet = withoutInvisible(beneficiary ?? "");
  if (isAddress(wallet) || (wallet !== "" && !TOTAL.test(wallet))) return null;
  return cells.map(withoutInvisible).find((text) => TOTAL.test(text)) ?? null;
}

function totalRow(
  { proofs, ...reading }: RowReading,
  input: { word: string; text: string; options: Answers & Partial<AmountOptions> },
): FileRowReading {
  const { word, text, options } = input;
  const { decimals, decimalMark, t = english } = options;
  const read = parseAmount(text, { decimals, decimalMark, t });
  const amount = "amount" in read ? read.amount : null;
  const questions =
    "questions" in reading ? reading.questions.filter(({ column }) => column === "amount") : [];
  const errors = { row: t("This row is a total. Remove it, or correct its amount.") };
  return { errors, questions, proofs, total: { word, amount } };
}

/** Returns a note if a total equals the sum of the rows above it, otherwise an error. */
export function checkTotal(
  { word, amount }: TotalRow,
  input: { row: number; sum: bigint; decimals: number | undefined; t?: Translator },
): { note: string } | { error: string } {
  const { row, sum, decimals, t = english } = input;
  const shown = { row: `${row}`, word, sum: amountText(sum, decimals) };
  if (amount === sum && sum > 0n) {
    return { note: t("Row {row} (“{word}”) is the sum of the rows above it and is ignored.", shown) };
  }
  return {
    error: t(
      "“{word}” looks like a total, but the rows above it add up to {sum}. Correct it, or remove the row.",
      shown,
    ),
  };
}
