// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatAllDigits, VestedNow } from "@/components/claim/vested-now";
import { ClockProvider } from "@/components/shell/clock";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { show } from "../show";

const NOW = 1_800_000_000n;
const token = { mint: "mint", decimals: 2, unit: "TOK", isKnown: true };
/** Vests 3 base units in 2 seconds. */
const group = {
  ...{ releaseType: ReleaseType.Linear, milestoneIdx: 0, amount: 3_000n, releasedAt: null },
  ...{ startTime: NOW - 1_000n, cliffTime: NOW - 1_000n, endTime: NOW + 1_000n },
};

beforeEach(() => void vi.useFakeTimers({ now: Number(NOW + 5n) * 1_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const showVested = (isFinal: boolean) =>
  show(
    <ClockProvider serverNow={NOW.toString()}>
      <dl>
        <VestedNow groups={[group]} vested={1_500n} total={3_000n} {...{ token, isFinal }} />
      </dl>
    </ClockProvider>,
  );
const advance = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));

describe("VestedNow", () => {
  it("adds the exact amount of each second while a linear schedule vests", () => {
    const { container } = showVested(false);
    const live = () => container.querySelector("[aria-hidden=true]")?.textContent;
    advance(0);
    expect(live()).toBe("15.00 TOK");
    advance(1);
    expect(live()).toBe("15.01 TOK");
    advance(1);
    expect(live()).toBe("15.03 TOK");
    expect(container.querySelector(".sr-only")?.textContent).toBe("15 TOK");
  });

  it("stays at the reported amount after a cancellation", () => {
    const { container, text } = showVested(true);
    advance(30);
    expect(container.querySelector("[aria-hidden=true]")).toBeNull();
    expect(text()).toContain("15 TOK50.00%");
  });
});

describe("formatAllDigits", () => {
  it.each([
    ["1,234", 3, "1,234.000"],
    ["0.5", 3, "0.500"],
    ["7", 0, "7"],
  ])("shows %s with %i decimals as %s", (amount, decimals, expected) => {
    expect(formatAllDigits(amount, decimals, ".")).toBe(expected);
  });
});
