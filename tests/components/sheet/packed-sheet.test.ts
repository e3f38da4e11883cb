import fc from "fast-check";
import { expect, test } from "vitest";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import {
  getCell,
  newSheet,
  rowsBetween,
  type Sheet,
  withCell,
  withNewRow,
  withoutRow,
} from "@/components/sheet/sheet";
import { rowReader } from "@/components/sheet/sheet-readings";
import { fromStoredSheet } from "@/components/sheet/stored-sheet";
import { english } from "@/lib/core/i18n/translator";
import { buildTree } from "@/lib/core/merkle/tree";
import { ColumnSurvey } from "@/lib/core/recipients/column-survey";
import { findRecipientErrors, type Recipient, recipientWarnings } from "@/lib/core/recipients/recipients";
import { createWallet } from "../../support/http";

const COLUMNS = ["beneficiary", "amount", "releaseType", "startTime", "milestoneIdx"] as const;
const HEADER = COLUMNS.map((column) => ({ title: column, column }));
const OPTIONS = { t: english, decimals: 9, defaults: { cliffTime: "1800000000", endTime: "1900000000" } };

/** Few values of each, so that rows repeat, contradict each other and exceed the limits. */
const WALLETS = [1, 2, 3].map((seed) => createWallet(new Uint8Array(32).fill(seed)).address);
const row = fc.tuple(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WALLETS) }, fc.string({ unit: "binary" })),
  fc.constantFrom("1", "2.5", "1,5", "1,234", "0", "18446744073", "many", ""),
  fc.constantFrom("cliff", "linear", "milestone", "2", "?"),
  fc.constantFrom("1700000000", "13/1/2020", "1/13/2020", "1/2/2020", "0", "9999999999", '"a\n,'),
  fc.constantFrom("", "1", "255", "256"),
);
const edit = fc.record({
  what: fc.constantFrom("cell", "remove", "add"),
  position: fc.nat(),
  column: fc.constantFrom(...COLUMNS),
  text: fc.constantFrom(WALLETS[0] ?? "", "3", "cliff", "1,5", "1700000001", "\ud800"),
});

function edited(
  sheet: Sheet,
  { what, position, column, text }: typeof edit extends fc.Arbitrary<infer Of> ? Of : never,
) {
  const rows = rowsBetween(sheet);
  const { line = 0 } = rows[position % Math.max(1, rows.length)] ?? {};
  if (what === "add") return withNewRow(sheet);
  if (rows.length === 0) return sheet;
  return what === "cell" ? withCell(sheet, { line, column, text }) : withoutRow(sheet, line);
}

/** Applies the rules to the rows as objects, with the functions that the service calls. */
function asObjects(sheet: Sheet) {
  const read = rowReader(sheet, OPTIONS);
  const readings = rowsBetween(sheet).map((item) => ({ line: item.line, reading: read(item) }));
  const survey = new ColumnSurvey({});
  for (const { line, reading } of readings) survey.add(line, reading);
  const errors = new Map<number, object>();
  const recipients: Recipient[] = [];
  for (const { line, reading } of readings) {
    const error = "errors" in reading ? reading.errors : survey.conflict(reading.proofs);
    if (error) errors.set(line, error);
    else if ("recipient" in reading) recipients.push(reading.recipient);
  }
  for (const { index, field, message } of findRecipientErrors(recipients)) {
    const line = index === null ? undefined : recipients[index]?.row;
    if (line !== undefined) errors.set(line, { ...errors.get(line), [field ?? "row"]: message });
  }
  return { recipients, errors, warnings: recipientWarnings(recipients), questions: survey.questions() };
}

test("returns the same recipients, errors, warnings and leaves for packed rows as for objects, edits included", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 40 }),
      fc.array(edit, { maxLength: 6 }),
      async (rows, edits) => {
        const inFile = rows.map((cells, at) => ({ line: at + 2, cells }));
        let sheet = newSheet(HEADER, inFile);
        expect(rowsBetween(sheet)).toEqual(inFile);
        // Check before the edit, as on the page: checked rows are not read again.
        await checkSheet(sheet, OPTIONS);
        for (const change of edits) sheet = edited(sheet, change);
        const { recipients, errors, warnings, questions, totalAmount } = await checkSheet(sheet, OPTIONS);
        const expected = asObjects(sheet);
        expect({ recipients: [...recipients], errors, warnings, questions }).toEqual(expected);
        expect(totalAmount).toBe(expected.recipients.reduce((sum, { amount }) => sum + amount, 0n));
        if (recipients.length === 0) return;
        const leaves = expected.recipients.map(({ row: _, ...rest }, leafIndex) => ({ leafIndex, ...rest }));
        expect((await buildTree(recipients.leaves)).root).toBe((await buildTree(leaves)).root);
      },
    ),
    { numRuns: 300 },
  );
});

test("reads a sheet that an earlier version stored as objects, in its shown order", async () => {
  const [ada, ben] = WALLETS;
  const stored = {
    header: [...HEADER.slice(0, 2), { title: "note", column: null }],
    columns: ["beneficiary", "amount"],
    rows: [
      { line: 4, cells: { beneficiary: ben, amount: "2" }, leafIndex: 7 },
      { line: 2, cells: { beneficiary: ada, amount: "1" }, rest: { 2: "first", 4: "beyond" } },
    ],
    told: { decimalMark: "point" as const },
    acceptsUnused: true,
  };
  const sheet = fromStoredSheet(structuredClone(stored) as never);
  expect(rowsBetween(sheet)).toEqual([
    { line: 4, cells: [ben, "2", ""], leafIndex: 7 },
    { line: 2, cells: [ada, "1", "first", "", "beyond"] },
  ]);
  expect(sheet).toMatchObject({ columns: stored.columns, answers: stored.told, acceptsUnused: true });
  const corrected = withCell(sheet, { line: 2, column: "amount", text: "3" });
  const again = fromStoredSheet(structuredClone(corrected));
  expect(rowsBetween(again).map((item) => getCell(again, item, "amount"))).toEqual(["2", "3"]);
});

test("reads the answers of a packed sheet that an earlier version stored", async () => {
  const { answers: _, ...packed } = await readSheet(english, `wallet,amount\n${WALLETS[0]},1\n`);
  const stored = structuredClone({ ...packed, told: { decimalMark: "point" } });
  expect(fromStoredSheet(stored as never).answers).toEqual({ decimalMark: "point" });
});

test("refuses a file with more rows than a campaign holds before it is stored", async () => {
  const text = `wallet,amount\n${`${WALLETS[0]},1\n`.repeat(5)}`;
  await expect(readSheet(english, text, { maxRows: 4 })).rejects.toThrow("at most 4 allocations");
  expect(rowsBetween(await readSheet(english, text, { maxRows: 5 }))).toHaveLength(5);
});
