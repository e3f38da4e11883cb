import type { Recipient } from "@/lib/core/recipients/recipients";
import { scheduleSpecSentence } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { plainText } from "./number-text";
import { parseAmount } from "./parse-amount";
import { isZeroLength, type Length, NO_LENGTH, parseLength } from "./parse-length";
import { ambiguityText } from "./question-text";
import type { Answers, QuestionId } from "./questions";
import { amountText, endText, timeText } from "./reading-text";
import type { RowReader, RowReading } from "./row-reader";
import type { RecipientColumn, TitleTraits } from "./titles";

/** A vesting duration and its reference point. */
export type VestingLength = { length: Length; countsFrom: "start" | "cliff" };

/** Returns the time until the cliff, zero if the row has none; null if it is unreadable. */
export function readCliffLength(reader: RowReader): Length | null {
  const inDates = reader.cliffLength();
  if (inDates !== undefined) return readLength(reader, "cliffTime", { text: inDates, unit: null });
  const text = getText(reader, "cliffMonths");
  return text === ""
    ? NO_LENGTH
    : readLength(reader, "cliffMonths", { text, unit: getUnit(reader.traits("cliffMonths")) });
}

/** Returns the vesting duration; undefined if the row has none, null if it is unreadable. */
export function readVestingLength(reader: RowReader): VestingLength | null | undefined {
  const text = getText(reader, "durationMonths");
  if (text === "") return undefined;
  const traits = reader.traits("durationMonths");
  const length = readLength(reader, "durationMonths", { text, unit: getUnit(traits) });
  const stated = traits === undefined ? "start" : (traits.countsFrom ?? reader.options.vestingFrom);
  if (stated === undefined && hasCliff(reader)) {
    addQuestion(reader, "vestingFrom", "durationMonths", text);
    return null;
  }
  return length && { length, countsFrom: stated ?? "start" };
}

/** Returns whether the row has a time until the cliff, as far as this is known before its unit. */
function hasCliff(reader: RowReader): boolean {
  const text = reader.cliffLength() ?? getText(reader, "cliffMonths");
  const length = text === "" ? NO_LENGTH : parseLength(text, "months");
  return length === null || length === "unit" || !isZeroLength(length);
}

const getText = (reader: RowReader, column: RecipientColumn) => plainText(reader.cell(column) ?? "") ?? "?";

/** Defaults do not have a title and are in months. */
const getUnit = (traits: TitleTraits | undefined) =>
  traits === undefined ? "months" : (traits.unit ?? null);

function readLength(
  reader: RowReader,
  column: "cliffTime" | "cliffMonths" | "durationMonths",
  { text, unit }: { text: string; unit: Parameters<typeof parseLength>[1] },
): Length | null {
  const { t, options } = reader;
  const length = parseLength(text, unit ?? options.lengthUnit ?? null);
  if (length === "unit") addQuestion(reader, "lengthUnit", column, text);
  else if (length === null) {
    reader.errors[column] =
      unit === "months" && column !== "cliffTime"
        ? scheduleSpecSentence(column, t)
        : t("“{text}” is not a duration. Enter a value such as 12 months, 365 days or 1 year.", { text });
  }
  return length === "unit" ? null : length;
}

/**
 * Returns a share as the text of a percentage; "" if the row has none, or the original text if it is not a
 * share.
 */
export function shareText(reader: RowReader, field: "upfrontPercent" | "cliffPercent"): string {
  const text = getText(reader, field);
  const traits = reader.traits(field);
  const number = Number(text.replace(",", "."));
  if (!traits || traits.isOwn || text === "" || !(number > 0)) return text;
  const isUnclear = traits.isShareUnspecified || number <= 1;
  const { shareNumbers } = reader.options;
  if (shareNumbers === "fraction") return number <= 1 ? shifted(text) : notFraction(reader, field, text);
  if (shareNumbers === "tokens" && traits.isShareUnspecified) return shareOfTokens(reader, field, text);
  if (shareNumbers === "percent" || !isUnclear) return text;
  addQuestion(reader, "shareNumbers", field, text);
  return "";
}

