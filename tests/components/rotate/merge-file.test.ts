import { expect, test } from "vitest";
import { EDITED_COLUMNS, mergeFile } from "@/components/rotate/current-allocations";
import { readSheet } from "@/components/sheet/read-sheet";
import { getCell, newSheet, rowsBetween, type Sheet } from "@/components/sheet/sheet";
import { english } from "@/lib/core/i18n/translator";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";

const cells = (beneficiary: string, amount: string, endTime: string) => [
  ...[beneficiary, amount, "linear"],
  ...["10", "20", endTime, "0"],
];
const current = newSheet(
  EDITED_COLUMNS.map((column) => ({ title: column, column })),
  [
    { line: 2, leafIndex: 0, cells: cells("A", "40", "30") },
    { line: 3, leafIndex: 1, cells: cells("A", "50", "31") },
    { line: 4, leafIndex: 2, cells: cells("B", "60", "32") },
  ],
);

const getTexts = (sheet: Sheet, columns: readonly RecipientColumn[]) =>
  rowsBetween(sheet).map((row) => columns.map((column) => getCell(sheet, row, column)));

test("fills missing columns from the same wallet's allocations, one by one", async () => {
  const merged = mergeFile(current, await readSheet(english, "wallet,amount\nB,1\nA,2\nA,3\nC,4\n"));
  expect(merged.columns).toEqual(EDITED_COLUMNS);
  expect(getTexts(merged, ["beneficiary", "amount", "endTime"])).toEqual([
    ["B", "1", "32"],
    ["A", "2", "30"],
    ["A", "3", "31"],
    ["C", "4", ""],
  ]);
});

test("uses a file's leaf indexes to match allocations, and does not make them editable", async () => {
  const merged = mergeFile(current, await readSheet(english, "leafIndex,wallet,amount\n1,A,2\n0,A,3\n"));
  expect(merged.columns).toEqual(EDITED_COLUMNS);
  expect(rowsBetween(merged).map(({ leafIndex }) => leafIndex)).toEqual([1, 0]);
  expect(getTexts(merged, ["amount", "endTime"])).toEqual([
    ["2", "31"],
    ["3", "30"],
  ]);
});

test("keeps cells beyond the header, where they are reported as errors", async () => {
  const merged = mergeFile(current, await readSheet(english, "wallet,amount\nA,0,5\n"));
  const [row] = rowsBetween(merged);
  expect(row?.cells.slice(merged.header.length)).toEqual(["5"]);
});
