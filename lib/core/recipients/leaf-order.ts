/**
 * What is wrong with the leaf indexes of a file's rows, given as [row, leaf index]: a file that names any names all of them,
 * from 0 without gaps, each once. At most one fault a row.
 */
export function leafOrderFaults(
  rows: readonly (readonly [row: number, leafIndex: number | null])[],
): { row: number; message: string }[] {
  const rowOf = new Map<number, number>();
  const faults: { row: number; message: string }[] = [];
  for (const [row, leafIndex] of rows) {
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
