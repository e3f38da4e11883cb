import { message } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import type { LabelView } from "../label";
import { booleanCell } from "./cell-texts";
import { type Columns, WordCell } from "./csv-text";

type RowLabel = Pick<LabelView, "category" | "note" | "readable">;

const UNREADABLE = message("This label cannot be decrypted.");

/** Columns of the private labels in a list of recipients. */
export const labelColumns = <Row extends Partial<RowLabel>>(): Columns<Row> => [
  ["category", ({ category }) => category ?? null],
  [
    "note",
    ({ note, readable }) => (readable === false ? new WordCell("unreadable", UNREADABLE) : (note ?? null)),
  ],
];

/** Adds the columns of labels to those of a list if the list has labels. */
export const withLabelColumns = <Row>(
  columns: Columns<Row>,
  hasLabels: boolean,
): Columns<Row & Partial<RowLabel>> => [...columns, ...(hasLabels ? labelColumns() : [])];

/** Columns of a wallet's labels, as the import of labels reads them. */
export const LABEL_LIST_COLUMNS: Columns<LabelView> = [
  ["wallet", ({ recipient }) => recipient],
  ["category", ({ category }) => category],
  ["note", ({ note }) => note],
  ["readable", ({ readable }) => booleanCell(readable)],
  ["updatedAt", ({ updatedAt }) => timeCell(BigInt(updatedAt))],
];
