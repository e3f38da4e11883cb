import { expect, test, vi } from "vitest";
import type { Chain } from "@/lib/service/chain/chain";
import { requestOptional } from "@/lib/service/chain/optional-request";

const log = { warn: () => {} };
const ledger = () => ({}) as Chain;

test("returns the network's answer within limits of time and attempts", async () => {
  const query = vi.fn(async (limits: object) => limits);
  expect(await requestOptional(ledger(), log, query)).toEqual({
    deadlineMs: expect.any(Number),
    attempts: expect.any(Number),
  });
});

test("pauses a failing network for longer each time while others are queried", async () => {
  const [away, other] = [ledger(), ledger()];
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const query = vi.fn().mockRejectedValue(new Error("away"));
    expect(await requestOptional(away, log, query)).toBeNull();
    expect(await requestOptional(away, log, query)).toBeNull();
    expect(query).toHaveBeenCalledTimes(1);
    expect(await requestOptional(other, log, async () => "told")).toBe("told");
    vi.advanceTimersByTime(6_000);
    expect(await requestOptional(away, log, query)).toBeNull();
    expect(query).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(6_000);
    const back = async () => "back";
    expect(await requestOptional(away, log, back)).toBeNull();
    vi.advanceTimersByTime(6_000);
    expect(await requestOptional(away, log, back)).toBe("back");
    expect(await requestOptional(away, log, back)).toBe("back");
  } finally {
    vi.useRealTimers();
  }
});
