import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import { rowsBetween, withCell, withNewRow, withoutRow } from "@/components/sheet/sheet";
import { exampleRecipient } from "@/examples/recipient-keys";
import { english } from "@/lib/core/i18n/translator";
import { STEPS } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { readRecipientsCsv } from "@/lib/service/registration/recipients-csv";

const HEADER = "beneficiary,amount,startTime,upfrontPercent,cliffPercent,cliffMonths,durationMonths,steps";
const wallet = (index: number) => exampleRecipient(index).address;
const NONE = { t: english, decimals: undefined, defaults: {} };
const getFile = (rows: readonly string[]) => [HEADER, ...rows].join("\n");
const getQuarter = (index: number, amount = 1_001) => `${wallet(index)},${amount},2027-01-31,,25,12,48,`;

describe("a file in months in the browser", () => {
  it("is read as by the service, with any rows", async () => {
    const row = fc
      .record({
        amount: fc.constantFrom("0", "1", "7", "1001", "18446744073709551615"),
        start: fc.constantFrom("2027-01-31", "2028-02-29T12:00", "", "1/2/2027"),
        shares: fc.tuple(fc.constantFrom("", "10", "60%"), fc.constantFrom("", "25", "12,5", "x")),
        months: fc.tuple(fc.constantFrom("", "0", "12"), fc.constantFrom("", "6", "24", "48")),
        steps: fc.constantFrom("", ...STEPS, "weekly"),
      })
      .map(({ amount, start, shares: [upfront, cliff], months, steps }) => {
        const cell = cliff.includes(",") ? `"${cliff}"` : cliff;
        return [amount, start, upfront, cell, ...months, steps].join(",");
      });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const text = getFile(rows.map((item, index) => `${wallet(index)},${item}`));
        const checked = await checkSheet(await readSheet(english, text), NONE);
        const service = await readRecipientsCsv(new Blob([text]).stream(), { maxRows: 1_000 });
        const marked = new Set(service.errors.map((error) => error.row));
        expect(new Set(checked.errors.keys())).toEqual(marked);
        // A recipient whose error only the whole list shows stays in the form's recipients, which are not
        // used then.
        const right = [...checked.recipients].filter((recipient) => !marked.has(recipient.row ?? 0));
        expect(right).toEqual(service.recipients);
      }),
      { numRuns: 150 },
    );
  });

  it("has several leaves per row, each with its row, and one curve of their sum", async () => {
    const sheet = await readSheet(english, getFile([getQuarter(0), getQuarter(1), getQuarter(2, 5)]));
    const checked = await checkSheet(sheet, NONE);
    expect(checked.errors.size).toBe(0);
    expect([...(checked.recipients.rows ?? [])]).toEqual([2, 2, 3, 3, 4, 4]);
    expect(rowsBetween(sheet).map((row) => checked.getReading(row).map(({ amount }) => amount))).toEqual([
      [250n, 751n],
      [250n, 751n],
      [1n, 4n],
    ]);
    expect(checked.totalAmount).toBe(2_007n);
    expect(checked.schedules?.map(({ amount }) => amount)).toEqual([501n, 1_506n]);
  });

  it("stays correct through edits, added and removed rows", async () => {
    const sheet = await readSheet(english, getFile([getQuarter(0), getQuarter(1)]));
    const edited = withCell(sheet, { line: 2, column: "cliffPercent", text: "50" });
    const added = withNewRow(withoutRow(edited, 3));
    const filled = withCell(withCell(added, { line: 4, column: "beneficiary", text: wallet(5) }), {
      line: 4,
      column: "amount",
      text: "11",
    });
    const { recipients, errors } = await checkSheet(filled, NONE);
    expect(errors.size).toBe(0);
    expect([...recipients].map(({ row, amount }) => [row, amount])).toEqual([
      [2, 500n],
      [2, 501n],
      [4, 5n],
      [4, 6n],
    ]);
    expect([...recipients.leaves].map(({ leafIndex }) => leafIndex)).toEqual([0, 1, 2, 3]);
  });

  it("fills missing values from the form's schedule in months", async () => {
    const defaults = { startTime: "2027-01-31", cliffPercent: "25", cliffMonths: "12", durationMonths: "48" };
    const sheet = await readSheet(english, `beneficiary,amount,startTime\n${wallet(0)},1001,2027-02-28\n`);
    const { recipients, listError } = await checkSheet(sheet, { t: english, decimals: undefined, defaults });
    expect(listError).toBeNull();
    expect([...recipients]).toMatchObject([
      { amount: 250n, cliffTime: BigInt(Date.UTC(2028, 1, 28) / 1000) },
      { amount: 751n, endTime: BigInt(Date.UTC(2031, 1, 28) / 1000) },
    ]);
  });

  it("is refused in a change of allocations, where each leaf has its own times", async () => {
    const sheet = await readSheet(english, getFile([getQuarter(0)]));
    const { listError } = await checkSheet(sheet, { ...NONE, isRotation: true });
    expect(listError).toMatch(/needs the exact times of each allocation/);
  });

  it("sets no leaf index for a row of several leaves", async () => {
    const sheet = await readSheet(english, `${HEADER},leafIndex\n${getQuarter(0)},0\n`);
    const { errors } = await checkSheet(sheet, NONE);
    expect(errors.get(2)).toHaveProperty("leafIndex");
  });

  it("is not drawn when its rows follow too many schedules", async () => {
    const rows = Array.from(
      { length: 1_001 },
      (_, index) => `${wallet(0)},1,cliff,1,${index + 2},${index + 2}`,
    );
    const sheet = await readSheet(
      english,
      ["beneficiary,amount,releaseType,startTime,cliffTime,endTime", ...rows].join("\n"),
    );
    expect((await checkSheet(sheet, NONE)).schedules).toBeNull();
  });
});
