import { english, type Translator } from "@/lib/core/i18n/translator";
import type { Recipient } from "./recipients";

type PlacedRow = { recipient: Recipient; leafIndex: number | null };
type RowError = { row: number; message: string };

/** Rows of a file with leaf indexes; `NaN` for a row without one. */
type Placed = {
  readonly length: number;
  rowAt(position: number): number;
  leafIndexAt(position: number): number;
};

/**
 * Returns the recipients of a file with leaf indexes in the order of their leaves, and the errors of the
 * indexes. If any row has an index, all rows need one, from 0 without gaps or duplicates. There is at most
 * one error per row.
 */
export function inLeafOrder(rows: readonly PlacedRow[]): { recipients: Recipient[]; errors: RowError[] } {
  const ordered = rows.toSorted((a, b) => (a.leafIndex ?? 0) - (b.leafIndex ?? 0));
  const placed = {
    length: rows.length,
    rowAt: (position: number) => rows[position]?.recipient.row ?? 1,
    leafIndexAt: (position: number) => rows[position]?.leafIndex ?? Number.NaN,
  };
  return { recipients: ordered.map(({ recipient }) => recipient), errors: findLeafOrderErrors(placed) };
}

/** Returns the errors in the leaf indexes of a file. */
export function findLeafOrderErrors(
  { length, rowAt, leafIndexAt }: Placed,
  t: Translator = english,
): RowError[] {
  const first = new Int32Array(length).fill(-1);
  const errors: RowError[] = [];
  for (let position = 0; position < length; position++) {
    const [row, leafIndex] = [rowAt(position), leafIndexAt(position)];
    if (Number.isNaN(leafIndex))
      errors.push({ row, message: t("Enter a leaf index in every row or in none.") });
    else if (leafIndex >= length) {
      const last = `${length - 1}`;
      const message = t("Leaf indexes must run from 0 to {last}, one for each row.", { last });
      errors.push({ row, message });
    } else if ((first[leafIndex] as number) >= 0) {
      const other = `${rowAt(first[leafIndex] as number)}`;
      const message = t("Leaf index {index} is also used in row {other}.", { index: `${leafIndex}`, other });
      errors.push({ row, message });
    } else first[leafIndex] = position;
  }
  return errors;
}
