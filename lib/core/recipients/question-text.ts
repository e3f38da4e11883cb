import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import type { QuestionId, Readings } from "./questions";

/** Display text of each answer. */
const ANSWER_NAMES: Record<QuestionId, Readonly<Record<string, Message>>> = {
  decimalMark: { point: message("with a decimal point"), comma: message("with a decimal comma") },
  dateOrder: { day: message("with the day first"), month: message("with the month first") },
  timeNumbers: {
    days: message("as spreadsheet days"),
    milliseconds: message("as milliseconds since 1970"),
    seconds: message("as seconds since 1970"),
  },
  vestingFrom: { start: message("counted from the start"), cliff: message("counted from the cliff") },
  lengthUnit: {
    months: message("in months"),
    days: message("in days"),
    years: message("in years"),
    seconds: message("in seconds"),
  },
  shareNumbers: {
    percent: message("as a percentage"),
    fraction: message("as a fraction of 1"),
    tokens: message("as an amount"),
  },
  unusedColumns: { ignore: message("ignored") },
};

/** Returns an answer and its result, such as “counted from the start: ends on 2029-01-01”. */
export function readingText(t: Translator, questionId: QuestionId, choice: string, result: string): string {
  const name = ANSWER_NAMES[questionId][choice];
  return name ? t("{answer}: {result}", { answer: t(name), result }) : result;
}

/** Returns a message about a cell with two interpretations and their results. */
export function ambiguityText(
  t: Translator,
  input: { question: QuestionId; title: string; text: string; readings: Readings },
) {
  const { question, title, text } = input;
  const readings = Object.entries(input.readings)
    .map(([choice, result]) => readingText(t, question, choice, result.replace(/\.$/, "")))
    .reduce((list, next) => t("{list}; {next}", { list, next }), "")
    .replace(/^; /, "");
  const shown = { title, text, readings };
  return t("“{title}” {text} is ambiguous ({readings}). Specify the intended meaning.", shown);
}

/**
 * Returns the message about unused columns that seem to be part of the schedule, and the one possible answer
 * with its result.
 */
export function unusedColumnsText(
  titles: readonly string[],
  t: Translator = english,
): { message: string; readings: Readings } {
  const columns = titles.map((text) => t("“{text}”", { text })).join(", ");
  const message = t(
    "{columns} looks like part of the schedule but is not used. Rename it to a known column, or choose to ignore it.",
    { columns },
  );
  return {
    message,
    readings: { ignore: t("nothing in {columns} is used for the campaign", { columns }) },
  };
}
