import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { checkSheet, readSheet, SheetError, withCell, withoutRow } from "@/components/create/sheet";

const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const DEFAULTS = {
  releaseType: "1",
  startTime: "1800000000",
  cliffTime: "1800000100",
  endTime: "1800000200",
};
const OPTIONS = { decimals: 9, defaults: DEFAULTS };

describe("a recipients file in the browser", () => {
  it("takes missing columns from the schedule of the form", () => {
    const sheet = readSheet(`wallet,amount\n${ADDRESS},1.5\n`, DEFAULTS);
    const { recipients, faults, totalAmount } = checkSheet(sheet, OPTIONS);
    expect(faults.size).toBe(0);
    expect(totalAmount).toBe(1_500_000_000n);
    expect(recipients[0]).toMatchObject({ row: 2, beneficiary: ADDRESS, cliffTime: 1_800_000_100n });
  });

  it("marks the cell at fault, and is right once that cell is corrected", () => {
    const sheet = readSheet(`wallet;amount\n${ADDRESS};1\nnobody;2\n`, DEFAULTS);
    const first = checkSheet(sheet, OPTIONS);
    expect([...first.faults.keys()]).toEqual([3]);
    expect(first.faults.get(3)?.beneficiary).toContain("address");
    const corrected = withCell(sheet, { line: 3, column: "beneficiary", text: ADDRESS });
    expect(checkSheet(corrected, OPTIONS).faults.size).toBe(0);
    expect(checkSheet(withoutRow(sheet, 3), OPTIONS).recipients).toHaveLength(1);
  });

  it("applies the rules over the whole list: the cap of 8, and a milestone twice", () => {
    const lines = Array.from({ length: 9 }, () => `${ADDRESS},1`);
    const capped = checkSheet(readSheet(`wallet,amount\n${lines.join("\n")}\n`, DEFAULTS), OPTIONS);
    expect([...capped.faults.keys()]).toEqual([10]);
    const milestones = readSheet(
      `wallet,amount,type\n${ADDRESS},1,milestone\n${ADDRESS},1,milestone\n`,
      DEFAULTS,
    );
    expect(checkSheet(milestones, OPTIONS).faults.size).toBeGreaterThan(0);
  });

  it("refuses a text without rows, and names columns that it cannot do without", () => {
    expect(() => readSheet("wallet,amount\n", DEFAULTS)).toThrow(SheetError);
    expect(() => readSheet(`wallet,amount\n${ADDRESS},1\n`, {})).toThrow(/releaseType, startTime/);
  });

  it("reads a real list of 100", async () => {
    const text = await readFile("tests/fixtures/airdrop-100.csv", "utf8");
    const { recipients, faults } = checkSheet(readSheet(text, DEFAULTS), OPTIONS);
    expect(recipients.length + faults.size).toBeGreaterThanOrEqual(100);
  });
});
