import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { CSV_DIALECT, sniffDelimiter } from "@/lib/core/recipients/file-start";
import { readWorkbookLines, WorkbookError } from "@/lib/core/recipients/workbook";
import { isOldWorkbook, isWorkbook, oldWorkbookError } from "@/lib/core/recipients/workbook-format";

/** An error that ends the reading of a file at a row. */
export class FileError extends Error {
  override name = "FileError";

  constructor(
    readonly row: number,
    message: string,
  ) {
    super(message);
  }
}

type FileLines = {
  notes: readonly string[];
  lines: AsyncIterable<{ row: number; cells: string[] }> | Iterable<{ row: number; cells: string[] }>;
};

/**
 * Reads the rows of a CSV file as a stream, or of a workbook after it is complete. The first bytes determine
 * the format. Row numbers match a spreadsheet's.
 * @throws FileError at once, or while the lines are read
 */
export async function readFileLines(source: AsyncIterable<Uint8Array>): Promise<FileLines> {
  const { head, bytes } = await peek(source);
  if (isOldWorkbook(head)) throw new FileError(1, oldWorkbookError());
  if (!isWorkbook(head)) return { notes: [], lines: csvLines(bytes, sniffDelimiter(head.toString("utf8"))) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  try {
    return await readWorkbookLines(Buffer.concat(chunks));
  } catch (error) {
    throw error instanceof WorkbookError ? new FileError(1, error.message) : error;
  }
}

async function* csvLines(bytes: AsyncIterable<Uint8Array>, delimiter: string) {
  const parser = parse({ ...CSV_DIALECT, delimiter, info: true, max_record_size: 65_536 });
  // A pipe does not forward the error of an upload.
  const lines = Readable.from(bytes, { objectMode: false }).on("error", (error) => parser.destroy(error));
  lines.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { row: info.lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileError(Number(error.lines) || 1, `The file is not valid CSV from here on: ${error.message}`);
  }
}

const HEAD_BYTES = 16_384;

/** Returns the first bytes, and an iterator over all bytes from the beginning. */
async function peek(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (size < HEAD_BYTES && !isWhole) {
    const { done, value } = await iterator.next();
    if (done) isWhole = true;
    else {
      chunks.push(value);
      size += value.length;
    }
  }
  async function* bytes() {
    yield* chunks;
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const head = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
  // A final newline lets the last line of a short file count like the others.
  return { head: isWhole ? Buffer.concat([head, Buffer.from("\n")]) : head, bytes: bytes() };
}
