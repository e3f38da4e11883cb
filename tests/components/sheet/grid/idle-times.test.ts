import { describe, expect, it } from "vitest";
import type { GridColumn } from "@/components/sheet/grid/edits";
import { isIdleTime } from "@/components/sheet/grid/idle-times";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";

const createColumns = (...names: RecipientColumn[]): GridColumn[] =>
  names.map((column, position) => ({ column, position }));
const COLUMNS = createColumns("beneficiary", "amount", "releaseType", "startTime", "cliffTime", "endTime");
const TIMES = ["startTime", "cliffTime", "endTime"] as const;
const getIdle = (release: string, columns = COLUMNS) =>
  TIMES.filter((column) => isIdleTime(column, { columns, release }));

describe("isIdleTime", () => {
  it.each([
    ["linear", ["startTime"]],
    ["cliff", ["startTime", "endTime"]],
    ["Milestone ", ["startTime", "endTime"]],
    ["", ["startTime"]],
  ])("finds the times of a %s row that do not change its vesting", (release, expected) => {
    expect(getIdle(release)).toEqual(expected);
  });

  it("finds none in schedules in months, which begin at the start", () => {
    expect(getIdle("cliff", [...COLUMNS, ...createColumns("durationMonths")])).toEqual([]);
  });
});
