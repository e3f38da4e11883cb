import { expect, test } from "vitest";
import { commonMinutes, splitTime } from "@/components/sheet/grid/common-minutes";
import { newSheet } from "@/components/sheet/sheet";

const header = ["beneficiary", "startTime", "cliffTime", "endTime"] as const;
const getSheet = (...rows: string[][]) =>
  newSheet(
    header.map((column) => ({ title: column, column })),
    rows.map((cells, at) => ({ line: at + 1, cells })),
  );

test("names the time of day that all cells of a column have, without empty cells and midnight", () => {
  const sheet = getSheet(
    ["A", "2026-11-30T03:44:00Z", "2026-12-10T03:44:00Z", "2027-12-10T00:00:00Z"],
    ["B", "2026-11-29T03:44:00Z", "2026-12-10T03:45:00Z", "2027-12-10T00:00:00Z"],
    ["C", "", "2026-12-10T03:44:00Z", ""],
  );
  expect(commonMinutes(sheet)).toEqual({ startTime: "03:44" });
});

test("names no time of day if a cell has another text than a time in UTC", () => {
  const sheet = getSheet(["A", "2026-11-30T03:44:00Z", "", ""], ["B", "tomorrow", "", ""]);
  expect(commonMinutes(sheet)).toEqual({});
});

test("splits only a time in UTC", () => {
  expect(splitTime("2026-11-30T03:44:12Z")).toEqual({ day: "2026-11-30", minute: "03:44" });
  expect(splitTime("2026-11-30")).toBeUndefined();
});
