import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { calendarText } from "@/lib/contract/calendar/calendar-text";

/** Returns a calendar as a stock parser reads it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    // The property NAME is newer than the parser, which does not unescape its value.
    name: String(calendar.getFirstPropertyValue("name")).replace(/\\([\\;,n])/g, (_, mark) =>
      mark === "n" ? "\n" : mark,
    ),
    events: calendar.getAllSubcomponents("vevent").map((component) => {
      const event = new ICAL.Event(component);
      return {
        uid: event.uid,
        at: BigInt(event.startDate.toUnixTime()),
        changedAt: BigInt((component.getFirstPropertyValue("dtstamp") as ICAL.Time).toUnixTime()),
        changes: event.sequence,
        title: event.summary,
        description: event.description,
      };
    }),
  };
}

const time = fc.bigInt(0n, 253_402_300_799n);
/** Any characters except control characters, of which calendar text may contain only line breaks. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom("\\", ";", ",", "\n", ":", '"', "é", "漢", "🧾", " ", "BEGIN:"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
    ),
  })
  .map((value) => value.replace(/(?!\n)\p{Cc}/gu, ""));
const event = fc.record({
  uid: fc.uuid(),
  at: time,
  changedAt: time,
  changes: fc.nat(),
  title: fc.tuple(text, fc.integer({ min: 1, max: 40 })).map(([part, times]) => part.repeat(times)),
  description: text,
});

test("writes text that a stock parser reads back unchanged", () => {
  fc.assert(
    fc.property(text, fc.array(event), (name, events) => {
      const written = calendarText({ name, events });
      expect(read(written)).toEqual({ name, events });
      const lines = written.split("\r\n");
      for (const line of lines) expect(new TextEncoder().encode(line).byteLength).toBeLessThanOrEqual(75);
      expect(lines.at(-1)).toBe("");
      expect(written.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    }),
  );
});

test("replaces other control characters by spaces and refuses dates outside the calendar", () => {
  const of = { uid: "u", at: 0n, changedAt: -1n, changes: 0, description: "" };
  const [one] = read(calendarText({ name: "x", events: [{ ...of, title: "a\u0000b\rc\td" }] })).events;
  expect(one).toMatchObject({ title: "a b c d", changedAt: 0n });
  expect(() => calendarText({ name: "x", events: [{ ...of, title: "", at: -1n }] })).toThrow(RangeError);
});
