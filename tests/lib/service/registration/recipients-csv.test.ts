import { createReadStream } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleRecipient } from "@/examples/recipient-keys";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type ImportOptions, readRecipientsCsv } from "@/lib/service/registration/recipients-csv";

const HEADER = "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx";
const [alice, bob] = [exampleRecipient(0).address, exampleRecipient(1).address];

async function* chunks(text: string, size = 7) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (text: string, options: Partial<ImportOptions> = {}) =>
  readRecipientsCsv(chunks(text), { maxRows: 100, ...options });
const getErrors = async (row: string, options: Partial<ImportOptions> = {}) =>
  (await read(`${HEADER}\n${row}`, options)).errors;

describe("a recipients CSV", () => {
  test.each([
    ["camelCase", HEADER],
    ["snake_case", "beneficiary,amount,release_type,start_time,cliff_time,end_time,milestone_idx"],
    [
      "spaced, capitals, quoted",
      '"Beneficiary",Amount,"Release Type",Start Time,Cliff time,END TIME,Milestone Idx',
    ],
  ])("is read with a %s header", async (_, header) => {
    const { recipients, errors } = await read(`${header}\n${alice},5,linear,1,2,3,\n`);
    expect(errors).toEqual([]);
    expect(recipients).toEqual([
      {
        row: 2,
        beneficiary: alice,
        amount: 5n,
        releaseType: ReleaseType.Linear,
        startTime: 1n,
        cliffTime: 2n,
        endTime: 3n,
        milestoneIdx: 0,
      },
    ]);
  });

  test("returns the same leaves for any column order, separator, line ends, BOM, quotes, blank lines and chunks", async () => {
    const columns = HEADER.split(",");
    const rows = [
      [alice, "18446744073709551614", "0", "-5", "7", "7", "0"],
      [bob, "1", "Milestone", "2026-01-01T00:00:00Z", "2026-01-02", "2026-01-02 12:30", "255"],
    ];
    const plain = await read(`${[columns, ...rows].map((row) => row.join(",")).join("\n")}\n`);
    expect(plain.errors).toEqual([]);
    expect(plain.recipients.map(({ endTime }) => endTime)).toEqual([7n, 1_767_357_000n]);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        async (order, separator, newline, bom, quotes, size) => {
          const line = (cells: string[]) =>
            order.map((at) => (quotes ? `"${cells[at]}"` : cells[at])).join(separator);
          const text = `${bom ? "\uFEFF" : ""}${[columns, ...rows].map(line).join(newline)}${newline}`;
          const result = await readRecipientsCsv(chunks(text, size), { maxRows: 100 });
          expect(result).toEqual(plain);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    ["a bad address", "nobody,1,cliff,1,1,1,", "beneficiary", /Solana address/],
    ["an empty amount", `${alice},,cliff,1,1,1,`, "amount", /empty/],
    ["a zero amount", `${alice},0,cliff,1,1,1,`, "amount", /greater than zero/],
    ["a negative amount", `${alice},-1,cliff,1,1,1,`, "amount", /negative/],
    ["a decimal amount without decimals", `${alice},1.5,cliff,1,1,1,`, "amount", /base units/],
    ["an amount beyond u64", `${alice},18446744073709551616,cliff,1,1,1,`, "amount", /maximum amount/],
    ["scientific notation", `${alice},1e3,cliff,1,1,1,`, "amount", /abbreviated/],
    ["an unknown schedule", `${alice},1,weekly,1,1,1,`, "releaseType", /cliff, linear or milestone/],
    ["an invalid day", `${alice},1,cliff,2026-02-29,2026-03-01,2026-03-01,`, "startTime", /calendar/],
    ["a time beyond i64", `${alice},1,cliff,9223372036854775808,1,1,`, "startTime", /64-bit limit/],
    ["a time in words", `${alice},1,cliff,tomorrow,1,1,`, "startTime", /ISO 8601/],
    ["a cliff before the start", `${alice},1,linear,5,4,6,`, "cliffTime", /before the start/],
    ["an end before the cliff", `${alice},1,linear,5,6,5,`, "endTime", /before the cliff/],
    ["a milestone beyond u8", `${alice},1,milestone,1,1,1,256`, "milestoneIdx", /0 to 255/],
  ])("names row and field of %s", async (_, row, field, message) => {
    expect(await getErrors(row)).toEqual([{ row: 2, field, message: expect.stringMatching(message) }]);
  });

  test("keeps valid rows beside invalid ones, with each error at the row that a spreadsheet shows", async () => {
    const result = await readRecipientsCsv(createReadStream("examples/recipients-messy.csv"), {
      maxRows: 100,
      decimals: 6,
      decimalMark: "point",
    });
    expect(result.recipients.map(({ row, amount }) => [row, amount])).toEqual([
      [2, 1_500_250_000n],
      [3, 250_000_000n],
      [10, 75_000_000n],
    ]);
    expect(result.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      "5 amount",
      "6 cliffTime",
      "7 beneficiary",
      "8 amount",
      "8 startTime",
      "9 amount",
      "11 milestoneIdx",
      "12 releaseType",
    ]);
    expect({ total: result.totalRows, valid: result.validRows }).toEqual({ total: 10, valid: 3 });
    expect(result.warnings).toContainEqual(expect.stringContaining('"Note"'));
  });

  test("applies the stated formats of amounts and dates, and reports rows that need one", async () => {
    const header = "Wallet Address;Allocation Amount;Schedule;Unlock Start;Cliff Date;End Date;Notes";
    const rows = [
      `${alice};1.234;linear;7/1/2027;8/1/2027;46418;x`,
      `${bob};0,5;linear;7/1/2027;13/1/2027;46418;y`,
    ];
    const text = [header, ...rows].join("\n");
    const unanswered = await read(text, { decimals: 6 });
    expect(unanswered.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      "2 amount",
      "2 startTime",
      "2 cliffTime",
      "2 endTime",
      "3 startTime",
      "3 endTime",
    ]);
    expect(unanswered.warnings).toEqual([
      "“Wallet Address” was read as recipient.",
      "“Allocation Amount” was read as amount.",
      "“Schedule” was read as release type.",
      "“Unlock Start” was read as start time.",
      "“Cliff Date” was read as cliff time.",
      "“End Date” was read as end time.",
      'The column "Notes" is not used.',
    ]);
    const reported = {
      decimalMark: "comma",
      dateOrder: "day",
      timeNumbers: "days",
      zone: "Asia/Tokyo",
    } as const;
    const { errors, recipients } = await read(text, { decimals: 6, ...reported });
    expect(errors).toEqual([]);
    expect(recipients).toMatchObject([
      { amount: 1_234_000_000n, startTime: 1_799_247_600n, cliffTime: 1_799_334_000n },
      { amount: 500_000n, cliffTime: 1_799_766_000n },
    ]);
  });

  test("is refused at rows that contradict each other, split a cell or repeat a leaf index", async () => {
    const marks = await read(`${HEADER}\n${alice},1.5,0,1,1,1,\n${bob},"0,5",0,1,1,1,\n${bob},7,0,1,1,1,`, {
      decimals: 6,
    });
    expect(marks.errors.map(({ row, field }) => `${row} ${field}`)).toEqual(["2 amount", "3 amount"]);
    expect(marks.recipients.map(({ amount }) => amount)).toEqual([7_000_000n]);
    const split = await read(`beneficiary,amount\n${alice},1,5\n${bob},2`, {
      defaults: { releaseType: "cliff", startTime: "1", cliffTime: "1", endTime: "1" },
    });
    expect(split.errors).toEqual([{ row: 2, field: "", message: expect.stringContaining("decimal comma") }]);
    const twice = await read(`${HEADER},leafIndex\n${alice},1,0,1,1,1,,0\n${bob},1,0,1,1,1,,0`);
    expect(twice.errors).toEqual([{ row: 3, field: "leafIndex", message: expect.stringContaining("row 2") }]);
    expect(twice.recipients).toEqual([]);
    const turned = await read(`${HEADER},leafIndex\n${alice},1,0,1,1,1,,1\n${bob},1,0,1,1,1,,0`);
    expect(turned.recipients.map(({ beneficiary }) => beneficiary)).toEqual([bob, alice]);
  });

  test("reads the 10,000 example recipients without errors", async () => {
    const result = await readRecipientsCsv(createReadStream("examples/recipients-10000.csv"), {
      maxRows: 100_000,
    });
    expect(result.errors).toEqual([]);
    expect(result.validRows).toBe(10_000);
    expect(new Set(result.recipients.map(({ releaseType }) => releaseType))).toEqual(new Set([0, 1, 2]));
  });

  // airdrop-100.csv is a public airdrop list: addresses and amounts, no schedule.
  test("accepts a real list without schedule columns when one schedule is given for all", async () => {
    const file = () => createReadStream("tests/fixtures/airdrop-100.csv");
    const bare = await readRecipientsCsv(file(), { maxRows: 1_000 });
    expect(bare.errors.map(({ field }) => field)).toEqual([
      "releaseType",
      "startTime",
      "cliffTime",
      "endTime",
    ]);
    const whole = await readRecipientsCsv(file(), {
      maxRows: 1_000,
      defaults: {
        releaseType: "linear",
        startTime: "2026-01-01",
        cliffTime: "2026-06-01",
        endTime: "2027-01-01",
      },
    });
    expect(whole.errors).toEqual([]);
    expect(whole.validRows).toBe(100);
  });

  test("is refused with a reason when it is empty, binary, a header alone or too long", async () => {
    expect((await read("")).errors).toEqual([{ row: 1, field: "", message: "The file is empty." }]);
    expect((await read("hello\n")).errors[0]?.message).toMatch(/no header row/);
    expect((await read(`${HEADER}\n`)).errors[0]?.message).toMatch(/no recipients/);
    expect((await read('\u0000\u0001"\u0002')).validRows).toBe(0);
    const rows = Array.from({ length: 3 }, () => `${alice},1,cliff,1,1,1,`).join("\n");
    const many = await read(`${HEADER}\n${rows}`, { maxRows: 2 });
    expect(many.errors).toEqual([{ row: 4, field: "", message: expect.stringMatching(/at most 2/) }]);
    expect(many.recipients).toEqual([]);
  });

  test("is refused where the whole list breaks a limit: the sum, or nine timed allocations of one beneficiary", async () => {
    const sum = await read(`${HEADER}\n${alice},18446744073709551615,cliff,1,1,1,\n${bob},1,cliff,1,1,1,`);
    expect(sum.errors).toEqual([{ row: 3, field: "amount", message: expect.stringMatching(/add up/) }]);
    const rows = Array.from({ length: 9 }, (_, at) => `${alice},${at + 1},cliff,1,1,1,`).join("\n");
    const capped = await read(`${HEADER}\n${rows}`);
    expect(capped.errors).toEqual([
      { row: 10, field: "beneficiary", message: expect.stringMatching(/at most 8/) },
    ]);
    expect(capped.validRows).toBe(8);
  });
});
