import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { checkSheet } from "@/components/create/check-sheet";
import { readSheet, SheetError } from "@/components/create/read-sheet";
import { withCell, withNewRow, withoutRow } from "@/components/create/sheet";

const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const DEFAULTS = {
  releaseType: "1",
  startTime: "1800000000",
  cliffTime: "1800000100",
  endTime: "1800000200",
};
const OPTIONS = { decimals: 9, defaults: DEFAULTS };

describe("a recipients file in the browser", () => {
  it("takes missing columns from the schedule of the form", async () => {
    const sheet = await readSheet(`wallet,amount\n${ADDRESS},1.5\n`, DEFAULTS);
    const { recipients, faults, totalAmount } = await checkSheet(sheet, OPTIONS);
    expect(faults.size).toBe(0);
    expect(totalAmount).toBe(1_500_000_000n);
    expect(recipients[0]).toMatchObject({ row: 2, beneficiary: ADDRESS, cliffTime: 1_800_000_100n });
  });

  it("marks the cell at fault, and is right once that cell is corrected", async () => {
    const sheet = await readSheet(`wallet;amount\n${ADDRESS};1\nnobody;2\n`, DEFAULTS);
    const first = await checkSheet(sheet, OPTIONS);
    expect([...first.faults.keys()]).toEqual([3]);
    expect(first.faults.get(3)?.beneficiary).toContain("address");
    const corrected = withCell(sheet, { line: 3, column: "beneficiary", text: ADDRESS });
    expect((await checkSheet(corrected, OPTIONS)).faults.size).toBe(0);
    expect((await checkSheet(withoutRow(sheet, 3), OPTIONS)).recipients).toHaveLength(1);
  });

  it("applies the rules over the whole list: the cap of 8, and a milestone twice", async () => {
    const lines = Array.from({ length: 9 }, () => `${ADDRESS},1`);
    const capped = await checkSheet(
      await readSheet(`wallet,amount\n${lines.join("\n")}\n`, DEFAULTS),
      OPTIONS,
    );
    expect([...capped.faults.keys()]).toEqual([10]);
    const milestones = await readSheet(
      `wallet,amount,type\n${ADDRESS},1,milestone\n${ADDRESS},1,milestone\n`,
      DEFAULTS,
    );
    expect((await checkSheet(milestones, OPTIONS)).faults.size).toBeGreaterThan(0);
  });

  it("says of the list what no row is to blame for", async () => {
    const sheet = await readSheet(`wallet,amount\n${ADDRESS},1\n`, DEFAULTS);
    const atZero = { ...OPTIONS, defaults: { ...DEFAULTS, startTime: "0", cliffTime: "0" } };
    expect((await checkSheet(sheet, atZero)).listFault).toContain("1970");
    expect((await checkSheet(withoutRow(sheet, 2), OPTIONS)).listFault).toContain("at least one");
  });

  it("refuses a text without rows, and names columns that it cannot do without", async () => {
    await expect(readSheet("wallet,amount\n", DEFAULTS)).rejects.toThrow(SheetError);
    await expect(readSheet(`wallet,amount\n${ADDRESS},1\n`, {})).rejects.toThrow(/releaseType, startTime/);
  });

  it("reads a long file in pieces as it would at once, line breaks within quotes included", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) =>
      index % 700 === 0 ? `"${ADDRESS}\n",${index + 1}` : `${ADDRESS},${index + 1}`,
    );
    const progress: number[] = [];
    let turns = 0;
    const sheet = await readSheet(`wallet,amount\r\n${lines.join("\r\n")}`, DEFAULTS, {
      pacer: { due: () => true, pause: async () => void turns++ },
      onProgress: (done, total) => progress.push(done / total),
    });
    expect(turns).toBeGreaterThan(3);
    expect(progress.at(-1)).toBe(1);
    expect(sheet.rows.map(({ cells }) => cells.amount)).toEqual(lines.map((_, index) => String(index + 1)));
    // A quoted line break makes a row two lines long; rows are named by their last.
    expect(sheet.rows.at(-1)?.line).toBe(1 + 3_000 + 5);
  });

  it("names the line of the file where it is no CSV, however far down", async () => {
    const lines = Array.from({ length: 3_000 }, () => `${ADDRESS},1`);
    lines[2_500] = `${ADDRESS},1"2`;
    await expect(readSheet(`wallet,amount\n${lines.join("\n")}\n`, DEFAULTS)).rejects.toThrow(/at line 2502/);
  });

  it("gives up a check that another has overtaken", async () => {
    const sheet = await readSheet(`wallet,amount\n${`${ADDRESS},1\n`.repeat(300)}`, DEFAULTS);
    const overtaken = new AbortController();
    const pacer = { due: () => true, pause: async () => overtaken.abort() };
    await expect(checkSheet(sheet, OPTIONS, { pacer, signal: overtaken.signal })).rejects.toThrow(/abort/i);
  });

  it("adds a row of its own line, with the schedule of the last", async () => {
    const sheet = await readSheet(`wallet,amount,type\n${ADDRESS},1,cliff\n`, DEFAULTS);
    expect(withNewRow(sheet).rows.at(-1)).toEqual({
      line: 3,
      cells: { beneficiary: "", amount: "", releaseType: "cliff" },
    });
  });

  it("reads a real list of 100", async () => {
    const text = await readFile("tests/fixtures/airdrop-100.csv", "utf8");
    const { recipients, faults } = await checkSheet(await readSheet(text, DEFAULTS), OPTIONS);
    expect(recipients.length + faults.size).toBeGreaterThanOrEqual(100);
  });
});
