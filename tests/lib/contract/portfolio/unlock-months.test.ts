import { describe, expect, it } from "vitest";
import { unlocksByMonth } from "@/lib/contract/portfolio/unlock-months";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { row } from "./row";

const at = (iso: string) => BigInt(Date.parse(`${iso}Z`) / 1000);
const NOW = at("2026-11-16T00:00:00");
const on = (iso: string) => ({ cliffTime: at(iso), endTime: at(iso) });

describe("unlocksByMonth", () => {
  it("adds up the unlocks of a month by token", () => {
    const rows = [
      row("a", [on("2026-12-01T00:00:00"), on("2026-12-31T23:59:59")]),
      row("b", [on("2026-12-05T00:00:00"), on("2027-01-01T00:00:00")], { mint: "other" }),
    ];
    expect(unlocksByMonth(rows, NOW)).toEqual({
      months: [
        {
          month: "2026-12",
          amounts: [
            { mint: "mint", amount: 200n },
            { mint: "other", amount: 100n },
          ],
        },
        { month: "2027-01", amounts: [{ mint: "other", amount: 100n }] },
      ],
      later: [],
    });
  });

  it("counts the current month from now on, and divides a linear schedule exactly", () => {
    const linear = {
      ...{ releaseType: ReleaseType.Linear, amount: 61n },
      ...{ cliffTime: at("2026-11-01T00:00:00"), endTime: at("2027-01-01T00:00:00") },
    };
    const { months } = unlocksByMonth([row("a", [linear])], NOW);
    expect(months.map(({ month, amounts }) => [month, amounts[0]?.amount])).toEqual([
      ["2026-11", 14n],
      ["2026-12", 31n],
      ["2027-01", 1n],
    ]);
    expect(months.reduce((sum, { amounts }) => sum + (amounts[0]?.amount ?? 0n), 0n)).toBe(46n);
  });

  it("adds up the unlocks after twelve months", () => {
    const { months, later } = unlocksByMonth([row("a", [on("2027-11-01T00:00:00")])], NOW);
    expect(months).toEqual([]);
    expect(later).toEqual([{ mint: "mint", amount: 100n }]);
  });

  it.each([
    ["a milestone", { releaseType: ReleaseType.Milestone }, {}],
    ["a cancelled campaign", {}, { cancelledAt: NOW }],
    ["a refunded campaign", {}, { instantRefunded: true }],
    ["a settled campaign", {}, { settled: true }],
    ["a past unlock", on("2026-10-01T00:00:00"), {}],
  ])("excludes %s", (_, leaf, campaign) => {
    const rows = [row("a", [{ ...on("2026-12-01T00:00:00"), ...leaf }], campaign)];
    expect(unlocksByMonth(rows, NOW)).toEqual({ months: [], later: [] });
  });

  it("excludes the leaves of an earlier list while the current one is not registered", () => {
    const earlier = { ...row("a", [on("2026-12-01T00:00:00")]), rootRegistered: false };
    expect(unlocksByMonth([earlier], NOW)).toEqual({ months: [], later: [] });
  });
});
