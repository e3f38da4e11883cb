import { expect, test } from "vitest";
import { monthAfter, monthBefore } from "@/components/campaign/month-bars";

test("the months before and after a month cross the end of a year", () => {
  expect([monthBefore("2027-01"), monthBefore("2027-12")]).toEqual(["2026-12", "2027-11"]);
  expect([monthAfter("2026-12"), monthAfter("2027-01")]).toEqual(["2027-01", "2027-02"]);
});
