import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import type { GridColumn } from "./edits";

/** Columns of schedules in months, which begin at the start of a row. */
const MONTHS: ReadonlySet<RecipientColumn> = new Set(["cliffMonths", "durationMonths"]);

/**
 * Returns whether a time of a row does not change when its amount vests: the start of any row, and the end of a cliff
 * or milestone. The cliff of a milestone is its due date.
 */
export function isIdleTime(
  column: RecipientColumn,
  { columns, release }: { columns: readonly GridColumn[]; release: string },
): boolean {
  if (columns.some((other) => MONTHS.has(other.column))) return false;
  return column === "startTime" || (column === "endTime" && /^(?:cliff|milestone)$/i.test(release.trim()));
}
