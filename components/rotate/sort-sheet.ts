import type { CheckedSheet } from "@/components/sheet/check-sheet";
import type { Sheet, SheetRow } from "@/components/sheet/sheet";

export const SORT_ORDERS = [
  { value: "place", label: "as the leaves stand" },
  { value: "wallet", label: "by wallet" },
  { value: "amount", label: "largest amount first" },
  { value: "claimed", label: "most claimed first" },
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number]["value"];

type Known = { checked: CheckedSheet; claimed: ReadonlyMap<number, bigint> };

/** The rows in another order; it changes nobody's leaf. Rows that say nothing yet come first, to be seen. */
export function sortSheet(sheet: Sheet, order: SortOrder, { checked, claimed }: Known): Sheet {
  const amount = ({ line }: SheetRow) => checked.byLine.get(line)?.amount;
  const compare: Record<SortOrder, (a: SheetRow, b: SheetRow) => number> = {
    place: (a, b) => a.line - b.line,
    wallet: (a, b) => ((a.cells.beneficiary ?? "") < (b.cells.beneficiary ?? "") ? -1 : 1),
    amount: (a, b) => descending(amount(a), amount(b)),
    claimed: (a, b) => descending(claimed.get(a.line) ?? 0n, claimed.get(b.line) ?? 0n),
  };
  return { ...sheet, rows: sheet.rows.toSorted(compare[order]) };
}

function descending(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a > b ? -1 : 1;
}
