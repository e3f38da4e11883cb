import { expect, test } from "vitest";
import { unlockCalendar } from "@/lib/contract/calendar/unlock-calendar";
import { toToken } from "@/lib/contract/names";
import { row } from "../portfolio/row";

test("has no unlocks of an earlier list while the current one is not registered", () => {
  const getEvents = (rootRegistered: boolean) => {
    const rows = [{ ...row("tree", [{}]), rootVersion: 1, rootRegistered }];
    const getToken = (mint: string) => toToken(mint, null);
    return unlockCalendar({ address: "ada", rows, getToken }, 0n).match(/BEGIN:VEVENT/g)?.length ?? 0;
  };
  expect([getEvents(true), getEvents(false)]).toEqual([1, 0]);
});
