// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ClockProvider } from "@/components/shell/clock";
import NetworkClockDialog from "@/components/shell/network-clock-dialog";
import { errorUnder, press, recordRequests, type } from "../form-requests";
import { show } from "../show";

const RANGE = "Enter a whole number greater than zero. The maximum is 100 years.";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dialog = () =>
  show(
    <ClockProvider serverNow="1800000000">
      <NetworkClockDialog onClose={() => undefined} />
    </ClockProvider>,
  );
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Advance by this step" });

describe("NetworkClockDialog", () => {
  test.each(["0", "", "1.5", "-1", "9999"])(
    "explains why %s is not a step while it is typed",
    async (count) => {
      const sent = recordRequests();
      dialog();
      type("Custom step", count);
      expect(await errorUnder("Custom step")).toBe(RANGE);
      expect(screen.getByRole("alert").textContent).toBe(RANGE);
      expect(button().disabled).toBe(true);
      press("Advance by this step");
      expect(sent).toEqual([]);
    },
  );

  test("accepts a number again in a shorter unit, and advances by the step", async () => {
    const sent = recordRequests(() => Response.json({ result: 1 }));
    dialog();
    type("Custom step", " 9999 ");
    await errorUnder("Custom step");
    type("Unit", "3600");
    await vi.waitFor(() => expect(button().disabled).toBe(false));
    press("Advance by this step");
    await screen.findByText("Time advanced. The page shows the new vested amounts.");
    const body = { jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [9_999 * 3_600] };
    expect(sent).toEqual([{ url: "/rpc", method: "POST", body }]);
  });
});
