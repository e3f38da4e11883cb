import { expect, test } from "vitest";
import { EDITED_COLUMNS, mergeFile } from "@/components/rotate/current-allocations";
import { readSheet } from "@/components/sheet/read-sheet";
import { newSheet } from "@/components/sheet/sheet";

const cells = (beneficiary: string, amount: string, endTime: string) => ({
  beneficiary,
  amount,
  releaseType: "linear",
  startTime: "10",
  cliffTime: "20",
  endTime,
  milestoneIdx: "0",
});
const current = newSheet(
  EDITED_COLUMNS.map((column) => ({ title: column, column })),
  [
    { line: 2, leafIndex: 0, cells: cells("A", "40", "30") },
    { line: 3, leafIndex: 1, cells: cells("A", "50", "31") },
    { line: 4, leafIndex: 2, cells: cells("B", "60", "32") },
  ],
);

test("columns that a file does not have are the same wallet's, allocation by allocation", async () => {
  const merged = mergeFile(current, await readSheet("wallet,amount\nB,1\nA,2\nA,3\nC,4\n"));
  expect(merged.columns).toEqual(EDITED_COLUMNS);
  expect(merged.rows.map(({ cells }) => [cells.beneficiary, cells.amount, cells.endTime])).toEqual([
    ["B", "1", "32"],
    ["A", "2", "30"],
    ["A", "3", "31"],
    ["C", "4", ""],
  ]);
});

test("leaf indexes of a file name the allocations that its rows go on from, and are no column to edit", async () => {
  const merged = mergeFile(current, await readSheet("leafIndex,wallet,amount\n1,A,2\n0,A,3\n"));
  expect(merged.columns).toEqual(EDITED_COLUMNS);
  expect(merged.rows.map(({ leafIndex, cells }) => [leafIndex, cells.amount, cells.endTime])).toEqual([
    [1, "2", "31"],
    [0, "3", "30"],
  ]);
});

test("cells beyond the header stay beyond it, where they are found at fault", async () => {
  const merged = mergeFile(current, await readSheet("wallet,amount\nA,0,5\n"));
  const [row] = merged.rows;
  expect(Object.keys(row?.rest ?? {}).map(Number)).toEqual([merged.header.length]);
});
