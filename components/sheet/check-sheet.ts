import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import type { Translator } from "@/lib/core/i18n/translator";
import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { type ColumnQuestion, ColumnSurvey } from "@/lib/core/recipients/column-survey";
import {
  defaultsFor,
  findHeaderErrors,
  isInBaseUnits,
  RECIPIENT_COLUMNS,
  type RecipientColumn,
  unusedOtherTitles,
  unusedScheduleTitles,
  usesMonths,
} from "@/lib/core/recipients/file-header";
import { checkTotal, type TotalRow } from "@/lib/core/recipients/file-rows";
import { findLeafOrderErrors } from "@/lib/core/recipients/leaf-order";
import { unusedColumnsText } from "@/lib/core/recipients/question-text";
import type { QuestionId, Readings } from "@/lib/core/recipients/questions";
import { RecipientList, runOver } from "@/lib/core/recipients/recipient-list";
import {
  findRecipientErrors,
  findRecipientErrorsInChunks,
  findRecipientWarningsInChunks,
  type Recipient,
} from "@/lib/core/recipients/recipients";
import type { CellErrors, RowReading } from "@/lib/core/recipients/row-reader";
import { unclaimableIn, unclaimableText } from "@/lib/core/recipients/unclaimable";
import { MAX_NAMES } from "@/lib/core/solana/sol-names/sol-name";
import type { SheetRow } from "./packed-rows";
import { getLine, getNumber, getRow, MAX_MARKED_ROWS, numberAt, rowCount, type Sheet } from "./sheet";
import { readSheet, rowReader, type SheetOptions } from "./sheet-readings";
import { type Amounts, sumAmounts } from "./sum-amounts";
import { type ValidLeaves, ValidRows } from "./valid-rows";

export type CheckedSheet = {
  /**
   * All recipients in the order of the leaves if no row has an error, otherwise the recipients of the valid
   * rows.
   */
  recipients: RecipientList;
  /** Returns the leaves of a row, or an empty list for an invalid row. */
  getReading: (row: SheetRow) => readonly Recipient[];
  /** Checks a row by itself, with texts that are not in the sheet yet. */
  checkRow: (row: SheetRow) => RowCheck;
  /** Questions about the format of a column, open or answered. */
  questions: readonly ColumnQuestion[];
  /** The first row with each open question, and the result of each answer in that row. */
  examples: ReadonlyMap<QuestionId, Example>;
  /** Errors by line, of at most `MAX_MARKED_ROWS` rows. */
  errors: ReadonlyMap<number, CellErrors>;
  /** An error of the whole list. */
  listError: string | null;
  /** Names without an address in the recipient column: at most one more than can be looked up. */
  unresolved: readonly string[];
  warnings: readonly string[];
} & Amounts;

type RowCheck = {
  errors: CellErrors;
  /** The columns whose error an answer or a looked-up name can resolve without another text. */
  open: readonly RecipientColumn[];
};

export type Example = { row: number; readings: Readings };

