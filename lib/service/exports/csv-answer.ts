import { csvOptions } from "@/lib/contract/csv/csv-options";
import { type Columns, type CsvFormat, csvHeader, csvLines } from "@/lib/contract/csv/csv-text";
import { english, makeWords, type Words } from "@/lib/core/words/words";
import { beforeDeadline } from "@/lib/service/http/deadline";
import { searchOf } from "@/lib/service/http/input";
import { StreamReply } from "@/lib/service/http/reply";

const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
const MARKS = { point: ".", comma: "," } as const;

/** The file, or its headers alone for HEAD. */
export type CsvAnswer = StreamReply | Response;

/** A list that is read a page at a time. `name` is the file's, of letters, digits, dots and dashes. */
export type CsvList<Row> = {
  name: string;
  columns: Columns<Row>;
  /** The rows after a place, the first ones without; the place after them is null at the end. */
  readPage(cursor: string | undefined): Promise<{ rows: readonly Row[]; nextCursor: string | null }>;
};

/**
 * A whole list as a file, read from the database as fast as the client takes it. Its first page is read before anything is
 * answered, so that what is wrong by then is answered as ever; what fails later breaks the connection off. HEAD reads nothing.
 */
export async function csvAnswer<Row>(
  { method, url = "" }: Pick<Request, "method"> & Partial<Pick<Request, "url">>,
  list: CsvList<Row>,
): Promise<CsvAnswer> {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${list.name}"`,
    "cache-control": "no-store",
  };
  if (method === "HEAD") return new Response(null, { headers });
  // The head goes out at once, so that a list which fails midway is broken off instead of replaced by an error.
  const streamed = { ...headers, "transfer-encoding": "chunked" };
  const format = await csvFormatOf({ url });
  const first = await list.readPage(undefined);
  return new StreamReply(chunksOf(list, first, format), streamed);
}

type Page<Row> = Awaited<ReturnType<CsvList<Row>["readPage"]>>;

async function* chunksOf<Row>({ columns, readPage }: CsvList<Row>, first: Page<Row>, format: CsvFormat) {
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

/** The format that a request asks for; its query has been checked by the route. */
async function csvFormatOf({ url }: Pick<Request, "url">): Promise<CsvFormat> {
  const given = Object.fromEntries(new URLSearchParams(searchOf(url)));
  const { separator = "comma", decimalMark = "point", bom, titles = "names" } = csvOptions.parse(given);
  const words = titles === "names" ? undefined : await wordsOf(titles);
  return {
    ...{ separator: SEPARATORS[separator], decimalMark: MARKS[decimalMark], hasBom: bom === "true" },
    words,
  };
}

async function wordsOf(language: "en" | "de"): Promise<Words> {
  if (language === "en") return english;
  return makeWords("de", (await import("@/messages/de")).default);
}
