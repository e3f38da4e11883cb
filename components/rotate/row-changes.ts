import type { SheetRow } from "@/components/sheet/packed-rows";
import { findNumber, getCell, getRow, leafIndexAt, rowCount, type Sheet } from "@/components/sheet/sheet";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import type { Recipient } from "@/lib/core/recipients/recipients";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { RotationPlan } from "@/lib/core/vesting/rotation/plan-rotation";
import type { CurrentAllocations } from "./current-allocations";

/** A row that differs from the current allocations: a new allocation, or an allocation with other terms. */
export type RowChange = { kind: "added" } | { kind: "changed"; before: Leaf; after: Leaf };

export type RowChanges = {
  /** The changed and the added rows, by line. */
  byLine: ReadonlyMap<number, RowChange>;
  counts: { changed: number; added: number };
  /** The current allocations that the list omits, in the order of their leaf indexes. */
  removed: readonly SheetRow[];
};

type RowChangesInput = {
  current: CurrentAllocations;
  sheet: Sheet;
  /** The valid rows of the list, as the plan received them. */
  wanted: readonly Recipient[];
  plan: Pick<RotationPlan, "leaves" | "leafIndexes">;
  errors: ReadonlyMap<number, CellErrors>;
};

const ROWS_PER_CHUNK = 100;

/** Compares each row with the current allocation that it continues. */
export async function findRowChanges(changes: RowChangesInput): Promise<RowChanges> {
  const { current, sheet, wanted, plan, errors } = changes;
  const scheduler = createScheduler();
  const byLine = new Map<number, RowChange>();
  const counts = { changed: 0, added: 0 };
  const continued = new Set<number>();
  await processInChunks({ count: wanted.length, chunkSize: ROWS_PER_CHUNK, scheduler }, (from, to) => {
    for (let position = from; position < to; position++) {
      const leafIndex = plan.leafIndexes[position] as number;
      const after = plan.leaves[leafIndex] as Leaf;
      const change = getChange(current.leaves[leafIndex], after);
      if (change?.kind !== "added") continued.add(leafIndex);
      if (!change) continue;
      counts[change.kind]++;
      byLine.set(wanted[position]?.row ?? 0, change);
    }
  });
  const isOpen = openAllocations(sheet, errors);
  const removed: SheetRow[] = [];
  const all = current.sheet;
  await processInChunks({ count: rowCount(all), chunkSize: ROWS_PER_CHUNK, scheduler }, (from, to) => {
    for (let number = from; number < to; number++) {
      if (continued.has(leafIndexAt(all, number) as number)) continue;
      const row = getRow(all, number);
      if (!isOpen(all, row)) removed.push(row);
    }
  });
  return { byLine, counts, removed };
}

function getChange(before: Leaf | undefined, after: Leaf): RowChange | null {
  if (!before || before.amount === 0n || before.beneficiary !== after.beneficiary) return { kind: "added" };
  return TERMS.some((term) => before[term] !== after[term]) ? { kind: "changed", before, after } : null;
}

export const TERMS = ["amount", "releaseType", "startTime", "cliffTime", "endTime", "milestoneIdx"] as const;

/**
 * Returns whether a row with errors may continue an allocation. The plan does not contain such rows, and their
 * allocations are not removed.
 */
function openAllocations(sheet: Sheet, errors: ReadonlyMap<number, CellErrors>) {
  const leafIndexes = new Set<number>();
  const wallets = new Set<string>();
  for (const line of errors.keys()) {
    // The check of an earlier version of the list can have rows that the list does not have.
    const number = findNumber(sheet, line);
    if (number === undefined) continue;
    const row = getRow(sheet, number);
    if (row.leafIndex !== undefined) leafIndexes.add(row.leafIndex);
    wallets.add(getCell(sheet, row, "beneficiary") ?? "");
  }
  return (input: Sheet, row: SheetRow): boolean =>
    leafIndexes.has(row.leafIndex as number) || wallets.has(getCell(input, row, "beneficiary") ?? "");
}