type CheckRun = {
  scheduler?: CooperativeScheduler;
  /** Aborts the check, which then throws the reason of the signal. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
};

const ROWS_PER_CHUNK = 100;

/**
 * Checks every cell and the whole list by the same rules as the service. Processes chunks so that the page
 * stays responsive.
 */
export async function checkSheet(
  sheet: Sheet,
  options: SheetOptions,
  run: CheckRun = {},
): Promise<CheckedSheet> {
  const scheduler = withAbort(run.signal, run.scheduler);
  const { t } = options;
  const survey = new ColumnSurvey(sheet.answers, t);
  const marks = new Marks();
  const found = await readRows({ sheet, options, survey, marks }, { scheduler, onProgress: run.onProgress });
  const recipients = await inLeafOrder(t, found, marks, scheduler);
  const amounts = await sumAmounts(recipients.leaves, scheduler);
  const list = await runOver(recipients, scheduler);
  let listError = sheetError(sheet, options);
  if (listError === null) {
    const rules = { isRotation: options.isRotation, maxErrors: MAX_MARKED_ROWS, t };
    for (const { index, field, message } of await findRecipientErrorsInChunks(list, rules, scheduler)) {
      const line = index === null ? undefined : list.toRow(index);
      if (line === undefined) listError ??= message;
      else marks.add(line, { [errorPosition(field)]: message });
    }
    if (listError === null && amounts.earliestCliff === 0n) {
      listError = t(
        "The earliest cliff cannot be 1 January 1970, 00:00:00 UTC. The program rejects this time.",
      );
    }
  }
  if (!options.isRotation) markUnclaimable(recipients, marks, options);
  const warnings = await findRecipientWarningsInChunks(list, scheduler, t);
  const read = rowReader(sheet, options);
  const getReading = (row: SheetRow) => {
    const reading = read(row);
    const isRight = "recipient" in reading && !survey.conflict(reading.proofs);
    return isRight ? [reading.recipient, ...reading.rest] : [];
  };
  const checkRow = (row: SheetRow): RowCheck => {
    const reading = read(row);
    if ("errors" in reading) return { errors: reading.errors, open: openColumns(reading) };
    const conflict = survey.conflict(reading.proofs);
    return { errors: conflict ?? leafErrors([reading.recipient, ...reading.rest], options), open: [] };
  };
  const { questions, examples } = getQuestions(sheet, survey, { t, read });
  return {
    ...{
      recipients,
      getReading,
      checkRow,
      questions,
      examples,
      listError,
      unresolved: [...marks.unresolved],
    },
    ...{ errors: marks.byLine, warnings: [...(sheet.notes ?? []), ...marks.notes, ...warnings] },
    ...amounts,
  };
}

const openColumns = ({ questions, unresolved }: Extract<RowReading, { errors: CellErrors }>) => [
  ...questions.map(({ column }) => column),
  ...(unresolved === undefined ? [] : (["beneficiary"] as const)),
];

/** Returns the errors of the leaves of one row, without the other rows. */
function leafErrors(leaves: readonly Recipient[], { isRotation, mint, t }: SheetOptions): CellErrors {
  const errors: CellErrors = {};
  for (const { field, message } of findRecipientErrors(leaves, { isRotation, t })) {
    errors[errorPosition(field)] ??= message;
  }
  const kind = isRotation ? null : unclaimableIn(RecipientList.of(leaves).leaves, { mint })(0);
  if (kind) errors.beneficiary = unclaimableText(kind, t);
  return errors;
}

/** Adds errors for recipients of a new list that no key can sign for. */
function markUnclaimable({ leaves, rows }: RecipientList, marks: Marks, { t, mint }: SheetOptions): void {
  const kindAt = unclaimableIn(leaves, { mint });
  for (let position = 0; position < leaves.length; position++) {
    const kind = kindAt(position);
    const line = rows?.[position];
    if (kind && line !== undefined) marks.add(line, { beneficiary: unclaimableText(kind, t) });
  }
}

/** Returns the questions of the rows and the header, with the result of each answer. */
function getQuestions(
  sheet: Sheet,
  survey: ColumnSurvey,
  { t, read }: { t: Translator; read: ReturnType<typeof rowReader> },
): Pick<CheckedSheet, "questions" | "examples"> {
  const examples = new Map<QuestionId, Example>();
  for (const [questionId, line] of survey.firstWaiting()) {
    const reading = read(getRow(sheet, getNumber(sheet, line)));
    const question = "questions" in reading && reading.questions.find((each) => each.question === questionId);
    if (question) examples.set(questionId, { row: line, readings: question.readings });
  }
  const unread = unusedScheduleTitles(sheet.header, t);
  if (unread.length === 0) return { questions: survey.questions(), examples };
  examples.set("unusedColumns", { row: 1, readings: unusedColumnsText(unread, t).readings });
  const unused = { question: "unusedColumns" as const, waiting: 0, proving: {} };
  return {
    questions: [
      ...survey.questions().filter(({ question: questionId }) => questionId !== "unusedColumns"),
      unused,
    ],
    examples,
  };
}

/** Returns a scheduler that throws the reason of an aborted signal at the next pause. */
function withAbort(
  signal: AbortSignal | undefined,
  scheduler: CooperativeScheduler = createScheduler(),
): CooperativeScheduler {
  return {
    due: () => scheduler.due(),
    pause: async () => {
      signal?.throwIfAborted();
      await scheduler.pause();
    },
  };
}

/** Collects errors by line, up to the maximum number of rows, and notes. */
class Marks {
  readonly byLine = new Map<number, CellErrors>();
  readonly notes: string[] = [];
  readonly unresolved = new Set<string>();

  /** Returns the errors of a row, and notes its name if it has no address. */
  getErrors({ errors, unresolved }: Extract<RowReading, { errors: CellErrors }>): CellErrors {
    if (unresolved && this.unresolved.size <= MAX_NAMES) this.unresolved.add(unresolved);
    return errors;
  }

  add(line: number, errors: CellErrors): void {
    const known = this.byLine.get(line);
    if (known || this.byLine.size < MAX_MARKED_ROWS) this.byLine.set(line, { ...known, ...errors });
  }
}

type Reading = { sheet: Sheet; options: SheetOptions; survey: ColumnSurvey; marks: Marks };

/** Returns the number of leaves of a row after its first leaf. */
const getRestLength = (reading: RowReading) => ("rest" in reading ? reading.rest.length : 0);

/** Reads every row for its evidence about the formats of the file, then keeps the valid rows. */
async function readRows(
  { sheet, options, survey, marks }: Reading,
  { scheduler, onProgress }: Pick<CheckRun, "onProgress"> & { scheduler: CooperativeScheduler },
): Promise<ValidLeaves> {
  const count = rowCount(sheet);
  const read = rowReader(sheet, options);
  const packed = readSheet(sheet, options);
  const changed = new Map([...sheet.changed].map(([number, row]) => [number, read(row)]));
  const getEvidence = (number: number) => changed.get(number) ?? packed.getEvidence(number);
  const onPause = (done: number) => onProgress?.(done, count);
  let isWhole = sheet.order === null && changed.size === 0;
  let max = 0;
  await processInChunks({ count, chunkSize: ROWS_PER_CHUNK, scheduler, onPause }, (from, to) => {
    for (let position = from; position < to; position++) {
      const number = numberAt(sheet, position);
      const evidence = getEvidence(number);
      if (evidence) survey.add(getLine(sheet, number), evidence);
      const reading = changed.get(number);
      const rest = reading ? getRestLength(reading) : (packed.getRest(number)?.length ?? 0) / LEAF_BYTES;
      max += 1 + rest;
      isWhole &&= packed.isRight(number) && rest === 0;
    }
  });
  // Most files are valid as read, so no copy is necessary.
  if (isWhole && !survey.hasConflict) {
    return { leaves: packed.leaves, rows: sheet.lines, leafIndexes: packed.leafIndexes };
  }
  const valid = new ValidRows(max, packed);
  const { decimals, t } = options;
  /** Returns the error of a total row that differs from the sum of the rows above, otherwise null. */
  const totalError = (line: number, total: TotalRow): CellErrors | null => {
    const inTokens = sheet.header.some(isInBaseUnits) ? undefined : decimals;
    const judged = checkTotal(total, { row: line, sum: valid.sum(), decimals: inTokens, t });
    if ("error" in judged) return { amount: judged.error };
    marks.notes.push(judged.note);
    return null;
  };
  const getErrors = (number: number): CellErrors | null | "skip" => {
    const reading = changed.get(number);
    const isRight = reading ? "recipient" in reading : packed.isRight(number);
    const evidence = isRight && survey.hasConflict ? getEvidence(number) : null;
    if (isRight) return evidence && survey.conflict(evidence.proofs);
    const again = reading ?? read(getRow(sheet, number));
    if (again.total && again.total.amount !== null)
      return totalError(getLine(sheet, number), again.total) ?? "skip";
    return "errors" in again ? marks.getErrors(again) : null;
  };
  await processInChunks({ count, chunkSize: ROWS_PER_CHUNK, scheduler }, (from, to) => {
    for (let position = from; position < to; position++) {
      const number = numberAt(sheet, position);
      const errors = getErrors(number);
      if (errors === "skip") continue;
      if (errors) marks.add(getLine(sheet, number), errors);
      else valid.add({ number, line: getLine(sheet, number), reading: changed.get(number) });
    }
  });
  return valid.end();
}

/**
 * Returns the recipients in the order of the leaf indexes if the file has them, otherwise in the order of the
 * file.
 */
async function inLeafOrder(
  t: Translator,
  { leaves, rows, leafIndexes }: ValidLeaves,
  marks: Marks,
  scheduler: CooperativeScheduler,
): Promise<RecipientList> {
  const inFileOrder = new RecipientList(new LeafList(leaves), rows);
  // An invalid row leaves a gap in the order, which is not an error of the other rows.
  if (!leafIndexes || marks.byLine.size > 0) return inFileOrder;
  const rowAt = (position: number) => rows[position] as number;
  const leafIndexAt = (position: number) => leafIndexes[position] as number;
  const errors = findLeafOrderErrors({ length: rows.length, rowAt, leafIndexAt }, t);
  for (const { row, message } of errors) marks.add(row, { leafIndex: message });
  if (errors.length > 0) return inFileOrder;
  const ordered = { leaves: new Uint8Array(leaves.length), rows: new Uint32Array(rows.length) };
  const view = new DataView(ordered.leaves.buffer);
  await processInChunks({ count: rows.length, chunkSize: ROWS_PER_CHUNK, scheduler }, (from, to) => {
    for (let position = from; position < to; position++) {
      const index = leafIndexAt(position);
      ordered.leaves.set(
        leaves.subarray(position * LEAF_BYTES, (position + 1) * LEAF_BYTES),
        index * LEAF_BYTES,
      );
      view.setUint32(index * LEAF_BYTES, index, true);
      ordered.rows[index] = rowAt(position);
    }
  });
  return new RecipientList(new LeafList(ordered.leaves), ordered.rows);
}

/** Returns an error of the whole file: in its header, or unused columns without the user's confirmation. */
function sheetError({ header, acceptsUnused, answers }: Sheet, options: SheetOptions): string | null {
  const { t } = options;
  // A rotation continues existing leaves one by one, which a schedule of several leaves cannot do.
  if (options.isRotation && usesMonths(header)) {
    return t(
      "A change needs the exact times of each allocation. Omit the columns for shares and months, and use releaseType, startTime, cliffTime and endTime.",
    );
  }
  const defaults = defaultsFor(header, options.defaults);
  const [error] = findHeaderErrors(header, (column) => defaults[column] !== undefined, t);
  if (error) return `${error.message} ${t("Select the content of each column.")}`;
  const unread = unusedScheduleTitles(header, t);
  if (unread.length > 0 && answers.unusedColumns === undefined) return unusedColumnsText(unread, t).message;
  const unused = unusedOtherTitles(header, t);
  if (unused.length === 0 || acceptsUnused) return null;
  return t("Confirm that these columns are omitted: {columns}.", { columns: unused.join(", ") });
}

const errorPosition = (field: keyof Recipient | null): keyof CellErrors =>
  RECIPIENT_COLUMNS.find((column) => column === field) ?? "row";
