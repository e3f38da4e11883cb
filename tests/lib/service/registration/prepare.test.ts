import fc from "fast-check";
import { expect, test } from "vitest";
import { proofJson } from "@/lib/service/registration/prepare";

test("a proof's text is that of its hashes as arrays of numbers, whatever came before it", () => {
  fc.assert(
    fc.property(fc.nat(40), fc.infiniteStream(fc.nat(255)), (levels, values) => {
      const proof = Uint8Array.from({ length: levels * 32 }, () => values.next().value ?? 0);
      const arrays = Array.from({ length: levels }, (_, level) => [
        ...proof.subarray(level * 32, level * 32 + 32),
      ]);
      expect(proofJson(proof)).toBe(JSON.stringify(arrays));
    }),
  );
});
