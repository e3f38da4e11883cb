import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toJson } from "@/lib/core/text/to-json";
import { toJsonInChunks } from "@/lib/service/http/reply";

/** A scheduler whose slice is always used up, and that counts its pauses. */
function impatient() {
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  return { scheduler: { due: () => true, pause }, pauses: () => pauses };
}

describe("toJsonInPieces", () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.bigInt(),
    fc.constant(undefined),
    fc.record({ amount: fc.bigInt(), at: fc.option(fc.integer(), { nil: undefined }) }),
  );
  const long = fc.array(value, { minLength: 0, maxLength: 100 });

  test("writes the same text as toJson", async () => {
    const body = fc.oneof(fc.dictionary(fc.string(), fc.oneof(value, long)), fc.object(), long);
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        expect(await toJsonInChunks(given, impatient().scheduler)).toBe(toJson(given));
      }),
    );
  });

  test("yields within a long list, and not for a short one", async () => {
    const leaves = Array.from({ length: 1_000 }, (_, leafIndex) => ({ leafIndex, amount: 1n }));
    const written = async (given: object) => {
      const { scheduler, pauses } = impatient();
      await toJsonInChunks(given, scheduler);
      return pauses();
    };
    expect(await written({ total: 1_000, leaves })).toBeGreaterThan(20);
    expect(await written({ total: 1_000, leaves: leaves.slice(0, 20) })).toBe(0);
  });
});
