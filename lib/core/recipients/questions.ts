import type { DecimalMark } from "./parse-amount";
import type { LengthUnit } from "./parse-length";
import type { TimeOptions } from "./parse-time";

/**
 * Answers to the questions that a file can raise: the format of a column, or one of two meanings of its
 * title. Forms, query parameters and command options offer the same answers.
 */
export type Answers = TimeOptions & {
  decimalMark?: DecimalMark | undefined;
  /** Whether the vesting duration counts from the start or from the cliff. */
  vestingFrom?: "start" | "cliff" | undefined;
  /** The unit of a bare number in a column of lengths. */
  lengthUnit?: LengthUnit | undefined;
  /** The meaning of a bare number in a column of shares. */
  shareNumbers?: "percent" | "fraction" | "tokens" | undefined;
  /** The handling of unused columns that seem to be part of the schedule. */
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

/** The possible answers to each question. */
export const CHOICES = {
  decimalMark: ["point", "comma"],
  dateOrder: ["day", "month"],
  timeNumbers: ["days", "milliseconds", "seconds"],
  vestingFrom: ["start", "cliff"],
  lengthUnit: ["months", "days", "years", "seconds"],
  shareNumbers: ["percent", "fraction", "tokens"],
  unusedColumns: ["ignore"],
} as const satisfies Record<QuestionId, readonly string[]>;

/** The results of the answers in one row: dates and amounts, or why an answer is impossible there. */
export type Readings = Readonly<Record<string, string>>;
