import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs } from "@/lib/core/backoff";

test("doubles the pause up to its bound, and reduces it by at most half", () => {
  fc.assert(
    fc.property(fc.nat(2_000), (doublings) => {
      const ceiling = Math.min(5_000, 100 * 2 ** doublings);
      const pause = backoffMs(doublings, { firstMs: 100, maxMs: 5_000 });
      expect(pause).toBeGreaterThanOrEqual(ceiling / 2);
      expect(pause).toBeLessThanOrEqual(ceiling);
    }),
  );
});
