import { parse } from "csv-parse/browser/esm/sync";
import { createPacer, type Pacer } from "@/lib/core/pacer";
import { CSV_DIALECT, delimiterOf, type FileColumn, readHeader } from "@/lib/core/recipients/file-header";
import type { Words } from "@/lib/core/words/words";
import { RowPacker } from "./packed-rows";
import { newSheet, type Sheet } from "./sheet";

type ReadRun = {
  pacer?: Pacer;
  onProgress?: (done: number, total: number) => void;
  /** Of a longer file nothing is kept. */
  maxRows?: number;
};

/** What a page reads at most: every cell of a million rows, spelt out at length. */
const MOST_BYTES = 300_000_000;

/** Reads a chosen file; throws as `readSheet` does, and for one that is too large for a page. */
export async function readFile(t: Words, file: File, run: ReadRun = {}): Promise<Sheet> {
  if (file.size > MOST_BYTES) {
    const size = Math.round(file.size / 1_000_000);
    throw new Error(
      t("The file has {size} MB, more than a browser can read here. Split it into several campaigns.", {
        size,
      }),
    );
  }
  return readSheet(t, await file.text(), run);
}

/** Read at once: some hundred rows, a few milliseconds. */
const PIECE_CHARACTERS = 32_768;

/** Reads the cells of a CSV text, in pieces so that the page stays alive. Throws for one without rows, saying what to change. */
export async function readSheet(t: Words, text: string, run: ReadRun = {}): Promise<Sheet> {
  const { pacer = createPacer(), onProgress, maxRows = Number.POSITIVE_INFINITY } = run;
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(firstLine);
  let header: FileColumn[] | null = null;
  const rows = new RowPacker();
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from);
    const piece = text.slice(from, to);
    for (const record of readRecords(t, piece, { delimiter, line })) {
      if (header) rows.add(record);
      else header = readHeader(record.cells);
    }
    if (rows.count > maxRows) {
      throw new Error(
        t(
          "A campaign holds at most {count, plural, one {# allocation} other {# allocations}}; make several campaigns of this file.",
          { count: maxRows },
        ),
      );
    }
    line += count(piece, "\n");
    from = to;
    if (!pacer.due()) continue;
    onProgress?.(to, text.length);
    await pacer.pause();
  }
  if (!header || rows.count === 0) throw new Error(t("The file has no rows under its header."));
  return newSheet(header, rows.end());
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

function readRecords(
  t: Words,
  piece: string,
  { delimiter, line }: PieceOptions,
): { line: number; cells: string[] }[] {
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
    if (!(error instanceof Error)) throw error;
    // The parser counts from the beginning of its piece.
    const reason = error.message.replace(/at line (\d+)/, (_, at) => `at line ${line + Number(at)}`);
    throw new Error(t("This is not a CSV file: {reason}", { reason }));
  }
}
