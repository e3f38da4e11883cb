import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import {
  rowsBetween,
  withAnswers,
  withCell,
  withColumn,
  withNewRow,
  withoutRow,
} from "@/components/sheet/sheet";
import { createTranslator, english, type Translator } from "@/lib/core/i18n/translator";
import catalog from "@/messages/de";

const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const DEFAULTS = {
  releaseType: "1",
  startTime: "1800000000",
  cliffTime: "1800000100",
  endTime: "1800000200",
};
const OPTIONS = { t: english, decimals: 9, defaults: DEFAULTS };

describe("a recipients file in the browser", () => {
  it("fills missing columns from the form's schedule", async () => {
    const sheet = await readSheet(english, `wallet,amount\n${ADDRESS},1.5\n`);
    const { recipients, errors, totalAmount } = await checkSheet(sheet, OPTIONS);
    expect(errors.size).toBe(0);
    expect(totalAmount).toBe(1_500_000_000n);
    expect(recipients.at(0)).toMatchObject({ row: 2, beneficiary: ADDRESS, cliffTime: 1_800_000_100n });
  });

  it("marks the invalid cell, and is valid once that cell is corrected", async () => {
    const sheet = await readSheet(english, `wallet;amount\n${ADDRESS};1\nnobody;2\n`);
    const first = await checkSheet(sheet, OPTIONS);
    expect([...first.errors.keys()]).toEqual([3]);
    expect(first.errors.get(3)?.beneficiary).toContain("address");
    const corrected = withCell(sheet, { line: 3, column: "beneficiary", text: ADDRESS });
    expect((await checkSheet(corrected, OPTIONS)).errors.size).toBe(0);
    expect((await checkSheet(withoutRow(sheet, 3), OPTIONS)).recipients).toHaveLength(1);
  });

  it("applies the rules over the whole list: the cap of 8, and a milestone twice", async () => {
    const lines = Array.from({ length: 9 }, () => `${ADDRESS},1`);
    const capped = await checkSheet(
      await readSheet(english, `wallet,amount\n${lines.join("\n")}\n`),
      OPTIONS,
    );
    expect([...capped.errors.keys()]).toEqual([10]);
    const twice = `wallet,amount,type\n${ADDRESS},1,milestone\n${ADDRESS},1,milestone\n`;
    const milestones = await readSheet(english, twice);
    expect((await checkSheet(milestones, OPTIONS)).errors.size).toBeGreaterThan(0);
  });

  it("reports errors of the list that belong to no row", async () => {
    const sheet = await readSheet(english, `wallet,amount\n${ADDRESS},1\n`);
    const atZero = { ...OPTIONS, defaults: { ...DEFAULTS, startTime: "0", cliffTime: "0" } };
    expect((await checkSheet(sheet, atZero)).listError).toContain("1970");
    expect((await checkSheet(withoutRow(sheet, 2), OPTIONS)).listError).toContain("at least one");
  });

  it("refuses a text without rows, and names a missing required column", async () => {
    await expect(readSheet(english, "wallet,amount\n")).rejects.toThrow(
      "The file has no rows below its header.",
    );
    const bare = await readSheet(english, `wallet,amount\n${ADDRESS},1\n`);
    const { listError } = await checkSheet(bare, { t: english, decimals: 9, defaults: {} });
    expect(listError).toMatch(/no column for releaseType/);
  });

  it.each([
    ["an invalid cell", `wallet,amount\n${ADDRESS},x\n`],
    ["rows that contradict each other", `wallet;amount\n${ADDRESS};1,25\n${ADDRESS};1.25\n`],
    ["leaf indexes with a gap", `wallet,amount,leafIndex\n${ADDRESS},1,7\n`],
    ["an amount of 0", `wallet,amount\n${ADDRESS},0\n`],
    ["a row given twice", `wallet,amount\n${ADDRESS},1\n${ADDRESS},1\n`],
    ["two columns that could hold the same", `wallet,address,amount\n${ADDRESS},${ADDRESS},1\n`],
    ["a column without a title", `wallet,amount,\n${ADDRESS},1,x\n`],
  ])("reports %s in the reader's language", async (_, text) => {
    const message = async (t: Translator) => {
      const { errors, listError, warnings } = await checkSheet(await readSheet(t, text), { ...OPTIONS, t });
      return [...[...errors.values()].flatMap((cells) => Object.values(cells)), listError, ...warnings];
    };
    const inEnglish = (await message(english)).filter((sentence) => sentence !== null);
    const inGerman = await message(createTranslator("de", catalog));
    expect(inEnglish).not.toEqual([]);
    expect(inGerman.filter((sentence) => sentence && inEnglish.includes(sentence))).toEqual([]);
    expect(inGerman.join(" ")).not.toMatch(/\b(?:the|this|column|without)\b/i);
  });

  it("reads a long file in chunks as at once, line breaks within quotes included", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) =>
      index % 700 === 0 ? `"${ADDRESS}\n",${index + 1}` : `${ADDRESS},${index + 1}`,
    );
    const progress: number[] = [];
    let steps = 0;
    const sheet = await readSheet(english, `wallet,amount\r\n${lines.join("\r\n")}`, {
      scheduler: { due: () => true, pause: async () => void steps++ },
      onProgress: (done, total) => progress.push(done / total),
    });
    expect(steps).toBeGreaterThan(3);
    expect(progress.at(-1)).toBe(1);
    expect(rowsBetween(sheet).map(({ cells }) => cells[1])).toEqual(
      lines.map((_, index) => String(index + 1)),
    );
    // A quoted line break makes a row two lines long; rows are named by their last.
    expect(rowsBetween(sheet).at(-1)?.line).toBe(1 + 3_000 + 5);
  });

  it("names the line where the file is not CSV, at any depth", async () => {
    const lines = Array.from({ length: 3_000 }, () => `${ADDRESS},1`);
    lines[2_500] = `${ADDRESS},1"2`;
    await expect(readSheet(english, `wallet,amount\n${lines.join("\n")}\n`)).rejects.toThrow(/at line 2502/);
  });

  it("abandons a check that a newer one supersedes", async () => {
    const sheet = await readSheet(english, `wallet,amount\n${`${ADDRESS},1\n`.repeat(300)}`);
    const overtaken = new AbortController();
    const scheduler = { due: () => true, pause: async () => overtaken.abort() };
    await expect(checkSheet(sheet, OPTIONS, { scheduler, signal: overtaken.signal })).rejects.toThrow(
      /abort/i,
    );
  });

  it("adds a row with its own line number and the last row's schedule", async () => {
    const sheet = await readSheet(english, `wallet,amount,type\n${ADDRESS},1,cliff\n`);
    expect(rowsBetween(withNewRow(sheet)).at(-1)).toEqual({ line: 3, cells: ["", "", "cliff"] });
  });

  it("reads a real list of 100", async () => {
    const text = await readFile("tests/fixtures/airdrop-100.csv", "utf8");
    const { recipients, errors } = await checkSheet(await readSheet(english, text), OPTIONS);
    expect(recipients.length + errors.size).toBeGreaterThanOrEqual(100);
  });
});

