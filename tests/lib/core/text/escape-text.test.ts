import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeInvisible, escapeUntrusted, quoteUntrusted } from "@/lib/core/text/escape-text";

/** Control characters, escapes, line breaks, bidirectional overrides, zero-width characters and blanks. */
const HOSTILE = [
  ..."\0\u0007\b\t\n\v\f\r\u001b\u007f\u0085\u009b\u009c\u00a0\u00ad\u034f\u061c\u115f\u1160\u180e\u2000\u200b\u200d",
  ..."\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufff9\ud800",
  ..."\u{e0041}\u{1d173}\u{f0000}",
];

describe("escapeInvisible", () => {
  test.each(HOSTILE)("replaces %j by its code", (character) => {
    const code = character.codePointAt(0)?.toString(16);
    expect(escapeInvisible(`a${character}b`)).toBe(`a\\u{${code}}b`);
  });

  test("keeps letters of all scripts, accents, signs and emoji", () => {
    const text = "Zoë “ok” — 10 % (₳) naïve Ωμέγα Привет 東京 हिन्दी ก็ 😀 …";
    expect(escapeInvisible(text)).toBe(text);
  });

  test("escapes combining marks that would cover other lines", () => {
    expect(escapeInvisible(`a${"\u0301".repeat(6)}`)).toBe(`a${"\u0301".repeat(4)}\\u{301}\\u{301}`);
  });
});

describe("escapeUntrusted", () => {
  test("keeps spaces from pushing text to the next row of a terminal", () => {
    expect(escapeUntrusted("a   b c")).toBe("a \\u{20}\\u{20}b c");
  });

  test("writes two different texts as two different single lines", () => {
    const unit = fc.constantFrom(..."a \\u{}09", "\n", "\u001b", "\u202e", "é");
    const text = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (value, other) => {
        expect(escapeUntrusted(value) === escapeUntrusted(other)).toBe(value === other);
        expect(escapeUntrusted(value)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("quoteUntrusted truncates a long text and marks it as truncated", () => {
  expect(quoteUntrusted("a\nb")).toBe("“a\\u{a}b”");
  expect(quoteUntrusted("abc", 2)).toBe("“ab” and 1 more characters");
});
