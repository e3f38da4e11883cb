import fc from "fast-check";
import { expect, test } from "vitest";
import { extend } from "@/lib/core/extend";

const object = () => fc.dictionary(fc.string({ minLength: 1, maxLength: 2 }), fc.integer());

test("adds the properties of a spread, in their order, to the same object", () => {
  fc.assert(
    fc.property(object(), object(), (fresh, more) => {
      const expected = JSON.stringify({ ...fresh, ...more });
      const extended = extend(fresh, more);
      expect(JSON.stringify(extended)).toBe(expected);
      expect(extended).toBe(fresh);
    }),
  );
});