/** Returns the parsed amounts and the invalid lines. */
const outcome = async (text: string, reported = {}) => {
  const sheet = withAnswers({ ...(await readSheet(english, text)), acceptsUnused: true }, reported);
  const { recipients, errors, questions } = await checkSheet(sheet, OPTIONS);
  return { amounts: [...recipients].map(({ amount }) => amount), lines: [...errors.keys()], questions };
};
const amountsFile = (...amounts: string[]) =>
  ["wallet;amount", ...amounts.map((amount) => `${ADDRESS};${amount}`)].join("\n");

describe("the choices of a file in the browser", () => {
  it("reads a decimal comma as one", async () => {
    expect(await outcome(amountsFile("0,5", "1,5", "1.234,50"))).toEqual({
      amounts: [500_000_000n, 1_500_000_000n, 1_234_500_000_000n],
      lines: [],
      questions: [],
    });
  });

  it("asks about ambiguous rows, with the number of rows in each notation", async () => {
    const file = amountsFile("1,234", "0,5", "1,5");
    expect(await outcome(file)).toEqual({
      amounts: [500_000_000n, 1_500_000_000n],
      lines: [2],
      questions: [{ question: "decimalMark", waiting: 1, proving: { comma: 2 } }],
    });
    expect((await outcome(file, { decimalMark: "comma" })).amounts).toEqual([
      1_234_000_000n,
      500_000_000n,
      1_500_000_000n,
    ]);
    expect((await outcome(file, { decimalMark: "point" })).lines).toEqual([3, 4]);
  });

  it("reports at both rows that they use different notations", async () => {
    const sheet = await readSheet(english, amountsFile("1.5", "2", "0,5"));
    const { errors, recipients, questions } = await checkSheet(sheet, OPTIONS);
    expect([...errors]).toEqual([
      [2, { amount: expect.stringContaining("row 4 uses a decimal comma") }],
      [4, { amount: expect.stringContaining("row 2 uses a decimal point") }],
    ]);
    expect([...recipients].map(({ amount }) => amount)).toEqual([2_000_000_000n]);
    expect(questions).toEqual([{ question: "decimalMark", waiting: 0, proving: { point: 1, comma: 1 } }]);
  });

  it("asks for the order of dates and the meaning of numbers, and applies the zone", async () => {
    const header = "wallet,amount,start,cliff,end";
    const file = `${header}\n${ADDRESS},1,7/1/2027,13/1/2027,46418\n`;
    const { questions } = await outcome(file);
    expect(questions.map(({ question, waiting, proving }) => [question, waiting, proving])).toEqual([
      ["dateOrder", 1, { day: 1 }],
      ["timeNumbers", 1, {}],
    ]);
    const reported = { dateOrder: "day", timeNumbers: "days", zone: "Europe/Berlin" };
    const sheet = withAnswers(await readSheet(english, file), reported as object);
    const { recipients, getReading } = await checkSheet(sheet, OPTIONS);
    expect(recipients.at(0)).toMatchObject({ startTime: 1_799_276_400n, endTime: 1_801_350_000n });
    expect(rowsBetween(sheet).flatMap(getReading)).toEqual([...recipients]);
  });

  it("recognizes columns of other services by name, and stops for unknown ones", async () => {
    const file = `Recipient Wallet,Token Amount,Vesting Start,Vesting Cliff,Vesting End,Team\n${ADDRESS},5,2027-01-01,2027-06-01,2028-01-01,core\n`;
    const sheet = await readSheet(english, file);
    const { listError, recipients } = await checkSheet(sheet, OPTIONS);
    expect(listError).toBe("Confirm that these columns are omitted: Team.");
    expect(recipients.at(0)).toMatchObject({ startTime: 1_798_761_600n, cliffTime: 1_811_808_000n });
    expect((await checkSheet({ ...sheet, acceptsUnused: true }, OPTIONS)).listError).toBeNull();
  });

  it("assigns columns by hand, and keeps edits", async () => {
    const read = await readSheet(english, `wallet,amount,Net\n${ADDRESS},5,4\n`);
    const edited = withCell(read, { line: 2, column: "amount", text: "6" });
    const net = withColumn(edited, 2, "amount");
    expect(net.header.map(({ column }) => column)).toEqual(["beneficiary", null, "amount"]);
    expect((await checkSheet(net, OPTIONS)).totalAmount).toBe(4_000_000_000n);
    const back = withColumn(net, 1, "amount");
    expect((await checkSheet(back, OPTIONS)).totalAmount).toBe(6_000_000_000n);
    expect((await checkSheet(withColumn(back, 1, null), OPTIONS)).listError).toContain(
      "no column for amount",
    );
  });

  it("keeps the values of a replaced column, including the first, for later use", async () => {
    const read = await readSheet(english, `amount,wallet,Net\n5,${ADDRESS},4\n`);
    const back = withColumn(withColumn(read, 2, "amount"), 0, "amount");
    expect((await checkSheet(back, OPTIONS)).totalAmount).toBe(5_000_000_000n);
  });

  it("selects neither of two columns that could both hold the amount", async () => {
    const sheet = await readSheet(english, `wallet,amount,tokens\n${ADDRESS},5,4\n`);
    const { listError } = await checkSheet(sheet, OPTIONS);
    expect(listError).toContain("“amount” and “tokens” could both contain the amount");
    const chosen = { ...withColumn(sheet, 2, "amount"), acceptsUnused: true };
    expect(await checkSheet(chosen, OPTIONS)).toMatchObject({ listError: null, totalAmount: 4_000_000_000n });
  });

  it("detects a decimal comma that split a cell", async () => {
    const { errors } = await checkSheet(
      await readSheet(english, `wallet,amount\n${ADDRESS},1,5\n${ADDRESS},2\n`),
      OPTIONS,
    );
    expect([...errors]).toEqual([[2, { row: expect.stringContaining("decimal comma") }]]);
  });

  it("puts rows at the leaf indexes of the file, and reports impossible ones", async () => {
    const file = (...indexes: string[]) =>
      [
        "wallet,amountBaseUnits,leafIndex",
        ...indexes.map((index, at) => `${ADDRESS},${at + 1},${index}`),
      ].join("\n");
    const right = await checkSheet(await readSheet(english, file("2", "0", "1")), OPTIONS);
    // The title states base units, so the token's decimals do not count.
    expect([...right.recipients].map(({ amount }) => amount)).toEqual([2n, 3n, 1n]);
    const wrong = await checkSheet(await readSheet(english, file("0", "0", "")), OPTIONS);
    expect([...wrong.errors]).toEqual([
      [3, { leafIndex: expect.stringContaining("used in row 2") }],
      [4, { leafIndex: expect.stringContaining("every row") }],
    ]);
  });
});
