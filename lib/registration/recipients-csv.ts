import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { CellError, readAddress, readAmount, readMilestoneIdx, readReleaseType, readTime } from "./cells";
import { columnOf, RECIPIENT_COLUMNS, type RecipientColumn } from "./recipient-columns";
import { type Recipient, recipientFaults, recipientWarnings } from "./recipients";

/** A fault at a row of the file; rows count as a spreadsheet shows them, the header being row 1. */
type RowError = { row: number; field: string; message: string };

export type RecipientsImport = {
  recipients: Recipient[];
  totalRows: number;
  validRows: number;
  errors: RowError[];
  warnings: string[];
};

export type ImportOptions = {
  /** Token decimals: amounts are then decimal token amounts instead of base units. */
  decimals?: number | undefined;
  maxRows: number;
  /** Values for columns that the file does not have, as they would stand in a cell. */
  defaults?: Partial<Record<RecipientColumn, string | undefined>>;
};

const MAX_REPORTED_ERRORS = 1_000;

/**
 * Reads a recipients CSV as it arrives: BOM, CRLF, quotes, blank lines and the separators , ; and tab are fine.
 * Rows at fault are reported and left out; the checks over the whole list (sum, repeated milestones, the cap of
 * allocations a beneficiary) run on the rest. Source: POST /api/campaigns/import.
 */
export async function readRecipientsCsv(
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<RecipientsImport> {
  const reader = new RowReader(options);
  const { delimiter, bytes } = await peekDelimiter(source);
  const parser = Readable.from(bytes, { objectMode: false }).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      max_record_size: 65_536,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!reader.read(record, info.lines)) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    reader.fail(Number(error.lines) || 1, "", `The file stops being CSV here: ${error.message}`);
  }
  return reader.finish();
}

const MAX_HEADER_BYTES = 65_536;

/** Spreadsheets separate by comma, semicolon or tab, as their locale has it: the header tells which. */
async function peekDelimiter(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  while (size < MAX_HEADER_BYTES) {
    const { done, value } = await iterator.next();
    if (done) break;
    head.push(value);
    size += value.length;
    if (value.includes(0x0a)) break;
  }
  const [header = ""] = Buffer.concat(head).toString("utf8").split(/\r?\n/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  const delimiter = [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
  async function* bytes() {
    yield* head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { delimiter, bytes: bytes() };
}

class RowReader {
  private columns: Map<RecipientColumn, number> | null = null;
  private readonly recipients: Recipient[] = [];
  private readonly errors: RowError[] = [];
  private readonly warnings: string[] = [];
  private totalRows = 0;
  private errorCount = 0;

  constructor(private readonly options: ImportOptions) {}

  /** False when the rest of the file is of no use. */
  read(record: string[], row: number): boolean {
    if (!this.columns) return this.readHeader(record, row);
    this.totalRows++;
    if (this.totalRows > this.options.maxRows) {
      this.fail(row, "", `A campaign has at most ${this.options.maxRows} recipients; split the file.`);
      this.recipients.length = 0;
      return false;
    }
    const recipient = this.readRow(record, row, this.columns);
    if (recipient) this.recipients.push(recipient);
    return true;
  }

  fail(row: number, field: string, message: string): void {
    this.errorCount++;
    if (this.errors.length < MAX_REPORTED_ERRORS) this.errors.push({ row, field, message });
  }

  finish(): RecipientsImport {
    if (!this.columns && this.errorCount === 0) this.fail(1, "", "The file is empty.");
    else if (this.totalRows === 0 && this.errorCount === 0)
      this.fail(1, "", "The file has a header but no rows.");
    const kept = this.recipients.length === 0 ? [] : this.withoutFaults();
    if (this.errorCount > this.errors.length) {
      this.warnings.push(`${this.errorCount - this.errors.length} more errors are not listed.`);
    }
    return {
      recipients: kept,
      totalRows: this.totalRows,
      validRows: kept.length,
      errors: this.errors.sort((a, b) => a.row - b.row),
      warnings: [...this.warnings, ...recipientWarnings(kept)],
    };
  }

  private withoutFaults(): Recipient[] {
    const refused = new Set<number>();
    for (const { index, field, message } of recipientFaults(this.recipients)) {
      const row = index === null ? 1 : (this.recipients[index]?.row ?? 1);
      this.fail(row, field ?? "", message);
      if (index !== null) refused.add(index);
    }
    return this.recipients.filter((_, index) => !refused.has(index));
  }

  private readHeader(record: string[], row: number): boolean {
    const columns = new Map<RecipientColumn, number>();
    for (const [position, title] of record.entries()) {
      const field = columnOf(title);
      if (!field) {
        if (/[a-z0-9]/i.test(title)) this.warnings.push(`The column "${title.slice(0, 40)}" is not used.`);
      } else if (columns.has(field)) this.fail(row, field, `Two columns hold ${field}; keep one.`);
      else columns.set(field, position);
    }
    for (const field of RECIPIENT_COLUMNS) {
      if (!columns.has(field) && !this.options.defaults?.[field] && field !== "milestoneIdx") {
        this.fail(row, field, `The header has no column for ${field}.`);
      }
    }
    this.columns = columns;
    return this.errorCount === 0;
  }

  private readRow(record: string[], row: number, columns: Map<RecipientColumn, number>): Recipient | null {
    const before = this.errorCount;
    const cell = <T>(field: RecipientColumn, read: (text: string) => T): T | undefined => {
      const position = columns.get(field);
      const text = (position === undefined ? this.options.defaults?.[field] : record[position]) ?? "";
      if (text === "" && field === "milestoneIdx") return read("0");
      try {
        if (text === "") throw new CellError("This cell is empty.");
        return read(text);
      } catch (error) {
        if (!(error instanceof CellError)) throw error;
        this.fail(row, field, error.message);
        return undefined;
      }
    };
    const recipient = {
      row,
      beneficiary: cell("beneficiary", readAddress),
      amount: cell("amount", (text) => readAmount(text, { decimals: this.options.decimals })),
      releaseType: cell("releaseType", readReleaseType),
      startTime: cell("startTime", readTime),
      cliffTime: cell("cliffTime", readTime),
      endTime: cell("endTime", readTime),
      milestoneIdx: cell("milestoneIdx", readMilestoneIdx),
    };
    return this.errorCount === before ? (recipient as Recipient) : null;
  }
}
