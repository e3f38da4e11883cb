import { ColumnSurvey } from "@/lib/core/recipients/column-survey";
import {
  aliasNotes,
  defaultsFor,
  type FileColumn,
  findHeaderErrors,
  isInBaseUnits,
  type RecipientColumn,
  unusedScheduleTitles,
  unusedTitles,
} from "@/lib/core/recipients/file-header";
import { checkTotal, type FileRowReading, fileRowReader } from "@/lib/core/recipients/file-rows";
import { type FileStart, StartReader } from "@/lib/core/recipients/file-start";
import { inLeafOrder } from "@/lib/core/recipients/leaf-order";
import { type AmountSummary, summarizeAmounts } from "@/lib/core/recipients/mint-warnings";
import { offCurveWarnings } from "@/lib/core/recipients/off-curve-recipients";
import { unusedColumnsText } from "@/lib/core/recipients/question-text";
import type { Answers, QuestionId, Readings } from "@/lib/core/recipients/questions";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import { distinctRecipients } from "@/lib/core/recipients/recipient-accounts";
import { findRecipientErrors, type Recipient, recipientWarnings } from "@/lib/core/recipients/recipients";
import type { Proofs } from "@/lib/core/recipients/row-reader";
import { findUnclaimable, type OwnAddresses } from "@/lib/core/recipients/unclaimable";
import { unitWarnings } from "@/lib/core/recipients/unit-question";
import { MAX_NAMES } from "@/lib/core/solana/sol-names/sol-name";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { MAX_LOOKUPS } from "./account-checks";
import { FileError, readFileLines } from "./file-lines";

/** An error in a row of the file. Row numbers match a spreadsheet's; the header is row 1. */
type RowError = {
  row: number;
  field: string;
  message: string;
  /** For an ambiguity: the request parameter that resolves it, and the result of each value in this row. */
  parameter?: QuestionId;
  readings?: Readings;
};

/**
 * The part of a file that is looked up on the network: its first recipients with their rows, and its amounts.
 */
type FileLookup = {
  addresses: string[];
  rows: number[][];
  total: number;
  amounts: AmountSummary | null;
  /** Decimals of amounts in tokens. */
  decimals: number | undefined;
};

export type RecipientsImport = {
  recipients: Recipient[];
  totalRows: number;
  validRows: number;
  errors: RowError[];
  warnings: string[];
  lookup: FileLookup;
  /** Names that were not looked up: at most one more than the maximum. */
  unknownNames: string[];
};

export type ImportOptions = Answers & {
  /** The campaign's own addresses, which cannot be recipients. */
  own?: OwnAddresses;
  /** Token decimals; if set, amounts are decimal token amounts instead of base units. */
  decimals?: number | undefined;
  maxRows: number;
  /** The addresses of names in the recipient column. Without it, names are errors. */
  names?: KnownNames | undefined;
  /** Values for columns that the file does not have, in the format of a cell. */
  defaults?: Partial<Record<RecipientColumn, string | undefined>>;
};

const MAX_REPORTED_ERRORS = 1_000;

/**
 * Reads a recipients file as a stream: CSV or an .xlsx workbook. CSV may have a BOM, CRLF, quotes, blank
 * lines, and the separators comma, semicolon, tab and |. Reports and removes invalid rows. The checks of the
 * whole list (sum, repeated milestones, maximum allocations per beneficiary) run on the remaining rows.
 * Source: POST /api/campaigns/import.
 */
