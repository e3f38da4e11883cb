import { type Query, questions, reads, refuses } from "./case";

/** Spreadsheet workbooks. */
export const WORKBOOKS = [
  reads(
    "workbook.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 500 cliff 2027-01-01", "3 B 700 cliff 2027-01-01"],
  ),
  reads(
    "workbook-gap.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["6 A 500 cliff 2027-01-01"],
  ),
  reads("workbook-dates.xlsx", {}, ["2 A 500 linear 2027-01-01/2027-06-01 12:00/2028-01-01"]),
  reads("workbook-dates-1904.xlsx", {}, ["2 A 500 linear 2027-01-01/2027-06-01/2028-01-01"]),
  questions("workbook-bare-days.xlsx", {}, "timeNumbers", {
    days: "2027-01-01",
    seconds: "1970-01-01 12:53:08",
  }),
  reads(
    "workbook-float.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 30 cliff 2027-01-01", "3 B 7 cliff 2027-01-01"],
  ),
  ...[{} as Query, { decimalMark: "comma" }].map((answers) =>
    reads(
      "workbook-decimals.xlsx",
      {
        decimals: "9",
        releaseType: "cliff",
        startTime: "2027-01-01",
        cliffTime: "2027-01-01",
        endTime: "2027-01-01",
        ...answers,
      },
      ["2 A 12125000000 cliff 2027-01-01", "3 B 12500000000 cliff 2027-01-01"],
    ),
  ),
  refuses(
    "workbook-lost-digits.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "2 amount",
    "digits may be lost",
  ),
  reads(
    "workbook-amount-as-text.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 1234567890123456789 cliff 2027-01-01"],
  ),
  reads(
    "workbook-formula.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 500 cliff 2027-01-01", "3 B 700 cliff 2027-01-01"],
  ),
  refuses(
    "workbook-formula-without-result.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "2 amount",
    "empty",
  ),
  refuses(
    "workbook-formula-error.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "2 amount",
    "empty",
  ),
  questions("workbook-percent.xlsx", {}, "shareNumbers", { percent: "1 unlocks", fraction: "100 unlocks" }),
  reads(
    "workbook-export-summary.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 500 cliff 2027-01-01", "3 B 700 cliff 2027-01-01"],
  ),
  refuses(
    "workbook-two-lists.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "1 ",
    "recipients in several sheets (“Team”, “Seed”)",
  ),
  refuses(
    "workbook-empty.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "1 ",
    "The workbook is empty",
  ),
  refuses(
    "workbook-far-row.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "1 ",
    "too large",
  ),
  refuses(
    "workbook-bomb.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "1 ",
    "too large",
  ),
  refuses(
    "workbook-damaged.xlsx",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "1 ",
    "The workbook is damaged",
  ),
  refuses(
    "workbook-old.xls",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "1 ",
    "old format or a password",
  ),
];
