import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvFormat, csvHeader, csvLines, decimalCell } from "@/lib/contract/csv/csv-text";
import { createTranslator } from "@/lib/core/i18n/translator";
import catalog from "@/messages/de";

type Row = { text: string; number: number; big: bigint; nothing: null };
const COLUMNS = [
  ["te,xt", ({ text }: Row) => text],
  ["=number", ({ number }: Row) => number],
  ["big", ({ big }: Row) => big],
  ["nothing", ({ nothing }: Row) => nothing],
] as const;

/** The start of a formula in a spreadsheet, which may drop the characters before the sign. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const dangerous = fc
  .tuple(
    fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", " =", "＝", "\t\t+", '"', ",", "'", ""),
    fc.string(),
  )
  .map(([start, rest]) => start + rest);
const rows = fc.array(
  fc.record({
    text: fc.oneof(dangerous, fc.string({ unit: "grapheme" })),
    number: fc.integer(),
    big: fc.bigInt(-(2n ** 64n), 2n ** 64n),
    nothing: fc.constant(null),
  }),
);

/** Removes the apostrophes that keep a part after another separator from becoming a formula. */
const unguarded = (text: string) => text.replaceAll(/([,;\t\r\n]["\s]*)'*(?=[=+\-@＝＋－＠])/g, "$1");

test("writes no cell that becomes a formula when a program splits the line at another separator", () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(",", ";", "\t"), (list, separator) => {
      const format = { separator: separator as ",", decimalMark: ".", hasBom: false } as const;
      const parts = csvLines([COLUMNS[0]], list, format).split(/[,;\t\r\n]/);
      for (const part of parts)
        expect(part.replace(/^"(?!")/, "")).not.toMatch(/^[\s\uFEFF]*[=+\-@＝＋－＠]/);
    }),
    { numRuns: 500 },
  );
});

test("writes an Excel file with its separator, decimal mark, byte order mark and titles", () => {
  const columns = [
    ["amountInTokens", () => decimalCell("1.5")],
    ["remark", () => "a;b"],
  ] as const;
  const format: CsvFormat = {
    ...({ separator: ";", decimalMark: ",", hasBom: true } as const),
    words: createTranslator("de", catalog),
  };
  expect(csvHeader(columns, format) + csvLines(columns, [{}], format)).toBe(
    '\ufeffBetrag in Token;remark\r\n"1,5";"a;b"\r\n',
  );
});

test("writes no text as a formula, keeps every text recoverable, and keeps numbers numeric", () => {
  fc.assert(
    fc.property(rows, (list) => {
      const [header, ...read] = parse(csvHeader(COLUMNS) + csvLines(COLUMNS, list), {
        record_delimiter: "\r\n",
      }) as string[][];
      expect(header).toEqual(["te,xt", "'=number", "big", "nothing"]);
      expect(read.length).toBe(list.length);
      for (const [at, { text, number, big }] of list.entries()) {
        const [cell = "", ...others] = read[at] ?? [];
        expect(cell).not.toMatch(FORMULA);
        expect([text, `'${text}`].map(unguarded)).toContain(unguarded(cell));
        expect(others).toEqual([String(number), String(big), ""]);
      }
    }),
    { numRuns: 500 },
  );
});

test("leaves plain text as it is and ends lines as RFC 4180 requires", () => {
  const plain = { text: "Seed round", number: -1, big: -2n, nothing: null };
  expect(csvHeader(COLUMNS) + csvLines(COLUMNS, [plain])).toBe(
    '"te,xt",\'=number,big,nothing\r\nSeed round,-1,-2,\r\n',
  );
  expect(csvLines(COLUMNS, [])).toBe("");
});
