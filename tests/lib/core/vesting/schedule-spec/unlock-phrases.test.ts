import { describe, expect, it, test } from "vitest";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import type { ScheduleSpec } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import {
  dayText,
  phraseText,
  scheduleSpecWords,
  unlockPhrases,
} from "@/lib/core/vesting/schedule-spec/unlock-phrases";

const utc = (text: string) => BigInt(Date.parse(`${text}Z`) / 1000);
const start = utc("2027-01-31T00:00");
const schedule = (over: Partial<ScheduleSpec>): ScheduleSpec => ({
  ...{ upfrontShare: 0, cliffShare: 0, cliffMonths: 0, durationMonths: 12, steps: "linear" },
  ...over,
});
const quarter = schedule({ cliffShare: 2_500, cliffMonths: 12, durationMonths: 48 });
const monthly = schedule({ upfrontShare: 1_000, durationMonths: 6, steps: "monthly" });

function getTexts(spec: ScheduleSpec, amount = 1_000n): string[] {
  const composed = composeAllocation({ beneficiary: "", amount, startTime: start, ...spec });
  if ("error" in composed) throw new Error(composed.error.message);
  // The order of the leaves in a tree has no meaning.
  return unlockPhrases(composed.leaves.toReversed()).map((phrase) => phraseText(phrase, String));
}

describe("the description of one recipient's leaves", () => {
  test.each<[ScheduleSpec, string[]]>([
    [quarter, ["250 on 31 Jan 2028", "750 evenly from 31 Jan 2028 to 31 Jan 2031"]],
    [monthly, ["100 on 31 Jan 2027", "900 in 6 equal steps, monthly, from 28 Feb 2027 to 31 Jul 2027"]],
    [
      schedule({ durationMonths: 24, steps: "half-yearly" }),
      ["1000 in 4 equal steps, half-yearly, from 31 Jul 2027 to 31 Jan 2029"],
    ],
  ])("states one allocation: %j", (spec, texts) => {
    expect(getTexts(spec)).toEqual(texts);
  });

  it("joins equal steps also where rounding makes them differ by a unit", () => {
    expect(getTexts(monthly, 1_003n).at(-1)).toMatch(/^903 in 6 equal steps/);
  });

  it("names milestones last, and no steps where the dates only resemble some", () => {
    const times = (text: string) => ({ startTime: start, cliffTime: utc(text), endTime: utc(text) });
    const leaf = { amount: 10n, releaseType: ReleaseType.Cliff, milestoneIdx: 0 };
    const phrases = unlockPhrases([
      { ...leaf, ...times("2027-03-31T00:00"), releaseType: ReleaseType.Milestone, milestoneIdx: 3 },
      { ...leaf, ...times("2027-02-28T00:00") },
      { ...leaf, ...times("2027-03-31T00:00") },
      { ...leaf, ...times("2027-04-29T00:00") },
    ]);
    expect(phrases.map(({ kind }) => kind)).toEqual(["at", "at", "at", "milestone"]);
  });
});

describe("the description of a schedule spec", () => {
  test.each<[ScheduleSpec, string, string]>([
    [
      quarter,
      "25% 12 months after the start, then the other 75% evenly by the second from 12 months after the start to 48 months after the start",
      "25% on 31 Jan 2028, then the other 75% evenly by the second from 31 Jan 2028 to 31 Jan 2031",
    ],
    [
      monthly,
      "10% at the start, then the other 90% in 6 equal monthly steps, the first 1 month after the start, the last 6 months after the start",
      "10% on 31 Jan 2027, then the other 90% in 6 equal monthly steps, the first on 28 Feb 2027, the last on 31 Jul 2027",
    ],
    [
      schedule({}),
      "100% evenly by the second from the start to 12 months after the start",
      "100% evenly by the second from 31 Jan 2027 to 31 Jan 2028",
    ],
    [schedule({ steps: "yearly" }), "100% 12 months after the start", "100% on 31 Jan 2028"],
  ])("describes %j", (spec, relative, dated) => {
    expect(scheduleSpecWords(spec)).toBe(relative);
    expect(scheduleSpecWords(spec, start)).toBe(dated);
  });

  it("names the time of day unless it is midnight, and dates beyond our calendar", () => {
    expect(dayText(utc("2027-01-01T09:05"))).toBe("1 Jan 2027, 09:05 UTC");
    expect(dayText(2n ** 62n)).toMatch(/^\+\d+-/);
  });
});
