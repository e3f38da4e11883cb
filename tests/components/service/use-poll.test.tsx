// @vitest-environment happy-dom

import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POLL_MS, pollDelay, usePoll } from "@/components/service/use-poll";
import { show } from "../show";

let requests: number;
let renders: number;
let answer: () => { state: string };

function Polled() {
  const { data } = usePoll({
    queryKey: ["polled"],
    queryFn: async () => {
      requests += 1;
      return answer();
    },
  });
  renders += 1;
  return data?.state;
}

beforeEach(() => {
  vi.useFakeTimers();
  requests = 0;
  renders = 0;
  answer = () => ({ state: "paused" });
});
afterEach(() => {
  cleanup();
  setVisibility("visible");
  vi.useRealTimers();
});

function setVisibility(state: "hidden" | "visible") {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  window.dispatchEvent(new Event("visibilitychange"));
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe("usePoll", () => {
  it("does not render again while the data is equal, and shows a change after one interval", async () => {
    const { text } = show(<Polled />);
    await pass(POLL_MS + 100);
    const before = { requests, renders };
    await pass(4 * POLL_MS);
    expect(requests).toBe(before.requests + 4);
    expect(renders).toBe(before.renders);
    answer = () => ({ state: "claimable" });
    await pass(POLL_MS);
    expect(text()).toBe("claimable");
  });

  it("sends no request while the tab is hidden, and one as soon as the tab is shown", async () => {
    show(<Polled />);
    await pass(POLL_MS + 100);
    act(() => setVisibility("hidden"));
    const before = requests;
    await pass(20 * POLL_MS);
    expect(requests).toBe(before);
    act(() => setVisibility("visible"));
    await pass(10);
    expect(requests).toBe(before + 1);
  });

  it("doubles the interval with each failure up to a minute, and returns to it after a success", async () => {
    answer = () => {
      throw new Error("away");
    };
    show(<Polled />);
    await pass(100);
    expect(requests).toBe(1);
    await pass(POLL_MS);
    expect(requests).toBe(1);
    await pass(POLL_MS);
    expect(requests).toBe(2);
    await pass(3 * POLL_MS);
    expect(requests).toBe(2);
    answer = () => ({ state: "claimable" });
    await pass(POLL_MS);
    expect(requests).toBe(3);
    await pass(2 * POLL_MS);
    expect(requests).toBe(5);
    expect(pollDelay(10)).toBe(60_000);
  });
});
