import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import { getCell, rowCount, rowsBetween, type Sheet } from "../sheet";

const TIME_COLUMNS = ["startTime", "cliffTime", "endTime"] as const satisfies RecipientColumn[];

/** The time of day that all cells of a column have, such as "03:44"; absent for different times. */
export type CommonMinutes = Partial<Record<RecipientColumn, string>>;

/** Longer lists show the time in each cell. */
const MAX_ROWS = 2_000;

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?Z$/;

/** Splits a time in UTC into its day and minute; undefined for any other text. */
export function splitTime(text: string): { day: string; minute: string } | undefined {
  const [, day, minute] = ISO_TIME.exec(text) ?? [];
  return day && minute ? { day, minute } : undefined;
}

/** Returns the times of day that the header of a column can show for all its cells. Midnight is not shown. */
export function commonMinutes(sheet: Sheet): CommonMinutes {
  if (rowCount(sheet) > MAX_ROWS) return {};
  const rows = rowsBetween(sheet);
  return Object.fromEntries(
    TIME_COLUMNS.flatMap((column) => {
      const texts = rows.map((row) => getCell(sheet, row, column) ?? "").filter((text) => text !== "");
      const found = new Set(texts.map((text) => splitTime(text)?.minute));
      const [minute] = found;
      return found.size === 1 && minute && minute !== "00:00" ? [[column, minute]] : [];
    }),
  );
}
