import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gridColumns, packChanges, withBlock, withRows } from "@/components/sheet/grid/edits";
import { readCopiedCells, readSheet } from "@/components/sheet/read-sheet";
import {
  getLine,
  newSheet,
  numberAt,
  rowCount,
  rowsBetween,
  type Sheet,
  withoutRow,
} from "@/components/sheet/sheet";
import { english } from "@/lib/core/i18n/translator";

const HEADER = (["beneficiary", "amount", "steps"] as const).map((column) => ({ title: column, column }));

/** A text as spreadsheets store it: without space at its ends. */
const text = fc
  .string({ unit: fc.constantFrom("a", "B", "1", ".", " ", '"', ",", ";", "\t", "\n", "é"), maxLength: 6 })
  .map((each) => each.trim());
const row = fc.tuple(text, text, text);
const getSheet = (rows: readonly (readonly string[])[]): Sheet =>
  newSheet(
    HEADER,
    rows.map((cells, at) => ({ line: at + 2, cells })),
  );
const sheets = fc.array(row, { minLength: 1, maxLength: 8 }).map(getSheet);
const getCells = (sheet: Sheet) => rowsBetween(sheet).map(({ cells }) => cells);

/** Quotes every cell, as spreadsheets do with tabs, line breaks and quotes. */
const quoted = (rows: readonly (readonly string[])[], delimiter: string) =>
  rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter)).join("\n");

/** Pastes a block at a row and a column, as the grid does. */
function paste(
  sheet: Sheet,
  at: { index: number; column: number },
  block: readonly (readonly string[])[],
): Sheet {
  const lines: number[] = [];
  for (let index = at.index; index < rowCount(sheet); index++)
    lines.push(getLine(sheet, numberAt(sheet, index)));
  return withBlock(sheet, { lines, columns: gridColumns(sheet).slice(at.column), block });
}

describe("withBlock", () => {
  test("overwrites the covered cells, adds rows beyond the last row, and changes nothing else", () => {
    const pasted = fc.record({
      sheet: sheets,
      at: fc.record({ index: fc.nat(7), column: fc.nat(2) }),
      block: fc.array(row, { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(pasted, ({ sheet, at, block }) => {
        const index = Math.min(at.index, rowCount(sheet) - 1);
        const narrow = block.map((cells) => cells.slice(at.column));
        const before = getCells(sheet);
        const after = getCells(paste(sheet, { index, column: at.column }, narrow));
        expect(after).toHaveLength(Math.max(before.length, index + block.length));
        for (const [number, cells] of after.entries()) {
          const pastedCells = narrow[number - index] ?? [];
          const own = before[number] ?? ["", "", before.at(-1)?.[2] ?? ""];
          expect(cells).toEqual(own.map((each, position) => pastedCells[position - at.column] ?? each));
        }
        // The previous sheet is the undo step.
        expect(getCells(sheet)).toEqual(before);
      }),
    );
  });

  test("restores the rows when the previous cells are pasted back", () => {
    fc.assert(
      fc.property(sheets, fc.array(row, { minLength: 1, maxLength: 4 }), (sheet, block) => {
        const fitting = block.slice(0, rowCount(sheet));
        const start = { index: 0, column: 0 };
        expect(getCells(paste(paste(sheet, start, fitting), start, getCells(sheet)))).toEqual(
          getCells(sheet),
        );
      }),
    );
  });

  test("rejects a block that is wider than the columns", () => {
    const sheet = getSheet([["a", "1", ""]]);
    expect(() => paste(sheet, { index: 0, column: 2 }, [["x", "y"]])).toThrow(RangeError);
  });
});

describe("withRows", () => {
  test("returns the same sheet for the same cells", () => {
    const sheet = getSheet([["a", "1", ""]]);
    expect(withRows(sheet, [{ line: 2, cells: ["a", "1"] }])).toBe(sheet);
  });
});

describe("readCopiedCells", () => {
  test("returns the cells of a copied block, including empty rows", async () => {
    expect(await readCopiedCells(english, "a\t1\r\n\t\r\nb\t2\r\n")).toEqual([
      ["a", "1"],
      ["", ""],
      ["b", "2"],
    ]);
    expect(await readCopiedCells(english, 'a 5" pipe\t1')).toEqual([['a 5" pipe', "1"]]);
  });

  test("returns every cell of a quoted block", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        expect(await readCopiedCells(english, quoted(rows, "\t"))).toEqual(rows);
      }),
    );
  });
});

describe("a list as a file", () => {
  test("has the same rows after it is written as CSV and read again", async () => {
    const filled = row.filter((cells) => cells.some((each) => each !== ""));
    await fc.assert(
      fc.asyncProperty(fc.array(filled, { minLength: 1, maxLength: 6 }), async (rows) => {
        const csv = quoted([HEADER.map(({ title }) => title), ...rows], ",");
        expect(getCells(await readSheet(english, csv))).toEqual(rows);
      }),
    );
  });
});

describe("packChanges", () => {
  test("keeps rows, lines and their order", async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => [`wallet ${at}`, `${at}`, ""]);
    const shortened = withoutRow(getSheet(many), 5);
    const edited = paste(
      shortened,
      { index: 10, column: 1 },
      many.map(([, amount = ""]) => [`${amount}0`]),
    );
    const packed = await packChanges({ ...edited, order: edited.order?.toReversed() ?? null });
    expect(packed.changed.size).toBe(0);
    expect(rowsBetween(packed)).toEqual(rowsBetween(edited).toReversed());
    expect((await packChanges(edited)).order).toBeNull();
  });
});
