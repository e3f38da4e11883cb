import { english, type Translator } from "@/lib/core/i18n/translator";
import type { DecimalMark } from "./parse-amount";
import type { DateOrder } from "./parse-time";
import { type Answers, QUESTION_IDS, type QuestionId } from "./questions";
import type { CellErrors, Proofs } from "./row-reader";
import type { RecipientColumn } from "./titles";

/**
 * A question about a whole column, with the numbers of rows that need the answer and of rows whose spelling
 * proves an answer.
 */
export type ColumnQuestion = {
  question: QuestionId;
  waiting: number;
  /** Number of rows whose spelling proves an answer, by answer; they never decide for other rows. */
  proving: Readonly<Record<string, number>>;
};

type Seen = { waiting: number; firstRow: number; rows: Map<string, { count: number; firstRow: number }> };

const COLUMN_BY_QUESTION = { decimalMark: "amount", dateOrder: "startTime" } as const;

/**
 * Collects the questions and proofs of a file's rows, because two spellings can each be unambiguous and still
 * contradict each other.
 */
export class ColumnSurvey {
  private readonly seen = new Map<QuestionId, Seen>(
    QUESTION_IDS.map((questionId) => [questionId, { waiting: 0, firstRow: 0, rows: new Map() }]),
  );

  constructor(
    private readonly answers: Answers,
    private readonly t: Translator = english,
  ) {}

  private of(questionId: QuestionId): Seen {
    return this.seen.get(questionId) as Seen;
  }

  add(
    row: number,
    reading: { proofs: Proofs; questions?: readonly (QuestionId | { question: QuestionId })[] },
  ): void {
    const questionIds = reading.questions?.map((question) =>
      typeof question === "string" ? question : question.question,
    );
    for (const questionId of new Set(questionIds)) {
      const seen = this.of(questionId);
      if (seen.waiting === 0) seen.firstRow = row;
      seen.waiting++;
    }
    for (const questionId of ["decimalMark", "dateOrder"] as const) {
      const choice = reading.proofs[questionId];
      if (!choice) continue;
      const { rows } = this.of(questionId);
      const known = rows.get(choice);
      if (known) known.count++;
      else rows.set(choice, { count: 1, firstRow: row });
    }
  }

  /** Returns the questions that are open or were answered. */
  questions(): ColumnQuestion[] {
    return QUESTION_IDS.flatMap((question) => {
      const { waiting, rows } = this.of(question);
      if (waiting === 0 && rows.size < 2 && this.answers[question] === undefined) return [];
      const proving = Object.fromEntries([...rows].map(([choice, { count }]) => [choice, count]));
      return [{ question, waiting, proving }];
    });
  }

  /** Returns the first row that needs the answer to each open question. */
  firstWaiting(): [question: QuestionId, row: number][] {
    return [...this.seen].flatMap(([questionId, { waiting, firstRow }]) =>
      waiting > 0 ? [[questionId, firstRow]] : [],
    );
  }

  get hasConflict(): boolean {
    return this.isContradicted("decimalMark") || this.isContradicted("dateOrder");
  }

  /** Returns the error of a row that is unambiguous but contradicts other rows; null if there is none. */
  conflict(proofs: Proofs): CellErrors | null {
    const errors: Partial<Record<RecipientColumn, string>> = {};
    for (const questionId of ["decimalMark", "dateOrder"] as const) {
      const mine = proofs[questionId];
      const other =
        mine &&
        this.isContradicted(questionId) &&
        [...this.of(questionId).rows].find(([choice]) => choice !== mine);
      if (!other) continue;
      errors[COLUMN_BY_QUESTION[questionId]] = CONTRADICTIONS[mine](this.t, { row: `${other[1].firstRow}` });
    }
    return Object.keys(errors).length > 0 ? errors : null;
  }

  private isContradicted(questionId: keyof typeof COLUMN_BY_QUESTION): boolean {
    return this.answers[questionId] === undefined && this.of(questionId).rows.size > 1;
  }
}

/** Messages about the contradiction between a row and another one. */
const CONTRADICTIONS: Record<DecimalMark | DateOrder, (t: Translator, input: { row: string }) => string> = {
  point: (t, values) =>
    t(
      "This row uses a decimal point, but row {row} uses a decimal comma. Specify which one the file uses.",
      values,
    ),
  comma: (t, values) =>
    t(
      "This row uses a decimal comma, but row {row} uses a decimal point. Specify which one the file uses.",
      values,
    ),
  day: (t, values) =>
    t(
      "Dates in this row start with the day, but dates in row {row} start with the month. Specify which one the file uses.",
      values,
    ),
  month: (t, values) =>
    t(
      "Dates in this row start with the month, but dates in row {row} start with the day. Specify which one the file uses.",
      values,
    ),
};
