import { expect, test } from "vitest";
import { applyTemplate, monthsFrom } from "@/components/create/form/schedule-draft";
import { scheduleSentence } from "@/components/create/form/schedule-sentence";
import { english } from "@/lib/core/i18n/translator";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";

const linear = SCHEDULE_TEMPLATES.find(({ schedule }) => !schedule);
if (!linear) throw new Error("There is no template with exact times.");
const draft = applyTemplate(linear, "2027-06-17T22:13");

test("states the times of the fields in the zone of the fields", () => {
  const sentence = scheduleSentence(english, { ...draft, cliff: draft.start });
  expect(sentence).toContain("17 Jun 2027, 22:13");
  expect(sentence).not.toContain("UTC");
});

test("states the dates of a schedule in months in UTC, as its start field does", () => {
  const months = { ...monthsFrom(draft.start), start: "2027-01-31T12:30" };
  expect(scheduleSentence(english, { ...draft, months })).toContain("31 Jan 2028, 12:30 UTC");
});

test("returns null while a time is missing", () => {
  expect(scheduleSentence(english, { ...draft, cliff: "" })).toBeNull();
});
