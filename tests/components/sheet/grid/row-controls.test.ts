import { describe, expect, test } from "vitest";
import {
  getControl,
  shownColumns,
  textOfTime,
  timeValue,
  withFieldText,
} from "@/components/sheet/grid/row-controls";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";

const gridColumns = (...columns: RecipientColumn[]) =>
  columns.map((column, position) => ({ column, position }));
const TIMES = gridColumns(
  ...(["beneficiary", "amount", "releaseType", "startTime", "cliffTime", "endTime", "milestoneIdx"] as const),
);
const JAN_1 = "2027-01-01T00:00:00Z";
const JAN_2 = "2027-01-02T00:00:00Z";
const JAN_9 = "2027-01-09T00:00:00Z";
const cells = (release: string, start: string, cliff: string, end: string) => [
  "",
  "1",
  release,
  start,
  cliff,
  end,
  "",
];
const shown = (release: string) => shownColumns(TIMES, release).map(({ column }) => column);

describe("timeValue", () => {
  test.each([
    ["2027-01-02", "2027-01-02T00:00"],
    ["2027-01-02T10:30:00Z", "2027-01-02T10:30"],
    ["2027-01-02T10:30:45Z", "2027-01-02T10:30:45"],
    ["2027-01-02T01:30+02:00", "2027-01-01T23:30"],
    ["31.1.2027", "2027-01-31T00:00"],
    ["@1800000000", "2027-01-15T08:00"],
    ["", ""],
  ])("shows %j in a date field in UTC", (text, value) => expect(timeValue(text, {})).toBe(value));

  test.each(["cliff+12 months", "12 months", "7/1/2027", "46388", "@-70000000000", "@99999999999999"])(
    "returns null for %j, which a date field cannot show",
    (text) => expect(timeValue(text, {})).toBeNull(),
  );

  test("follows the answers about the format of the file", () => {
    expect(timeValue("7/1/2027", { dateOrder: "day" })).toBe("2027-01-07T00:00");
    expect(timeValue("2027-01-07", { zone: "Europe/Zurich" })).toBe("2027-01-06T23:00");
  });
});

describe("textOfTime", () => {
  test("returns a time in UTC with its seconds", () => {
    expect(textOfTime("2027-01-02T10:30")).toBe("2027-01-02T10:30:00Z");
    expect(textOfTime("2027-01-02T10:30:45")).toBe("2027-01-02T10:30:45Z");
    expect(textOfTime("")).toBe("");
  });
});

describe("getControl", () => {
  test("uses a select or a date field for texts that it can show, and a text field for others", () => {
    const kind = (column: RecipientColumn, text: string) => getControl(column, text, { answers: {} });
    expect(kind("releaseType", "Sperrfrist")).toBe("release");
    expect(kind("releaseType", "at the TGE")).toBe("text");
    expect(kind("cliffTime", "2027-01-02")).toBe("time");
    expect(kind("cliffTime", "12 months")).toBe("text");
    expect(kind("steps", "quartalsweise")).toBe("steps");
    expect(kind("steps", "every Monday")).toBe("text");
    expect(kind("amount", "1,5 million")).toBe("text");
    expect(kind("beneficiary", "")).toBe("address");
  });

  test("uses a text field for an empty cliff in a column that can also contain lengths", () => {
    expect(getControl("cliffTime", "", { answers: {}, canBeLength: true })).toBe("text");
  });
});

describe("shownColumns", () => {
  test("contains the fields of the release type only", () => {
    expect(shown("Cliff")).toEqual(["beneficiary", "amount", "releaseType", "cliffTime"]);
    expect(shown("linear")).toEqual([
      "beneficiary",
      "amount",
      "releaseType",
      "startTime",
      "cliffTime",
      "endTime",
    ]);
    expect(shown("2")).toEqual(["beneficiary", "amount", "releaseType", "cliffTime", "milestoneIdx"]);
  });

  test("contains all fields of an unknown release type and of a file with months or several amounts", () => {
    expect(shown("")).toHaveLength(TIMES.length);
    expect(shown("at the TGE")).toHaveLength(TIMES.length);
    const months = gridColumns("beneficiary", "releaseType", "startTime", "cliffMonths", "milestoneIdx");
    expect(shownColumns(months, "cliff")).toHaveLength(months.length);
    const amounts = gridColumns("beneficiary", "releaseType", "unlockedAmount", "lockedAmount", "startTime");
    expect(shownColumns(amounts, "cliff")).toHaveLength(amounts.length);
  });
});

describe("withFieldText", () => {
  const edit = (before: string[], text: string) =>
    withFieldText(before, { column: "cliffTime", text, columns: TIMES, answers: {} });

  test("moves the hidden end and start with the date of a cliff", () => {
    expect(edit(cells("cliff", JAN_1, JAN_2, JAN_2), JAN_9)).toEqual(cells("cliff", JAN_1, JAN_9, JAN_9));
    expect(edit(cells("milestone", JAN_2, JAN_9, JAN_9), JAN_1)).toEqual(
      cells("milestone", JAN_1, JAN_1, JAN_1),
    );
  });

  test("keeps a hidden end that differs from the cliff and stays valid, and empty cells", () => {
    expect(edit(cells("cliff", JAN_1, JAN_1, JAN_9), JAN_2)).toEqual(cells("cliff", JAN_1, JAN_2, JAN_9));
    expect(edit(cells("cliff", "", JAN_1, ""), JAN_2)).toEqual(cells("cliff", "", JAN_2, ""));
  });

  test("changes no other time of a linear row, of an unknown type, or for an incomplete date", () => {
    expect(edit(cells("linear", JAN_1, JAN_2, JAN_2), JAN_9)).toEqual(cells("linear", JAN_1, JAN_9, JAN_2));
    expect(edit(cells("", JAN_1, JAN_2, JAN_2), JAN_9)).toEqual(cells("", JAN_1, JAN_9, JAN_2));
    expect(edit(cells("cliff", JAN_1, JAN_2, JAN_2), "")).toEqual(cells("cliff", JAN_1, "", JAN_2));
  });
});
