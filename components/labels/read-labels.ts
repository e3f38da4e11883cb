import { parse } from "csv-parse/browser/esm/sync";
import { MAX_CATEGORY_CHARACTERS, MAX_NOTE_CHARACTERS } from "@/lib/core/lists/label-limits";
import { CSV_DIALECT, sniffDelimiter } from "@/lib/core/recipients/file-start";
import { isAddress } from "@/lib/core/solana/addresses";
import type { LabelText } from "./label-store";

/** An error of a row, by the number of its line from 1. */
export type LabelProblem = { line: number; reason: "address" | "category" | "note" | "repeated" };

export type LabelRows = {
  labels: (LabelText & { recipient: string })[];
  problems: LabelProblem[];
  /** Rows without category and note, which change nothing. */
  empty: number;
};

type Field = "recipient" | "category" | "note";

const FIELDS: Record<Field, readonly string[]> = {
  recipient: ["wallet", "recipient", "beneficiary", "address", "recipient wallet"],
  category: ["category"],
  note: ["note", "notes"],
};

/** Undoes the apostrophe before text that begins like a formula, which exported files have. */
const withoutApostrophe = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠\s])/, "");

/**
 * Reads labels from the text of a CSV file with the columns wallet, category and note. A file without these titles has
 * the columns in this order.
 * @throws Error if the text is not CSV.
 */
export function readLabels(text: string): LabelRows {
  const delimiter = sniffDelimiter(`${text.slice(0, 16_384)}\n`);
  const options = { ...CSV_DIALECT, delimiter, info: true } as const;
  const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
  const columns = createColumns(records[0]?.record ?? []);
  const rows: LabelRows = { labels: [], problems: [], empty: 0 };
  const found = new Set<string>();
  for (const { record, info } of columns.isHeader ? records.slice(1) : records) {
    const cell = (field: Field) => withoutApostrophe(record[columns.at[field]] ?? "").trim();
    const label = { recipient: cell("recipient"), category: cell("category"), note: cell("note") };
    const reason = getProblem(label, found);
    if (reason) rows.problems.push({ line: info.lines, reason });
    else if (label.category === "" && label.note === "") rows.empty += 1;
    else rows.labels.push(label);
    found.add(label.recipient);
  }
  return rows;
}

function createColumns(first: readonly string[]): { isHeader: boolean; at: Record<Field, number> } {
  const titles = first.map((title) => title.trim().toLowerCase());
  const find = (field: Field) => titles.findIndex((title) => FIELDS[field].includes(title));
  const at = { recipient: find("recipient"), category: find("category"), note: find("note") };
  if (at.recipient < 0) return { isHeader: false, at: { recipient: 0, category: 1, note: 2 } };
  return { isHeader: true, at };
}

function getProblem(
  { recipient, category, note }: LabelText & { recipient: string },
  found: ReadonlySet<string>,
): LabelProblem["reason"] | null {
  if (!isAddress(recipient)) return "address";
  if (category.length > MAX_CATEGORY_CHARACTERS || /\p{Cc}/u.test(category)) return "category";
  if (note.length > MAX_NOTE_CHARACTERS) return "note";
  return found.has(recipient) ? "repeated" : null;
}
