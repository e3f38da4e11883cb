import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { ColumnSurvey } from "@/lib/core/recipients/column-survey";
import {
  aliasNotes,
  CSV_DIALECT,
  defaultsFor,
  delimiterOf,
  type FileColumn,
  headerFaults,
  isInBaseUnits,
  type RecipientColumn,
  readHeader,
  unusedTitles,
} from "@/lib/core/recipients/file-header";
import { inLeafOrder, SPLIT_CELL } from "@/lib/core/recipients/leaf-order";
import { type Proofs, type RowOptions, readRow, type Told } from "@/lib/core/recipients/read-row";
import { type Recipient, recipientFaults, recipientWarnings } from "@/lib/core/recipients/recipients";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** A fault at a row of the file; rows count as a spreadsheet shows them, the header being row 1. */
type RowError = { row: number; field: string; message: string };

export type RecipientsImport = {
  recipients: Recipient[];
  totalRows: number;
  validRows: number;
  errors: RowError[];
  warnings: string[];
};

export type ImportOptions = Told & {
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
  return (await readFile(source, options)).finish();
}

export type LeavesFile = Pick<RecipientsImport, "errors" | "warnings"> & { leaves: Leaf[] };

/** Reads a CSV as the leaves of a tree, by the same reading but without the rules for new campaigns. */
export async function readLeavesCsv(
  source: AsyncIterable<Uint8Array>,
  options: Omit<ImportOptions, "maxRows">,
): Promise<LeavesFile> {
  return (await readFile(source, { ...options, maxRows: Number.POSITIVE_INFINITY })).finishLeaves();
}

