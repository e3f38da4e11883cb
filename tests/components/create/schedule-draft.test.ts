import fc from "fast-check";
import { expect, test } from "vitest";
import { applyTemplate, fromLocalText, nextHourText } from "@/components/create/form/schedule-draft";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";

const MAX_MS = 4_000_000_000_000;

test("begins at a full hour that is at most one hour away", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_MS }), (now) => {
      const text = nextHourText(now);
      expect(text.slice(-2)).toBe("00");
      const wait = Number(fromLocalText(text)) * 1000 - now;
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(3_600_000);
    }),
  );
});

test("keeps the local time of day at the cliff and the end of a template", () => {
  for (const template of SCHEDULE_TEMPLATES) {
    const { start, cliff, end } = applyTemplate(template, "2027-06-18T09:00");
    expect([start, cliff, end].map((text) => text.slice(-5))).toEqual(["09:00", "09:00", "09:00"]);
  }
});
