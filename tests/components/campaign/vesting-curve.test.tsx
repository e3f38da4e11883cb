// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { VestingCurve } from "@/components/campaign/vesting-curve";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { show } from "../show";

afterEach(cleanup);

describe("VestingCurve", () => {
  it("draws the claimed sum as one point at the current time, not as a line through the past", () => {
    const group = {
      ...{ releaseType: ReleaseType.Linear, startTime: 0n, cliffTime: 0n, endTime: 86_400n * 100n },
      ...{ amount: 100n, milestoneIdx: 0, releasedAt: null },
    };
    const now = 86_400n * 50n;
    show(
      <VestingCurve
        {...{ now, decimals: 0, unit: "TOK", total: 100n, claimed: 25n }}
        groups={[group]}
        cancelledAt={null}
      />,
    );
    const claimed = document.querySelector("[data-claimed]")?.getAttribute("d");
    expect(claimed).toMatch(/^M\d+(\.\d+)?,75h0\.001$/);
    expect(document.querySelector("path[d='M0 75H100']:not(.stroke-line)")).toBeNull();
  });
});
