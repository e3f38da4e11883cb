import { withheldPercent } from "@/lib/contract/statement/parameters";
import type { StatementView } from "@/lib/contract/statement/view";
import { atCursor } from "@/lib/service/pages/campaign-lists";
import { services } from "@/lib/service/services";
import { readStatement } from "./read-statement";

/** As many as a table prints completely. */
export const RECIPIENTS_PER_PAGE = 100;

/** The form of a statement as the URL has it. */
type StatementSearch = {
  /** A day in UTC, such as 2026-12-31; the current time without one. */
  date: string | undefined;
  /** A percentage. */
  withheld: string | undefined;
};

export type StatementChoice = {
  /** Unix seconds. */
  at: bigint;
  /** Null without withholding, or if the percentage is not valid. */
  basisPoints: bigint | null;
  /** Whether the URL has a value that is not valid. */
  hasDateError: boolean;
  hasPercentError: boolean;
};

/**
 * Reads the date and the percentage of a statement. A day means its last second in UTC, but at most the current time
 * on the current day.
 */
export async function readStatementChoice({ date, withheld }: StatementSearch): Promise<StatementChoice> {
  const now = (await services()).now();
  const end = date === undefined ? now : endOfDay(date);
  const percent = withheldPercent.optional().safeParse(withheld);
  return {
    at: end === null ? now : isDayOf(now, end) ? now : end,
    basisPoints: percent.data ?? null,
    hasDateError: end === null,
    hasPercentError: !percent.success,
  };
}

const DAY_SECONDS = 86_400n;

const isDayOf = (now: bigint, end: bigint) => end >= now && end - now < DAY_SECONDS;

/** Returns the last second of a day in UTC; null for a text that is not a date. */
function endOfDay(date: string): bigint | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== date) return null;
  return BigInt(start / 1000) + DAY_SECONDS - 1n;
}

type StatementPageQuery = { treeAddress: string; creation: string | undefined; cursor: string | undefined };

/**
 * Returns a statement with a page of its recipients; null for a cursor of another list. A cursor determines the date,
 * so that all pages have the date of the first one.
 */
export async function readStatementPage(
  { at, basisPoints }: StatementChoice,
  { treeAddress, creation, cursor }: StatementPageQuery,
): Promise<StatementView | null> {
  const query = { treeAddress, creation, basisPoints, limit: RECIPIENTS_PER_PAGE };
  const position = cursor === undefined ? { at } : { cursor };
  return atCursor(readStatement(await services(), { ...query, ...position }));
}
