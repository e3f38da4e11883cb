import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/core/text/canonical-json";

describe("canonicalJson", () => {
  test("sorts the keys of all objects and keeps the order of arrays", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }, "é"], a: true })).toBe(
      '{"a":true,"b":[{"c":null,"d":1},"é"]}',
    );
  });

  test("returns the same text for the same value in any order of its keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,8}$/), fc.json()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });
});
