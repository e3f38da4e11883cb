// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET } from "@/app/api/health/route";
import { noteMissingPart } from "@/components/shell/part-boundary";
import { ServiceNotice } from "@/components/shell/service-notice";
import { PATIENT } from "@/ledger/tests/support/long";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { router } from "@/tests/support/next-navigation";
import { getChain } from "@/tests/support/stored-action";
import { show } from "../show";

const { refresh } = router;

/** The components of the service that work; the service's own health route reports them. */
let there: { db: boolean; rpc: boolean } | "a gateway" | "nobody";
const database = openTestDatabase();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  refresh.mockClear();
  vi.stubGlobal("fetch", async () => {
    if (there === "nobody") throw new TypeError("fetch failed");
    if (there === "a gateway") return new Response("<h1>Bad gateway</h1>", { status: 502 });
    const { db, rpc } = there;
    startServices({
      ...(db && { db: database.db }),
      chain: getChain({ isHealthy: async () => rpc }),
    });
    const { status, text } = await call(GET, { path: "/api/health" });
    return new Response(text, { status });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nextLook = () => act(() => vi.advanceTimersByTimeAsync(4_000));

describe("an outage is shown on top of every page", () => {
  test.each([
    [{ db: true, rpc: false }, "Solana is unreachable"],
    [{ db: false, rpc: true }, "The index is unavailable"],
    [{ db: false, rpc: false }, "The index is unavailable"],
    ["a gateway", "The service is unreachable"],
    ["nobody", "The service is unreachable"],
  ] as const)("names the failure of the health %o", async (state, title) => {
    there = state;
    show(<ServiceNotice />);
    expect((await screen.findByText(title)).closest("[role=status]")).toBeTruthy();
  });

  test("no notice while every service works", async () => {
    there = { db: true, rpc: true };
    const { queries, text } = show(<ServiceNotice />);
    await vi.waitFor(() => expect(queries.getQueryData(["health"])).toBe("well"), PATIENT);
    expect(text()).toBe("");
  });

  test("the reader is offline when there is no network", async () => {
    there = "nobody";
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    show(<ServiceNotice />);
    expect(await screen.findByText("You are offline")).toBeTruthy();
  });
});

test("hides the notice and reads the page again once every service has recovered", async () => {
  there = { db: true, rpc: false };
  show(<ServiceNotice />);
  await screen.findByText("Solana is unreachable");
  expect(refresh).not.toHaveBeenCalled();
  there = { db: true, rpc: true };
  await nextLook();
  await vi.waitFor(() => expect(screen.queryByText("Solana is unreachable")).toBeNull(), PATIENT);
  expect(refresh).toHaveBeenCalledOnce();
});

test("asks for a reload when a part of the page did not load", async () => {
  there = { db: true, rpc: true };
  show(<ServiceNotice />);
  act(() => void noteMissingPart(Object.assign(new Error("chunk"), { name: "ChunkLoadError" })));
  expect(await screen.findByText("This page is incomplete")).toBeTruthy();
  expect(screen.getByText("Reload page")).toBeTruthy();
});
