import { parse } from "csv-parse/browser/esm/sync";
import { createPacer, type Pacer } from "@/lib/core/pacer";
import { CSV_DIALECT, delimiterOf, type FileColumn, readHeader } from "@/lib/core/recipients/file-header";
import { newSheet, type Sheet, type SheetRow } from "./sheet";

/** Thrown for a text that is no recipients file; the message says what to change. */
export class SheetError extends Error {
  override readonly name = "SheetError";
}

type ReadRun = { pacer?: Pacer; onProgress?: (done: number, total: number) => void };

/** Read at once: some hundred rows, a few milliseconds. */
const PIECE_CHARACTERS = 32_768;

/** Reads the cells of a CSV text, in pieces so that the page stays alive. Throws SheetError when it has no rows. */
export async function readSheet(text: string, run: ReadRun = {}): Promise<Sheet> {
  const { pacer = createPacer(), onProgress } = run;
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(firstLine);
  let header: FileColumn[] | null = null;
  const rows: SheetRow[] = [];
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from);
    const piece = text.slice(from, to);
    for (const record of readRecords(piece, { delimiter, line })) {
      if (header) rows.push(sheetRow(header, record));
      else header = readHeader(record.cells);
    }
    line += count(piece, "\n");
    from = to;
    if (!pacer.due()) continue;
    onProgress?.(to, text.length);
    await pacer.pause();
  }
  if (!header || rows.length === 0) throw new SheetError("The file has no rows under its header.");
  return newSheet(header, rows);
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found++;
  return found;
}

/** Where a piece ends: after a line break that no pair of quotes encloses. */
function pieceEnd(text: string, from: number): number {
  let quotes = 0;
  let counted = from;
  for (let wanted = from + PIECE_CHARACTERS; ; ) {
    const end = text.indexOf("\n", wanted) + 1;
    if (end === 0) return text.length;
    quotes += count(text.slice(counted, end), '"');
    if (quotes % 2 === 0) return end;
    counted = end;
    wanted = end;
  }
}

type PieceOptions = { delimiter: string /** Lines of the text before the piece. */; line: number };

function readRecords(piece: string, { delimiter, line }: PieceOptions): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  try {
    parse(piece, {
      ...CSV_DIALECT,
      delimiter,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: line + lines, cells });
        return null;
      },
    });
    return records;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    // The parser counts from the beginning of its piece.
    const inText = reason.replace(/at line (\d+)/, (_, at) => `at line ${line + Number(at)}`);
    throw new SheetError(`This is not a CSV file: ${inText}`);
  }
}

function sheetRow(
  header: readonly FileColumn[],
  { line, cells }: { line: number; cells: string[] },
): SheetRow {
  const row: SheetRow["cells"] = {};
  let rest: Record<number, string> | undefined;
  for (let position = 0; position < Math.max(header.length, cells.length); position++) {
    const column = header[position]?.column;
    const text = cells[position] ?? "";
    if (column) row[column] = text;
    else if (text !== "") {
      rest ??= {};
      rest[position] = text;
    }
  }
  return rest ? { line, cells: row, rest } : { line, cells: row };
}
