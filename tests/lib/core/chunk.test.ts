import fc from "fast-check";
import { expect, test } from "vitest";
import { chunk } from "@/lib/core/chunk";

test("splits items into full arrays and the rest, in order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 12 }), (items, size) => {
      const chunks = chunk(items, size);
      expect(chunks.flat()).toEqual(items);
      for (const part of chunks.slice(0, -1)) expect(part).toHaveLength(size);
      expect(chunks.at(-1)?.length ?? 1).toBeGreaterThan(0);
      expect(chunks.at(-1)?.length ?? 1).toBeLessThanOrEqual(size);
    }),
  );
  expect(chunk([], 3)).toEqual([]);
});
