import type { DecimalMark } from "./parse-amount";
import type { LengthUnit } from "./parse-length";
import type { TimeOptions } from "./parse-time";

/**
 * Answers to the questions that a file can raise: how a column is written, or which of two meanings its title has. Forms,
 * query parameters and command options give the same ones.
 */
export type Answers = TimeOptions & {
  decimalMark?: DecimalMark | undefined;
  /** Whether the length of the vesting counts from the start or from the cliff. */
  vestingFrom?: "start" | "cliff" | undefined;
  /** What a bare number in a column of lengths counts. */
  lengthUnit?: LengthUnit | undefined;
  /** What a bare number in a column of shares is. */
  shareNumbers?: "percent" | "fraction" | "tokens" | undefined;
  /** Columns that look like a part of the schedule and that are not read. */
  unusedColumns?: "ignore" | undefined;
};

export const QUESTION_IDS = [
  "decimalMark",
  "dateOrder",
  "timeNumbers",
  "vestingFrom",
  "lengthUnit",
  "shareNumbers",
  "unusedColumns",
] as const;
export type QuestionId = (typeof QUESTION_IDS)[number];

/** The answers that each question takes. */
export const CHOICES = {
  decimalMark: ["point", "comma"],
  dateOrder: ["day", "month"],
  timeNumbers: ["days", "milliseconds", "seconds"],
  vestingFrom: ["start", "cliff"],
  lengthUnit: ["months", "days", "years", "seconds"],
  shareNumbers: ["percent", "fraction", "tokens"],
  unusedColumns: ["ignore"],
} as const satisfies Record<QuestionId, readonly string[]>;

/** The results that the answers have in one row: dates and amounts, or why an answer is impossible there. */
export type Readings = Readonly<Record<string, string>>;
