import { expect, test } from "vitest";
import { monthAfter } from "@/components/campaign/month-bars";

test("the month after a month crosses the end of a year", () => {
  expect([monthAfter("2026-12"), monthAfter("2027-01")]).toEqual(["2027-01", "2027-02"]);
});
