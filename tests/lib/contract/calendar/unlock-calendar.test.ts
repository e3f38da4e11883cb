import { expect, test } from "vitest";
import { unlockCalendar } from "@/lib/contract/calendar/unlock-calendar";
import { toToken } from "@/lib/contract/names";
import { row } from "../portfolio/row";

test("has no unlocks of an earlier list while the current one is not registered", () => {
  const eventsOf = (rootRegistered: boolean) => {
    const rows = [{ ...row("tree", [{}]), rootVersion: 1, rootRegistered }];
    const tokenOf = (mint: string) => toToken(mint, null);
    return unlockCalendar({ address: "ada", rows, tokenOf }, 0n).match(/BEGIN:VEVENT/g)?.length ?? 0;
  };
  expect([eventsOf(true), eventsOf(false)]).toEqual([1, 0]);
});
