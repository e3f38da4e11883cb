import { csvOptions } from "@/lib/contract/csv/csv-options";
import { type Columns, type CsvFormat, csvHeader, csvLines } from "@/lib/contract/csv/csv-text";
import { createTranslator, english, type Translator } from "@/lib/core/i18n/translator";
import { beforeDeadline } from "@/lib/service/http/deadline";
import { getSearch } from "@/lib/service/http/input";
import { StreamReply } from "@/lib/service/http/reply";

const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
const MARKS = { point: ".", comma: "," } as const;

/** The file, or only its headers for HEAD. */
export type CsvResponse = StreamReply | Response;

/** A list that is read page by page. `name` is the file name, of letters, digits, dots and dashes. */
export type CsvList<Row> = {
  name: string;
  columns: Columns<Row>;
  /** Reads the rows after a cursor, or the first rows; `nextCursor` is null at the end. */
  readPage(cursor: string | undefined): Promise<{ rows: readonly Row[]; nextCursor: string | null }>;
};

/**
 * Streams a whole list as a file, read from the database as fast as the client consumes it. Reads the first
 * page before the response starts, so that early errors get a normal error response. A later error closes the
 * connection. HEAD reads nothing.
 */
export async function csvResponse<Row>(
  { method, url = "" }: Pick<Request, "method"> & Partial<Pick<Request, "url">>,
  list: CsvList<Row>,
): Promise<CsvResponse> {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${list.name}"`,
    "cache-control": "no-store",
  };
  if (method === "HEAD") return new Response(null, { headers });
  // Chunked encoding sends the headers at once, so that a list which fails midway is cut off instead of
  // replaced by an error.
  const streamed = { ...headers, "transfer-encoding": "chunked" };
  const format = await getCsvFormat({ url });
  const first = await list.readPage(undefined);
  return new StreamReply(writeChunks(list, first, format), streamed);
}

type Page<Row> = Awaited<ReturnType<CsvList<Row>["readPage"]>>;

async function* writeChunks<Row>({ columns, readPage }: CsvList<Row>, first: Page<Row>, format: CsvFormat) {
  const encoder = new TextEncoder();
  yield encoder.encode(csvHeader(columns, format));
  let page = first;
  for (;;) {
    if (page.rows.length > 0) yield encoder.encode(csvLines(columns, page.rows, format));
    const { nextCursor } = page;
    if (nextCursor === null) return;
    page = await beforeDeadline("read", () => readPage(nextCursor));
  }
}

/** Returns the format that a request selects; the route has validated its query. */
async function getCsvFormat({ url }: Pick<Request, "url">): Promise<CsvFormat> {
  const query = Object.fromEntries(new URLSearchParams(getSearch(url)));
  const { separator = "comma", decimalMark = "point", bom, titles = "names" } = csvOptions.parse(query);
  const words = titles === "names" ? undefined : await loadTranslator(titles);
  return {
    ...{ separator: SEPARATORS[separator], decimalMark: MARKS[decimalMark], hasBom: bom === "true" },
    words,
  };
}

async function loadTranslator(language: "en" | "de"): Promise<Translator> {
  if (language === "en") return english;
  return createTranslator("de", (await import("@/messages/de")).default);
}
