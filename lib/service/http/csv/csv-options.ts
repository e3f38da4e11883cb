import { z } from "zod";
import type { CsvFormat } from "@/lib/contract/csv/csv-text";
import { format } from "@/lib/contract/parameters";
import { english, makeWords, type Words } from "@/lib/core/words/words";

const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
const MARKS = { point: ".", comma: "," } as const;

const csvOptions = z.object({
  separator: z
    .enum(["comma", "semicolon", "tab"])
    .optional()
    .describe("of CSV: between cells; a comma unless said"),
  decimalMark: z
    .enum(["point", "comma"])
    .optional()
    .describe("of CSV: of decimal amounts; a point unless said"),
  bom: z
    .enum(["true", "false"])
    .optional()
    .describe("of CSV: whether it begins with a byte order mark, by which Excel reads UTF-8"),
  titles: z
    .enum(["names", "en", "de"])
    .optional()
    .describe("of CSV: titles and words as names for programs, or in a language"),
});

/** Query parameters of a list that can be downloaded. */
export const listFormat = { format, ...csvOptions.shape };

/** The format that a request asks for; its query has been checked by the route. */
export async function csvFormatOf({ url }: Pick<Request, "url">): Promise<CsvFormat> {
  const start = url.indexOf("?");
  const given = Object.fromEntries(
    new URLSearchParams(start < 0 ? "" : url.slice(start + 1).split("#", 1)[0]),
  );
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
