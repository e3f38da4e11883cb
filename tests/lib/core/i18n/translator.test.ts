import { compileMessage as lingui } from "@lingui/message-utils/compileMessage";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { readTranslations } from "@/cli/i18n/catalogs";
import { compileMessage } from "@/lib/core/i18n/compile";
import { chooseLanguage, LANGUAGES } from "@/lib/core/i18n/languages";
import { createTranslator, english, message, type Names } from "@/lib/core/i18n/translator";

const german = createTranslator("de", {
  "Claim {amount} of {name}": "{name}: {amount} abholen",
  "{count, plural, one {# leaf of {name}} other {# leaves of {name}}}":
    "{count, plural, one {# Blatt von {name}} other {# Blätter von {name}}}",
});

test("writes a sentence in the word order of its language", () => {
  expect(english("Claim {amount} of {name}", { amount: "2 SOL", name: "Crew" })).toBe("Claim 2 SOL of Crew");
  expect(german("Claim {amount} of {name}", { amount: "2 SOL", name: "Crew" })).toBe("Crew: 2 SOL abholen");
});

test("leaves untranslated text in English", () => {
  expect(german("Nobody translated {this}", { this: "me" })).toBe("Nobody translated me");
});

test("writes and inflects counts as the language requires", () => {
  const leaves = (t: typeof english, count: number) =>
    t("{count, plural, one {# leaf of {name}} other {# leaves of {name}}}", { count, name: "A" });
  expect([0, 1, 1_234].map((count) => leaves(english, count))).toEqual([
    ...["0 leaves of A", "1 leaf of A", "1,234 leaves of A"],
  ]);
  expect([0, 1, 1_234].map((count) => leaves(german, count))).toEqual([
    ...["0 Blätter von A", "1 Blatt von A", "1.234 Blätter von A"],
  ]);
  expect(english("{count} more", { count: 10_000 })).toBe("10,000 more");
  expect(german.count(10_000n)).toBe("10.000");
});

test.each(Object.entries(LANGUAGES))("writes numbers in %s like Intl", (language, { locale, marks }) => {
  const translator = createTranslator(language as keyof typeof LANGUAGES, {});
  const numbers = new Intl.NumberFormat(locale);
  const integer = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }));
  fc.assert(
    fc.property(integer, (value) => {
      expect(translator.count(value)).toBe(numbers.format(value));
    }),
  );
  const signs = numbers.formatToParts(12_345.6).filter(({ type }) => ["group", "decimal"].includes(type));
  expect(signs.map(({ value }) => value)).toEqual([marks.group, marks.decimal]);
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0).slice(1);
  expect(percent.replace(/\s/, " ")).toBe(marks.percent);
});

test("never reads the value of a placeholder as part of a message", () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("{x}", "#", "\\u0041", "\\x41", "\u00010\u0001", "%__lingui_octothorpe__%", "<b>", "$&"),
  );
  fc.assert(
    fc.property(odd, odd, fc.nat(), (a, b, count) => {
      expect(english("Of {a} and {b}", { a, b })).toBe(`Of ${a} and ${b}`);
      const output = english("{count, plural, one {one of {a}} other {many of {a}}}", { count, a });
      expect(output).toBe(`${count === 1 ? "one" : "many"} of ${a}`);
    }),
    { numRuns: 40 },
  );
});

test("reads messages as Lingui's own compiler does", () => {
  const texts = readTranslations("de").flatMap(({ id, text }) => [id, text]);
  for (const text of [...texts, "{a}{b} # {n, plural, one {#} other {{a} # of {b}}} c", "", "x"]) {
    const ours = compileMessage(text);
    const theirs = lingui(text);
    expect(ours, text).toEqual(typeof theirs === "string" ? (theirs ? [theirs] : []) : theirs);
  }
});

test.each(["{", "}", "{a", "a}", "{a b}", "{n, select, x {y}}", "{n, plural, one {a}", "{n, plural, one a}"])(
  "refuses %s as a message",
  (text) => {
    expect(() => compileMessage(text)).toThrow(RangeError);
  },
);

test("checks a sentence's placeholders by type", () => {
  expectTypeOf<Names<"No names">>().toEqualTypeOf<never>();
  expectTypeOf<Names<"{a} of {b}">>().toEqualTypeOf<"a" | "b">();
  expectTypeOf<Names<"{n, plural, one {# leaf of {a}} other {{a} has # leaves}} {b}">>().toEqualTypeOf<
    "n" | "a" | "b"
  >();
  const text: string = "put together";
  // @ts-expect-error a text that was put together is in no catalog
  english(text);
  // @ts-expect-error a placeholder without its value
  expect(english("{a}", {})).toBe("{a}".slice(3));
  // @ts-expect-error a table's sentence has no placeholders
  message("{a}");
  expect(english(message("Paused"))).toBe("Paused");
});

test.each([
  [undefined, null, "en"],
  ["de", "en", "de"],
  ["en", "de", "en"],
  ["xx", "de-AT,en;q=0.5", "de"],
  [undefined, "fr, en;q=0.4, de;q=0.8", "de"],
  [undefined, "de;q=0, *", "en"],
  [undefined, "DE", "de"],
  ["toString", "__proto__, constructor", "en"],
])("the chosen language %s and the requested %s select %s", (chosen, requested, language) => {
  expect(chooseLanguage(chosen, requested)).toBe(language);
});

test("returns a language for any header", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (chosen, requested) => {
      expect(Object.keys(LANGUAGES)).toContain(chooseLanguage(chosen, requested));
    }),
  );
});
