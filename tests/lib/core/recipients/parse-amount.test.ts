import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { amountCell, type DecimalMark, parseAmount } from "@/lib/core/recipients/parse-amount";
import { AMOUNT_SPELLINGS } from "./amount-spellings";

const nano = (tokens: string) => {
  const [whole = "", fraction = ""] = tokens.split(".");
  return BigInt(whole + fraction.padEnd(9, "0"));
};
const read = (text: string, decimalMark?: DecimalMark) => parseAmount(text, { decimals: 9, decimalMark });

describe("amounts in the notation of many locales", () => {
  test.each(AMOUNT_SPELLINGS)("reads %j as %s", (spelling, tokens) => {
    const reading = read(spelling);
    if (tokens === "refused" || tokens === "ambiguous") {
      expect(reading).toEqual({
        error: expect.stringMatching(/\S{3}.*\.$/),
        isAmbiguous: tokens === "ambiguous",
      });
    } else expect(reading).toMatchObject({ amount: nano(tokens) });
  });

  it("never reads a formatted amount as a different amount, in any locale", () => {
    const locales = [
      "en-US",
      "en-IN",
      "en-ZA",
      "de-DE",
      "de-CH",
      "de-AT",
      "fr-FR",
      "fr-CH",
      "es-ES",
      "es-MX",
      "es-CO",
    ];
    locales.push(
      "pt-BR",
      "pt-PT",
      "it-IT",
      "it-CH",
      "nl-NL",
      "sv-SE",
      "nb-NO",
      "da-DK",
      "fi-FI",
      "pl-PL",
      "cs-CZ",
    );
    locales.push(
      "ru-RU",
      "uk-UA",
      "tr-TR",
      "el-GR",
      "hu-HU",
      "bg-BG",
      "sl-SI",
      "et-EE",
      "ja-JP",
      "zh-CN",
      "ko-KR",
    );
    locales.push(
      "hi-IN-u-nu-deva",
      "bn-BD",
      "th-TH-u-nu-thai",
      "ar-EG",
      "ar-MA",
      "fa-IR",
      "he-IL",
      "vi-VN",
      "id-ID",
    );
    const formats = locales.flatMap((locale) =>
      [0, 2, 3, 9].flatMap((positions) =>
        [true, false].map(
          (useGrouping) =>
            new Intl.NumberFormat(locale, {
              useGrouping,
              minimumFractionDigits: positions,
              maximumFractionDigits: 9,
            }),
        ),
      ),
    );
    let exact = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.oneof(
          fc.bigInt(0n, 10n ** 19n),
          fc.bigInt(0n, 10n ** 9n),
          fc.bigInt(0n, 10n ** 7n).map((n) => n * 1_000_000n),
        ),
        (format, amount) => {
          const text = format.format(
            `${amount / 10n ** 9n}.${(amount % 10n ** 9n).toString().padStart(9, "0")}` as never,
          );
          const reading = read(text);
          if ("error" in reading) expect(reading.isAmbiguous, `${text}: ${reading.error}`).toBe(true);
          else {
            expect(reading.amount, text).toBe(amount);
            exact++;
          }
        },
      ),
      { numRuns: 5_000 },
    );
    expect(exact).toBeGreaterThan(2_500);
  });
});

describe("a stated decimal mark", () => {
  test.each<[string, DecimalMark, string | null]>([
    ["1,234", "point", "1234"],
    ["1,234", "comma", "1.234"],
    ["1.234", "point", "1.234"],
    ["1.234", "comma", "1234"],
    ["1'234,567", "comma", "1234.567"],
    ["1'234,567", "point", "1234567"],
    ["00.125", "point", "0.125"],
    ["5", "comma", "5"],
    ["1 234", "comma", "1234"],
    ["٣٫٥", "point", "3.5"],
    ["0,5", "point", null],
    ["0.5", "comma", null],
    ["1.234,50", "point", null],
    ["1,234.50", "comma", null],
    ["1,234,567", "comma", null],
    ["1.234.567", "point", null],
  ])("reads %j by the %s as %s", (text, mark, tokens) => {
    const reading = read(text, mark);
    if (tokens === null)
      expect(reading).toMatchObject({ error: expect.stringContaining(`the decimal ${mark}`) });
    else expect(reading).toMatchObject({ amount: nano(tokens) });
  });

  it("is inferred only from an unambiguous notation", () => {
    const proofs = ["1.5", "1,5", "1,234,567", "1.234.567", "1 234,5", "5", "1 234", "٣٫٥"].map((text) => {
      const reading = read(text);
      return "amount" in reading ? reading.proves : "none";
    });
    expect(proofs).toEqual(["point", "comma", "point", "comma", "comma", null, null, null]);
  });
});

describe("the error of an amount", () => {
  it("names both readings and how to write each", () => {
    expect(read("1,234")).toEqual({
      error: "“1,234” can mean 1234 or 1.234. Specify the decimal separator, or enter 1234 or 1.2340.",
      isAmbiguous: true,
    });
    for (const written of ["1234", "1.2340"]) expect(read(written)).toHaveProperty("amount");
  });

  it("explains a fraction of whole base units, which is never dropped", () => {
    const base = (text: string) => parseAmount(text, { decimals: undefined });
    expect(base("18446744073709551615")).toMatchObject({ amount: 2n ** 64n - 1n });
    expect(base("18446744073709551616")).toMatchObject({ error: expect.stringContaining("maximum") });
    expect(base("1500000.0")).toMatchObject({ amount: 1_500_000n });
    expect(base("1.5")).toMatchObject({ error: expect.stringContaining("base units") });
    expect(base("1,234")).toMatchObject({ isAmbiguous: true, error: expect.not.stringContaining("1.2340") });
    expect(parseAmount("1.234", { decimals: 2, decimalMark: "point" })).toMatchObject({
      error: expect.stringContaining("at most 2 decimal places"),
    });
  });
});

it("writes a cell that reads back as the same amount, with any decimals", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.integer({ min: 0, max: 19 }), (amount, decimals) => {
      expect(parseAmount(amountCell(amount, decimals), { decimals })).toMatchObject({ amount });
      expect(parseAmount(amountCell(amount, decimals), { decimals, decimalMark: "point" })).toMatchObject({
        amount,
      });
    }),
  );
});
