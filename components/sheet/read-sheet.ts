import { type Options, parse } from "csv-parse/browser/esm/sync";
import { type CooperativeScheduler, createScheduler } from "@/lib/core/cooperative-scheduler";
import type { Translator } from "@/lib/core/i18n/translator";
import { CSV_DIALECT, type FileStart, StartReader, sniffDelimiter } from "@/lib/core/recipients/file-start";
import { isOldWorkbook, isWorkbook, oldWorkbookError } from "@/lib/core/recipients/workbook-format";
import { RowPacker } from "./packed-rows";
import { newSheet, type Sheet } from "./sheet";

type ReadRun = {
  scheduler?: CooperativeScheduler;
  onProgress?: (done: number, total: number) => void;
  /** Maximum number of rows. A longer file is rejected. */
  maxRows?: number;
};

/** Maximum file size: a million rows with every cell written out in full. */
const MAX_FILE_BYTES = 300_000_000;

/**
 * Reads a chosen file.
 * @throws Error like `readSheet`, and if the file is too large for the page
 */
export async function readFile(t: Translator, file: File, run: ReadRun = {}): Promise<Sheet> {
  if (file.size > MAX_FILE_BYTES) {
    const size = Math.round(file.size / 1_000_000);
    throw new Error(
      t("The file is {size} MB, which is more than this page can read. Split it into several campaigns.", {
        size,
      }),
    );
  }
  const head = new Uint8Array(await file.slice(0, HEAD_CHARACTERS).arrayBuffer());
  if (isOldWorkbook(head)) throw new Error(oldWorkbookError(t));
  return isWorkbook(head) ? readWorkbook(t, file, run) : readSheet(t, await file.text(), run);
}

/** The code that reads workbooks loads on demand. */
async function readWorkbook(t: Translator, file: File, { maxRows }: ReadRun): Promise<Sheet> {
  const { readWorkbookLines } = await import("@/lib/core/recipients/workbook");
  const { lines, notes } = await readWorkbookLines(new Uint8Array(await file.arrayBuffer()), t);
  const rows = new SheetRows(t, maxRows);
  for (const { row, cells } of lines) rows.add(row, cells);
  return rows.end(notes);
}

const HEAD_CHARACTERS = 16_384;

/** Collects the rows of a sheet: the rows above the header, the header, and the recipients. */
class SheetRows {
  private readonly start: StartReader;
  private found: FileStart | null = null;
  private readonly rows = new RowPacker();

  constructor(
    private readonly t: Translator,
    private readonly maxRows = Number.POSITIVE_INFINITY,
  ) {
    this.start = new StartReader(t);
  }

  add(line: number, cells: string[]): void {
    if (!this.found) {
      const found = this.start.read(cells, line);
      if (found === null) return;
      if ("error" in found) throw new Error(found.error);
      this.found = found;
      if (!found.isData) return;
    }
    this.rows.add({ line, cells });
    if (this.rows.count <= this.maxRows) return;
    const { t } = this;
    throw new Error(
      t(
        "A campaign can have at most {count, plural, one {# allocation} other {# allocations}}. Split this file into several campaigns.",
        { count: this.maxRows },
      ),
    );
  }

  end(notes: readonly string[] = []): Sheet {
    const { found, rows, t } = this;
    if (!found || rows.count === 0) throw new Error(t("The file has no rows below its header."));
    return { ...newSheet(found.header, rows.end()), notes: [...notes, ...found.notes] };
  }
}

/** Size of a chunk: some hundred rows, a few milliseconds. */
const CHUNK_CHARACTERS = 32_768;

/**
 * Reads the cells of a CSV text in chunks so that the page stays responsive.
 * @throws Error with advice if the text has no rows
 */
export async function readSheet(t: Translator, text: string, run: ReadRun = {}): Promise<Sheet> {
  const head = text.slice(0, HEAD_CHARACTERS);
  const delimiter = sniffDelimiter(head === text ? `${text}\n` : head);
  const rows = new SheetRows(t, run.maxRows);
  await readInChunks(t, text, { ...run, dialect: { ...CSV_DIALECT, delimiter } }, ({ line, cells }) =>
    rows.add(line, cells),
  );
  return rows.end();
}

/** Cells as spreadsheets copy them: divided by tabs, in quotes only if necessary. Empty rows keep their place. */
const CLIPBOARD_DIALECT = { delimiter: "\t", relax_column_count: true, relax_quotes: true, trim: true };

/**
 * Reads the cells of a text that was copied from a spreadsheet.
 * @throws Error if the text is not a table
 */
export async function readCopiedCells(t: Translator, text: string, run: ReadRun = {}): Promise<string[][]> {
  const block: string[][] = [];
  await readInChunks(t, text, { ...run, dialect: CLIPBOARD_DIALECT }, ({ cells }) => block.push(cells));
  return block;
}

type Dialect = Options & { delimiter: string };
type CsvRecord = { line: number; cells: string[] };

async function readInChunks(
  t: Translator,
  text: string,
  { scheduler = createScheduler(), onProgress, dialect }: ReadRun & { dialect: Dialect },
  add: (record: CsvRecord) => void,
): Promise<void> {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const to = chunkEnd(text, from);
    const chunk = text.slice(from, to);
    for (const record of readRecords(t, chunk, { dialect, line })) add(record);
    line += count(chunk, "\n");
    from = to;
    if (!scheduler.due()) continue;
    onProgress?.(to, text.length);
    await scheduler.pause();
  }
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found++;
  return found;
}

/** Returns the end of a chunk: after a line break outside quotes. */
function chunkEnd(text: string, from: number): number {
  let quotes = 0;
  let counted = from;
  for (let wanted = from + CHUNK_CHARACTERS; ; ) {
    const end = text.indexOf("\n", wanted) + 1;
    if (end === 0) return text.length;
    quotes += count(text.slice(counted, end), '"');
    if (quotes % 2 === 0) return end;
    counted = end;
    wanted = end;
  }
}

/** `line` is the number of lines in the text before the chunk. */
type ChunkOptions = { dialect: Dialect; line: number };

function readRecords(t: Translator, chunk: string, { dialect, line }: ChunkOptions): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    parse(chunk, {
      ...dialect,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: line + lines, cells });
        return null;
      },
    });
    return records;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The parser counts lines from the start of its chunk.
    const reason = error.message.replace(/at line (\d+)/, (_, at) => `at line ${line + Number(at)}`);
    throw new Error(t("This is not a CSV file: {reason}", { reason }));
  }
}
