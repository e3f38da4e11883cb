// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { MiniCurve } from "@/components/create/wizard/mini-curve";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { show } from "../show";

const leaf = {
  ...{ releaseType: ReleaseType.Linear as ReleaseType, startTime: 0n, cliffTime: 0n, endTime: 100n },
  ...{ amount: 50n, milestoneIdx: 0 },
};
const heights = (leaves: (typeof leaf)[]) => {
  const path = show(<MiniCurve leaves={leaves} />).container.querySelector("path[fill=none]");
  return [...(path?.getAttribute("d") ?? "").matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
};

afterEach(cleanup);

describe("MiniCurve", () => {
  it("rises from nothing to the whole amount", () => {
    const all = heights([leaf]);
    expect(all[0]).toBe(40);
    expect(all.at(-1)).toBe(0);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
  });

  it("has its dates in UTC beside words in UTC", () => {
    const getTitles = (inUtc: boolean) =>
      [...show(<MiniCurve leaves={[leaf]} inUtc={inUtc} />).container.querySelectorAll("time")].map(
        ({ title }) => title,
      );
    expect(getTitles(true)).toEqual(["1 Jan 1970, 00:00 UTC", "1 Jan 1970, 00:01 UTC"]);
    expect(getTitles(false)).toEqual([expect.stringContaining(" · "), expect.stringContaining(" · ")]);
  });

  it("draws a milestone as a step at its intended date", () => {
    const milestone = { ...leaf, releaseType: ReleaseType.Milestone, cliffTime: 60n };
    expect(new Set(heights([milestone]))).toEqual(new Set([40, 0]));
  });

  it("renders nothing without an amount", () => {
    expect(heights([])).toEqual([]);
    cleanup();
    expect(heights([{ ...leaf, amount: 0n }])).toEqual([]);
  });
});
