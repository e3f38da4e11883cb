import { describe, expect, it } from "vitest";
import { formatDistance, formatDuration, formatMoment } from "@/components/format/time";

describe("times", () => {
  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [61, "1 min 1 s"],
    [3_600, "1 h"],
    [7_260, "2 h 1 min"],
    [86_400, "1 day"],
    [604_799, "6 days 23 h"],
    [86_400 * 400, "400 days"],
    [-5, "0 s"],
  ])("shows %i seconds as %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it("shows the distance of a moment", () => {
    expect(formatDistance(1_000n, 998n)).toBe("just now");
    expect(formatDistance(1_059n, 1_000n)).toBe("in 59 s");
    expect(formatDistance(1_000n, 1_059n)).toBe("just now");
    expect(formatDistance(1_000n, 1_060n)).toBe("1 min ago");
    expect(formatDistance(1_100n, 1_000n)).toBe("in 1 min");
    expect(formatDistance(1_000n, 1_179n)).toBe("2 min ago");
    expect(formatDistance(1_000n, 4_719n)).toBe("1 h 1 min ago");
    expect(formatDistance(1_000n, 4_600n)).toBe("1 h ago");
  });

  it("shows a moment in a zone, also at the ends of i64", () => {
    expect(formatMoment(1_800_000_000n, "UTC")).toBe("15 Jan 2027, 08:00");
    expect(formatMoment(2n ** 63n - 1n, "UTC")).toBe("second 9223372036854775807");
    expect(formatMoment(-(2n ** 63n), "UTC")).toBe("second -9223372036854775808");
  });
});
