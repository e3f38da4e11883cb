import { questions, reads, refuses } from "./case";

/** Titles, units and numbers with more than one reading. */
export const MEANINGS = [
  questions("vesting-months.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  reads("vesting-months.csv", { vestingFrom: "start" }, [
    "2 A 100000 linear 2027-01-01/2028-01-01/2029-01-01",
  ]),
  reads("vesting-months.csv", { vestingFrom: "cliff" }, [
    "2 A 100000 linear 2027-01-01/2028-01-01/2030-01-01",
  ]),
  questions("vesting-period-months.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  questions("vesting-duration-months.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  questions("vesting-month-singular.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  questions("vesting-years.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  questions("vesting-shorter-than-cliff.csv", {}, "vestingFrom", {
    start: "The end (6 months) is before the cliff.",
    cliff: "ends on 2028-07-01",
  }),
  reads("vesting-shorter-than-cliff.csv", { vestingFrom: "cliff" }, [
    "2 A 100000 linear 2027-01-01/2028-01-01/2028-07-01",
  ]),
  refuses(
    "vesting-shorter-than-cliff.csv",
    { vestingFrom: "start" },
    "2 durationMonths",
    "is before the cliff",
  ),
  questions("vesting-equals-cliff.csv", {}, "vestingFrom", {
    start:
      "The shares total 0%, and nothing unlocks after the cliff. Set them to 100%, or extend the schedule.",
    cliff: "ends on 2029-01-01",
  }),
  questions("vesting-some-rows.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  reads("vesting-without-cliff.csv", {}, ["2 A 100000 linear 2027-01-01/2027-01-01/2029-01-01"]),
  reads("vesting-zero-cliff.csv", {}, ["2 A 100000 linear 2027-01-01/2027-01-01/2029-01-01"]),
  reads("total-months.csv", {}, ["2 A 100000 linear 2027-01-01/2028-01-01/2029-01-01"]),
  reads("vesting-after-cliff.csv", {}, ["2 A 100000 linear 2027-01-01/2028-01-01/2030-01-01"]),
  refuses("own-names-contradict.csv", {}, "2 durationMonths", "is before the cliff"),
  reads("tge-percent.csv", {}, [
    "2 A 10000 cliff 2027-01-01",
    "2 A 90000 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  reads("tge-percent-in-brackets.csv", {}, [
    "2 A 10000 cliff 2027-01-01",
    "2 A 90000 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  reads("percent-at-tge.csv", {}, [
    "2 A 10000 cliff 2027-01-01",
    "2 A 90000 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  reads("initial-unlock-percent.csv", {}, [
    "2 A 10000 cliff 2027-01-01",
    "2 A 90000 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  reads("cliff-percent.csv", {}, [
    "2 A 25000 cliff 2027-01-01/2028-01-01",
    "2 A 75000 linear 2027-01-01/2028-01-01/2031-01-01",
  ]),
  questions("tge-below-one.csv", {}, "shareNumbers", { percent: "1 unlocks", fraction: "100 unlocks" }),
  reads("tge-below-one.csv", { shareNumbers: "fraction" }, [
    "2 A 10000 cliff 2027-01-01",
    "2 A 90000 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  reads("tge-percent-sign-in-cell.csv", {}, [
    "2 A 500 cliff 2027-01-01",
    "2 A 99500 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  questions("tge-unlock.csv", {}, "shareNumbers", {
    percent: "100 unlocks",
    fraction: "“10” is not a fraction between 0 and 1.",
    tokens: "10 unlocks",
  }),
  reads("tge-unlock.csv", { shareNumbers: "tokens" }, [
    "2 A 1000 cliff 2027-01-01",
    "2 A 99000 linear 2027-01-01/2027-07-01/2029-07-01",
  ]),
  questions(
    "unread-tge.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "unusedColumns",
    { ignore: "nothing in “TGE bonus” is used for the campaign" },
  ),
  questions(
    "unread-unlock.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "unusedColumns",
    { ignore: "nothing in “Unlock remarks” is used for the campaign" },
  ),
  questions(
    "unread-percent.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "unusedColumns",
    { ignore: "nothing in “Bonus %” is used for the campaign" },
  ),
  questions(
    "unread-cliff.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "unusedColumns",
    { ignore: "nothing in “Cliff remarks” is used for the campaign" },
  ),
  questions(
    "unread-vesting.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "unusedColumns",
    { ignore: "nothing in “Vesting plan” is used for the campaign" },
  ),
  reads(
    "unread-tge.csv",
    {
      releaseType: "cliff",
      startTime: "2027-01-01",
      cliffTime: "2027-01-01",
      endTime: "2027-01-01",
      unusedColumns: "ignore",
    },
    ["2 A 500 cliff 2027-01-01"],
  ),
  reads(
    "unread-team.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 500 cliff 2027-01-01"],
  ),
  reads(
    "investor-column.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 500 cliff 2027-01-01"],
  ),
  reads(
    "name-and-note.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    ["2 A 500 cliff 2027-01-01"],
  ),
  questions("duration-without-unit.csv", {}, "lengthUnit", {
    months: "ends on 2029-01-01",
    days: "ends on 2027-01-25",
    years: "ends on 2051-01-01",
    seconds: "ends on 2027-01-01 00:00:24",
  }),
  reads("duration-without-unit.csv", { lengthUnit: "days" }, [
    "2 A 100000 linear 2027-01-01/2027-01-01/2027-01-25",
  ]),
  questions("cliff-without-unit.csv", {}, "lengthUnit", {
    months: "cliff on 2028-01-01",
    days: "cliff on 2027-01-13",
    years: "The end (36 months) is before the cliff.",
    seconds: "cliff on 2027-01-01 00:00:12",
  }),
  reads("cliff-in-words.csv", {}, ["2 A 100000 linear 2027-01-01/2027-07-01/2030-01-01"]),
  questions("lengths-in-words.csv", {}, "vestingFrom", {
    start: "ends on 2029-01-01",
    cliff: "ends on 2030-01-01",
  }),
  reads("lengths-in-days.csv", {}, ["2 A 100000 linear 2027-01-01/2027-04-01/2028-01-01"]),
  refuses("share-with-days.csv", {}, "2 upfrontPercent", "durations in whole months"),
  reads("cliff-as-date.csv", {}, ["2 A 500 linear 2027-01-01/2027-06-01/2028-01-01"]),
  questions("dates-ambiguous.csv", {}, "dateOrder", { day: "2027-01-07", month: "2027-07-01" }),
  reads("dates-ambiguous.csv", { dateOrder: "day" }, ["2 A 500 linear 2027-01-01/2027-01-07/2028-01-01"]),
  reads("dates-plain.csv", {}, ["2 A 500 linear 2027-01-13/2027-02-13/2027-03-13"]),
  refuses("dates-contradict.csv", {}, "2 startTime", "dates in row 3 start with the month"),
  questions(
    "amount-ambiguous.csv",
    {
      releaseType: "cliff",
      startTime: "2027-01-01",
      cliffTime: "2027-01-01",
      endTime: "2027-01-01",
      decimals: "6",
    },
    "decimalMark",
    { point: "1234", comma: "1.234" },
  ),
  reads(
    "amount-ambiguous.csv",
    {
      releaseType: "cliff",
      startTime: "2027-01-01",
      cliffTime: "2027-01-01",
      endTime: "2027-01-01",
      decimals: "6",
      decimalMark: "comma",
    },
    ["2 A 1234000 cliff 2027-01-01", "3 B 5000000 cliff 2027-01-01"],
  ),
  refuses(
    "amounts-contradict.csv",
    { releaseType: "cliff", startTime: "2027-01-01", cliffTime: "2027-01-01", endTime: "2027-01-01" },
    "2 amount",
    "row 3 uses a decimal comma",
  ),
  questions("spreadsheet-days.csv", {}, "timeNumbers", {
    days: "2027-01-01",
    seconds: "1970-01-01 12:53:08",
  }),
  questions("milliseconds.csv", {}, "timeNumbers", { milliseconds: "2027-01-01", seconds: "@1798761600000" }),
  refuses("two-digit-year.csv", {}, "2 startTime", "two-digit year"),
  refuses("year-alone.csv", {}, "2 startTime", "looks like a year"),
];