async function readFile(source: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<FileReader> {
  const reader = new FileReader(options);
  const { delimiter, bytes } = await peekDelimiter(source);
  const parser = parse({
    ...CSV_DIALECT,
    delimiter,
    info: true,
    max_record_size: 65_536,
  });
  // A pipe does not hand an upload's failure on, and nobody else would hear of it.
  const lines = Readable.from(bytes, { objectMode: false }).on("error", (error) => parser.destroy(error));
  lines.pipe(parser);
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
  return reader;
}

const MAX_HEADER_BYTES = 65_536;

/** The delimiter that the header tells, and the same bytes from their beginning. */
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
  async function* bytes() {
    yield* head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { delimiter: delimiterOf(header), bytes: bytes() };
}

/** A row that can be read by itself; kept until the whole file is known, because others may contradict it. */
type ReadRow = {
  recipient: Recipient;
  rest: readonly Recipient[];
  leafIndex: number | null;
  proofs: Proofs;
};

class FileReader {
  private header: FileColumn[] | null = null;
  private positions = new Map<RecipientColumn, number>();
  private rowOptions: RowOptions;
  private defaults: NonNullable<ImportOptions["defaults"]> = {};
  private leafCount = 0;
  private readonly survey: ColumnSurvey;
  private readonly rows: ReadRow[] = [];
  private readonly errors: RowError[] = [];
  private readonly warnings: string[] = [];
  private totalRows = 0;
  private errorCount = 0;

  constructor(private readonly options: ImportOptions) {
    this.survey = new ColumnSurvey(options);
    this.rowOptions = options;
  }

  /** False when the rest of the file is of no use. */
  read(record: string[], row: number): boolean {
    if (!this.header) return this.readHeader(record, row);
    this.totalRows++;
    if (this.totalRows > this.options.maxRows) {
      this.fail(row, "", `A campaign has at most ${this.options.maxRows} recipients; split the file.`);
      this.rows.length = 0;
      return false;
    }
    return this.readRow(record, row, this.header.length);
  }

  fail(row: number, field: string, message: string): void {
    this.errorCount++;
    if (this.errors.length < MAX_REPORTED_ERRORS) this.errors.push({ row, field, message });
  }

  finish(): RecipientsImport {
    const recipients = this.readable();
    const kept = recipients.length === 0 ? [] : this.withoutFaults(recipients);
    const { totalRows } = this;
    const validRows = new Set(kept.map(({ row }) => row)).size;
    return { recipients: kept, totalRows, validRows, ...this.said(recipientWarnings(kept)) };
  }

  finishLeaves(): LeavesFile {
    const leaves = this.readable().map(({ row: _, ...leaf }, leafIndex) => ({ leafIndex, ...leaf }));
    return { leaves, ...this.said([]) };
  }

  private readable(): Recipient[] {
    if (!this.header && this.errorCount === 0) this.fail(1, "", "The file is empty.");
    else if (this.totalRows === 0 && this.errorCount === 0)
      this.fail(1, "", "The file has a header but no rows.");
    return this.inLeafOrder(this.withoutContradictions());
  }

  private said(warnings: readonly string[]): Pick<RecipientsImport, "errors" | "warnings"> {
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
      const faults = Object.entries(this.survey.conflict(proofs) ?? {});
      for (const [field, message] of faults) this.fail(recipient.row ?? 1, field, message);
      return faults.length === 0;
    });
  }

  /** A file that says which leaf each row is comes in any order; one that does not is in the order of its leaves. */
  private inLeafOrder(rows: ReadRow[]): Recipient[] {
    if (!this.positions.has("leafIndex")) return rows.flatMap(({ recipient, rest }) => [recipient, ...rest]);
    const { recipients, faults } = inLeafOrder(rows);
    // A row that could not be read leaves a gap that says nothing about the file.
    if (this.errorCount > 0) return recipients;
    for (const { row, message } of faults) this.fail(row, "leafIndex", message);
    return faults.length > 0 ? [] : recipients;
  }

  private withoutFaults(recipients: Recipient[]): Recipient[] {
    const refused = new Set<number>();
    const said = new Set<string>();
    for (const { index, field, message } of recipientFaults(recipients)) {
      const row = index === null ? 1 : (recipients[index]?.row ?? 1);
      const isSaid = said.has(`${row} ${message}`);
      if (!isSaid) this.fail(row, field ?? "", message);
      said.add(`${row} ${message}`);
      // An allocation is taken with all its leaves or not at all.
      if (index !== null) refused.add(row);
    }
    return recipients.filter(({ row }) => !refused.has(row ?? 1));
  }

  private readHeader(record: string[], row: number): boolean {
    const header = readHeader(record);
    this.defaults = defaultsFor(header, this.options.defaults ?? {});
    const faults = headerFaults(header, (column) => Boolean(this.defaults[column]));
    for (const { column, message } of faults) this.fail(row, column, message);
    this.warnings.push(...aliasNotes(header));
    this.warnings.push(...unusedTitles(header).map((title) => `The column "${title}" is not used.`));
    for (const [position, { column }] of header.entries()) if (column) this.positions.set(column, position);
    if (header.some(isInBaseUnits)) this.rowOptions = { ...this.options, decimals: undefined };
    this.header = header;
    return this.errorCount === 0;
  }

  private readRow(record: string[], row: number, width: number): boolean {
    if (record.slice(width).some((cell) => cell !== "")) {
      this.fail(row, "", `This row has ${record.length} cells and the header ${width}: ${SPLIT_CELL}`);
      return true;
    }
    const cell = (column: RecipientColumn) => {
      const position = this.positions.get(column);
      return position === undefined ? this.defaults[column] : record[position];
    };
    const reading = readRow(row, cell, this.rowOptions);
    this.survey.add(row, reading);
    if ("recipient" in reading) return this.take(row, reading);
    for (const [field, message] of Object.entries(reading.faults)) this.fail(row, field, message);
    return true;
  }

  /** False once the rows make more leaves than a campaign holds: none of them is of use then. */
  private take(row: number, reading: ReadRow): boolean {
    this.leafCount += 1 + reading.rest.length;
    if (this.leafCount <= this.options.maxRows) {
      this.rows.push(reading);
      return true;
    }
    this.fail(row, "", `Up to here the rows make more than ${this.options.maxRows} leaves; split the file.`);
    this.rows.length = 0;
    return false;
  }
}
