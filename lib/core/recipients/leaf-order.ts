import type { Recipient } from "./recipients";

type PlacedRow = { recipient: Recipient; leafIndex: number | null };
type RowFault = { row: number; message: string };

/**
 * The recipients of a file that names leaf indexes in the order of their leaves, and what is wrong with the indexes: a file
 * that names any names all of them, from 0 without gaps, each once. At most one fault a row.
 */
export function inLeafOrder(rows: readonly PlacedRow[]): { recipients: Recipient[]; faults: RowFault[] } {
  const ordered = rows.toSorted((a, b) => (a.leafIndex ?? 0) - (b.leafIndex ?? 0));
  return { recipients: ordered.map(({ recipient }) => recipient), faults: leafOrderFaults(rows) };
}

function leafOrderFaults(rows: readonly PlacedRow[]): RowFault[] {
  const rowOf = new Map<number, number>();
  const faults: RowFault[] = [];
  for (const { recipient, leafIndex } of rows) {
    const row = recipient.row ?? 1;
    const first = leafIndex === null ? undefined : rowOf.get(leafIndex);
    if (leafIndex === null) faults.push({ row, message: "Give the leaf index of every row, or of none." });
    else if (first !== undefined)
      faults.push({ row, message: `Leaf index ${leafIndex} stands in row ${first} too.` });
    else if (leafIndex >= rows.length) {
      faults.push({
        row,
        message: `Leaf indexes run from 0 to ${rows.length - 1}, as many as there are rows.`,
      });
    } else rowOf.set(leafIndex, row);
  }
  return faults;
}

/** Why a cell too many is a fault, and what most often causes it. */
export const SPLIT_CELL =
  "a decimal comma may have split a cell. Put cells with commas in quotes, or separate columns by semicolons.";