export async function readRecipientsCsv(
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<RecipientsImport> {
  return (await readFile(source, options)).finish();
}

/** Leaves with their row numbers. */
export type LeavesFile = Pick<RecipientsImport, "errors" | "warnings"> & { leaves: Leaf[]; rows: number[] };

/** Reads a recipients file as the leaves of a tree, without the rules for new campaigns. */
export async function readLeavesCsv(
  source: AsyncIterable<Uint8Array>,
  options: Omit<ImportOptions, "maxRows">,
): Promise<LeavesFile> {
  return (await readFile(source, { ...options, maxRows: Number.POSITIVE_INFINITY })).finishLeaves();
}

async function readFile(
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<RecipientFileReader> {
  const reader = new RecipientFileReader(options);
  try {
    const { lines, notes } = await readFileLines(source);
    reader.note(notes);
    for await (const { row, cells } of lines) if (!reader.read(cells, row)) break;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    reader.fail(error.row, "", error.message);
  }
  return reader;
}

/** A valid row, which is kept until the whole file is read, because other rows may contradict it. */
type ReadRow = {
  recipient: Recipient;
  rest: readonly Recipient[];
  leafIndex: number | null;
  proofs: Proofs;
};

const NO_HEADER =
  "The file has no header row. Name the columns in the first row, for example beneficiary and amount.";

class RecipientFileReader {
  private readonly start = new StartReader();
  private header: FileColumn[] | null = null;
  private readRow: ReturnType<typeof fileRowReader> | null = null;
  private decimals: number | undefined;
  private leafCount = 0;
  /** Sum of the rows that could be read so far. */
  private sum = 0n;
  private readonly survey: ColumnSurvey;
  private readonly rows: ReadRow[] = [];
  private readonly errors: RowError[] = [];
  private readonly warnings: string[] = [];
  private totalRows = 0;
  private hasText = false;
  private errorCount = 0;
  private readonly unknownNames = new Set<string>();

  constructor(private readonly options: ImportOptions) {
    this.survey = new ColumnSurvey(options);
  }

  /** Returns false if the rest of the file cannot be used. */
  read(cells: string[], row: number): boolean {
    if (!this.header) {
      this.hasText ||= cells.some((cell) => cell.trim() !== "");
      const start = this.start.read(cells, row);
      if (start === null) return true;
      if ("error" in start) {
        this.fail(row, "", start.error);
        return false;
      }
      if (!this.takeHeader(start, row)) return false;
      if (!start.isData) return true;
    }
    this.totalRows++;
    if (this.totalRows > this.options.maxRows) {
      this.fail(row, "", `A campaign can have at most ${this.options.maxRows} recipients. Split the file.`);
      this.rows.length = 0;
      return false;
    }
    const reading = this.readRow?.(row, cells);
    return reading === undefined || this.takeRow(row, reading);
  }

  note(notes: readonly string[]): void {
    this.warnings.push(...notes);
  }

  fail(
    row: number,
    field: string,
    message: string,
    question?: Pick<RowError, "parameter" | "readings">,
  ): void {
    this.errorCount++;
    if (this.errors.length < MAX_REPORTED_ERRORS) this.errors.push({ row, field, message, ...question });
  }

  finish(): RecipientsImport {
    const recipients = this.readable();
    const stored = recipients.length === 0 ? [] : this.withoutErrors(recipients);
    const { totalRows, decimals } = this;
    const unit = decimals === undefined ? "base" : "tokens";
    const amounts = summarizeAmounts(stored, unit);
    const unlikely = unitWarnings(amounts, decimals);
    const { positions, total } = distinctRecipients(stored, MAX_LOOKUPS);
    const rows = [...positions.values()].map((indexes) => [
      ...new Set(indexes.map((index) => stored[index]?.row ?? 1)),
    ]);
    const validRows = new Set(stored.map(({ row }) => row)).size;
    return {
      recipients: stored,
      totalRows,
      validRows,
      unknownNames: [...this.unknownNames],
      lookup: { addresses: [...positions.keys()], rows, total, amounts, decimals },
      ...this.reported([...recipientWarnings(stored), ...offCurveWarnings(stored), ...unlikely]),
    };
  }

  finishLeaves(): LeavesFile {
    const recipients = this.readable();
    const leaves = recipients.map(({ row: _, ...leaf }, leafIndex) => ({ leafIndex, ...leaf }));
    return { leaves, rows: recipients.map(({ row = 1 }) => row), ...this.reported([]) };
  }

  private readable(): Recipient[] {
    if (!this.header && this.errorCount === 0)
      this.fail(1, "", this.hasText ? NO_HEADER : "The file is empty.");
    else if (this.totalRows === 0 && this.errorCount === 0)
      this.fail(1, "", "The file has a header row but no recipients.");
    return this.inLeafOrder(this.withoutContradictions());
  }

  private reported(warnings: readonly string[]): Pick<RecipientsImport, "errors" | "warnings"> {
    const unlisted = this.errorCount - this.errors.length;
    return {
      errors: this.errors.sort((a, b) => a.row - b.row),
      warnings: [
        ...this.warnings,
        ...(unlisted > 0 ? [`${unlisted} more errors are not listed.`] : []),
        ...warnings,
      ],
    };
  }

  private withoutContradictions(): ReadRow[] {
    if (!this.survey.hasConflict) return this.rows;
    return this.rows.filter(({ recipient, proofs }) => {
      const problems = Object.entries(this.survey.conflict(proofs) ?? {});
      for (const [field, message] of problems) this.fail(recipient.row ?? 1, field, message);
      return problems.length === 0;
    });
  }

  /**
   * Orders rows by their leaf index if the file has that column; otherwise the rows are already in leaf
   * order.
   */
  private inLeafOrder(rows: ReadRow[]): Recipient[] {
    const hasIndexes = this.header?.some(({ column }) => column === "leafIndex");
    if (!hasIndexes) return rows.flatMap(({ recipient, rest }) => [recipient, ...rest]);
    const { recipients, errors: problems } = inLeafOrder(rows);
    // A row that could not be read leaves an irrelevant gap.
    if (this.errorCount > 0) return recipients;
    for (const { row, message } of problems) this.fail(row, "leafIndex", message);
    return problems.length > 0 ? [] : recipients;
  }

  private withoutErrors(recipients: Recipient[]): Recipient[] {
    const refused = new Set<number>();
    const reported = new Set<string>();
    for (const { index, field, message } of findRecipientErrors(recipients)) {
      const row = index === null ? 1 : (recipients[index]?.row ?? 1);
      if (!reported.has(`${row} ${message}`)) this.fail(row, field ?? "", message);
      reported.add(`${row} ${message}`);
      // An allocation is accepted with all its leaves or rejected as a whole.
      if (index !== null) refused.add(row);
    }
    for (const { index, message } of findUnclaimable(recipients, this.options.own)) {
      const row = recipients[index]?.row ?? 1;
      if (refused.has(row)) continue;
      this.fail(row, "beneficiary", message);
      refused.add(row);
    }
    return recipients.filter(({ row }) => !refused.has(row ?? 1));
  }

  private takeHeader({ header, notes }: FileStart, row: number): boolean {
    const { maxRows: _, own: __, defaults: defaultTimes = {}, ...answers } = this.options;
    const defaults = defaultsFor(header, defaultTimes);
    for (const { column, message } of findHeaderErrors(header, (name) => Boolean(defaults[name])))
      this.fail(row, column, message);
    this.note([
      ...notes,
      ...aliasNotes(header),
      ...unusedTitles(header).map((title) => `The column "${title}" is not used.`),
    ]);
    this.header = header;
    this.decimals = header.some(isInBaseUnits) ? undefined : answers.decimals;
    this.readRow = fileRowReader(header, { ...answers, defaults });
    if (this.errorCount > 0) return false;
    const unread = unusedScheduleTitles(header);
    if (unread.length > 0 && answers.unusedColumns === undefined) {
      const { message, readings } = unusedColumnsText(unread);
      this.fail(row, "", message, { parameter: "unusedColumns", readings });
    }
    return true;
  }

  private takeRow(row: number, reading: FileRowReading): boolean {
    const { total } = reading;
    if (total && total.amount !== null) return this.takeTotal(row, { ...total, amount: total.amount });
    this.survey.add(row, reading);
    if ("recipient" in reading) return this.take(row, reading);
    const { unresolved } = reading;
    if (unresolved && !this.options.names?.has(unresolved) && this.unknownNames.size <= MAX_NAMES)
      this.unknownNames.add(unresolved);
    for (const [field, message] of Object.entries(reading.errors)) {
      const question = reading.questions.find(({ column }) => column === field);
      const name = field === "row" ? "" : field;
      this.fail(
        row,
        name,
        message,
        question && { parameter: question.question, readings: question.readings },
      );
    }
    return true;
  }

  private takeTotal(row: number, total: { word: string; amount: bigint }): boolean {
    const judged = checkTotal(total, { row, sum: this.sum, decimals: this.decimals });
    if ("error" in judged) this.fail(row, "amount", judged.error);
    else {
      this.totalRows--;
      this.note([judged.note]);
    }
    return true;
  }

  /** Returns false if the rows produce more leaves than a campaign can hold; no row can then be used. */
  private take(row: number, reading: ReadRow): boolean {
    this.leafCount += 1 + reading.rest.length;
    for (const { amount } of [reading.recipient, ...reading.rest]) this.sum += amount;
    if (this.leafCount <= this.options.maxRows) {
      this.rows.push(reading);
      return true;
    }
    this.fail(
      row,
      "",
      `The rows up to here create more than ${this.options.maxRows} leaves. Split the file.`,
    );
    this.rows.length = 0;
    return false;
  }
}
