import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseTime, type TimeOptions, timeCell } from "@/lib/core/recipients/parse-time";
import { isZone, zonedSeconds } from "@/lib/core/recipients/zoned-seconds";
import { TIME_SPELLINGS } from "./time-spellings";

const seconds = (moment: string) => BigInt(Date.parse(moment) / 1_000);

describe("dates in the notation of many locales", () => {
  test.each(TIME_SPELLINGS)("reads %j as %s", (spelling, moment) => {
    const reading = parseTime(spelling);
    if (moment === "refused" || moment === "ambiguous") {
      const question = moment === "refused" ? null : expect.stringMatching(/^(dateOrder|timeNumbers)$/);
      expect(reading).toEqual({ error: expect.stringMatching(/\S{3}.*\.$/), question: question });
    } else expect(reading).toMatchObject({ time: seconds(moment) });
  });

  it("never reads a formatted date as a different day, in any locale", () => {
    const locales = [
      "en-US",
      "en-GB",
      "en-CA",
      "en-ZA",
      "de-DE",
      "de-CH",
      "fr-FR",
      "es-ES",
      "pt-BR",
      "it-IT",
      "nl-NL",
    ];
    locales.push(
      "sv-SE",
      "nb-NO",
      "da-DK",
      "fi-FI",
      "pl-PL",
      "cs-CZ",
      "ru-RU",
      "tr-TR",
      "el-GR",
      "hu-HU",
      "lt-LT",
    );
    locales.push(
      "ja-JP",
      "zh-CN",
      "ko-KR",
      "hi-IN",
      "th-TH",
      "ar-EG",
      "ar-SA",
      "fa-IR",
      "he-IL",
      "vi-VN",
      "id-ID",
    );
    const styles: Intl.DateTimeFormatOptions[] = [
      { dateStyle: "short" },
      { dateStyle: "medium" },
      { dateStyle: "long" },
      { year: "numeric", month: "2-digit", day: "2-digit" },
      { year: "numeric", month: "numeric", day: "numeric" },
      { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "2-digit" },
    ];
    const formats = locales.flatMap((locale) =>
      styles.map((style) => new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" })),
    );
    let read = 0;
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.integer({ min: 20_000, max: 40_000 }), (format, day) => {
        const text = format.format(day * 86_400_000);
        const reading = parseTime(text);
        if ("error" in reading) return;
        expect(reading.time, `${format.resolvedOptions().locale}: ${text}`).toBe(BigInt(day) * 86_400n);
        read++;
      }),
      { numRuns: 5_000 },
    );
    expect(read).toBeGreaterThan(1_000);
  });
});

describe("the stated format of a date column", () => {
  test.each<[string, TimeOptions, string | null]>([
    ["7/1/2027", { dateOrder: "day" }, "2027-01-07T00:00:00Z"],
    ["7/1/2027", { dateOrder: "month" }, "2027-07-01T00:00:00Z"],
    ["01.07.2027 14:30", { dateOrder: "day" }, "2027-07-01T14:30:00Z"],
    ["31/1/2027", { dateOrder: "day" }, "2027-01-31T00:00:00Z"],
    ["31/1/2027", { dateOrder: "month" }, null],
    ["1/31/2027", { dateOrder: "day" }, null],
    ["2027-01-07", { dateOrder: "day" }, "2027-01-07T00:00:00Z"],
    ["46418", { timeNumbers: "days" }, "2027-01-31T00:00:00Z"],
    ["46418.5", { timeNumbers: "days" }, "2027-01-31T12:00:00Z"],
    ["46418,604166666664", { timeNumbers: "days" }, "2027-01-31T14:30:00Z"],
    ["46418", { timeNumbers: "seconds" }, "1970-01-01T12:53:38Z"],
    ["2027", { timeNumbers: "seconds" }, "1970-01-01T00:33:47Z"],
    ["46418.5", { timeNumbers: "seconds" }, null],
    ["1801353600000", { timeNumbers: "milliseconds" }, "2027-01-31T00:00:00Z"],
    ["1801353600500", { timeNumbers: "milliseconds" }, null],
    ["1801353600", { timeNumbers: "days" }, null],
    ["2027-01-31", { zone: "Europe/Berlin" }, "2027-01-30T23:00:00Z"],
    ["2027-07-31", { zone: "Europe/Berlin" }, "2027-07-30T22:00:00Z"],
    ["2027-07-31T00:00Z", { zone: "Europe/Berlin" }, "2027-07-31T00:00:00Z"],
    ["2027-07-31 10:00", { zone: "Asia/Kolkata" }, "2027-07-31T04:30:00Z"],
    ["46418", { timeNumbers: "days", zone: "America/New_York" }, "2027-01-31T05:00:00Z"],
    // Clocks move forward on 28 March 2027 and back on 31 October.
    ["2027-03-28 02:30", { zone: "Europe/Berlin" }, null],
    ["2027-10-31 02:30", { zone: "Europe/Berlin" }, null],
    ["2027-10-31 02:30+01:00", { zone: "Europe/Berlin" }, "2027-10-31T01:30:00Z"],
  ])("reads %j with %j as %s", (text, options, moment) => {
    const reading = parseTime(text, options);
    if (moment === null) expect(reading).toHaveProperty("error");
    else expect(reading).toMatchObject({ time: seconds(moment) });
  });

  it("is inferred only from an unambiguous notation", () => {
    const proofs = ["31/1/2027", "1/31/2027", "7/7/2027", "2027-01-31", "31 Jan 2027"].map((text) => {
      const reading = parseTime(text);
      return "time" in reading ? reading.proves : "none";
    });
    expect(proofs).toEqual(["day", "month", null, null, null]);
  });

  it("names both readings of an ambiguous date", () => {
    expect(parseTime("7/1/2027")).toEqual({
      error:
        "“7/1/2027” can mean 2027-01-07 or 2027-07-01. Specify whether the day or the month comes first.",
      question: "dateOrder",
    });
    expect(parseTime("46418")).toMatchObject({
      error: expect.stringContaining("2027-01-31"),
      question: "timeNumbers",
    });
  });
});

it("converts a zone's local time back to the same moment, in every zone", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 4_102_444_800 }), (zone, moment) => {
      const format = new Intl.DateTimeFormat("sv-SE", {
        timeZone: zone,
        dateStyle: "short",
        timeStyle: "medium",
      });
      const local = Date.parse(`${format.format(moment * 1_000).replace(" ", "T")}Z`) / 1_000;
      const moments = zonedSeconds(local, zone);
      expect(moments).toContain(moment);
      expect(moments.length).toBeLessThanOrEqual(2);
    }),
  );
  expect([isZone("Europe/Berlin"), isZone("UTC"), isZone("Mars/Base")]).toEqual([true, true, false]);
});

it("writes a cell that reads back as the same moment, with any setting", () => {
  const options: fc.Arbitrary<TimeOptions> = fc.record({
    dateOrder: fc.constantFrom(undefined, "day", "month"),
    timeNumbers: fc.constantFrom(undefined, "days", "milliseconds", "seconds"),
    zone: fc.constantFrom(undefined, "Asia/Tokyo"),
  });
  fc.assert(
    fc.property(
      fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
      fc.bigInt(-(10n ** 12n), 10n ** 12n),
      options,
      (far, near, reported) => {
        for (const time of [far, near]) expect(parseTime(timeCell(time), reported)).toMatchObject({ time });
      },
    ),
  );
});