/** Converts a fraction to a percentage, digit by digit. */
function shifted(text: string): string {
  const [whole = "", fraction = ""] = text.split(/[.,]/);
  const digits = fraction.padEnd(2, "0");
  const rest = digits.slice(2).replace(/0+$/, "");
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, "");
  return rest ? `${percent}.${rest}` : percent;
}

function notFraction(reader: RowReader, field: "upfrontPercent" | "cliffPercent", text: string): string {
  const { t } = reader;
  reader.errors[field] ??= t("“{text}” is not a fraction between 0 and 1.", { text });
  return "";
}

function shareOfTokens(reader: RowReader, field: "upfrontPercent" | "cliffPercent", text: string): string {
  const { decimals, decimalMark } = reader.options;
  const options = { decimals, decimalMark };
  const part = parseAmount(reader.cell(field) ?? "", options);
  const whole = parseAmount(reader.cell("amount") ?? "", options);
  const isBoth = "amount" in part && "amount" in whole && whole.amount > 0n;
  if (isBoth && (part.amount * 10_000n) % whole.amount === 0n) {
    return String(Number((part.amount * 10_000n) / whole.amount) / 100);
  }
  const { t } = reader;
  reader.errors[field] ??= t("“{text}” is not a share of the amount in whole hundredths of a percent.", {
    text,
  });
  return "";
}

/**
 * Raises a question with the result of each answer: the end of the allocation, or the amount that unlocks.
 */
function addQuestion(reader: RowReader, questionId: QuestionId, column: RecipientColumn, text: string): void {
  const { t } = reader;
  if (reader.options.isHypothetical) {
    reader.addQuestion(questionId, column, () => "");
    reader.errors[column] ??= "";
    return;
  }
  const readings = reader.addQuestion(questionId, column, (choice) => {
    if (choice === "tokens" && !reader.traits(column)?.isShareUnspecified) return null;
    const reading = readWhole(reader, { [questionId]: choice });
    if ("errors" in reading) return Object.values(reading.errors).find((error) => error) ?? null;
    const leaves = [reading.recipient, ...reading.rest];
    if (questionId !== "shareNumbers") return lengthResult(reader, leaves, column);
    return t("{amount} unlocks", { amount: amountText(shareIn(leaves, column), reader.options.decimals) });
  });
  reader.errors[column] ??= ambiguityText(t, {
    question: questionId,
    title: reader.traits(column)?.title ?? column,
    text,
    readings,
  });
}

/** Returns the end of the vesting; for a length until the cliff, the date of the cliff. */
function lengthResult({ t }: RowReader, leaves: readonly Recipient[], column: RecipientColumn): string {
  if (column === "durationMonths") return t("ends on {date}", { date: endText(leaves) });
  return t("cliff on {date}", { date: timeText(leaves.at(-1)?.cliffTime ?? 0n) });
}

/** Returns the amount of a share of an allocation. */
const shareIn = (leaves: readonly Recipient[], column: RecipientColumn): bigint =>
  leaves.find(({ startTime, cliffTime }) => (cliffTime === startTime) === (column === "upfrontPercent"))
    ?.amount ?? 0n;

/** Reads the row with an answer; other open questions get their first possible answer. */
function readWhole(reader: RowReader, answer: Answers): RowReading {
  let answers: Answers & { isHypothetical: true } = { ...answer, isHypothetical: true };
  let reading = reader.readUnder(answers);
  for (let round = 0; round < 4 && "questions" in reading && reading.questions.length > 0; round++) {
    const open = reading.questions.map(({ question: questionId, readings }) => [
      questionId,
      Object.keys(readings)[0],
    ]);
    answers = { ...answers, ...Object.fromEntries(open) };
    reading = reader.readUnder(answers);
  }
  return reading;
}
