import fc from "fast-check";
import { expect, it } from "vitest";
import { parseRpcResult, u64 } from "@/lib/core/solana/rpc-responses/response-json";

it("reads any u64 exactly, with any strings and fractions around it", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.string(),
      fc.double({ noInteger: true }),
      (value, text, fraction) => {
        const rest = JSON.stringify({ text, "1234567890123456789": text, fraction });
        const answer = parseRpcResult(`{"value":${value},"list":[${value}, ${value}],"rest":${rest}}`);
        const parsed: unknown = JSON.parse(rest);
        expect(answer).toMatchObject({ rest: parsed });
        const { value: read, list } = Object(answer);
        expect([read, ...list].map((item) => u64.parse(item))).toEqual([value, value, value]);
      },
    ),
  );
});

it.each([-1, 1.5, "18446744073709551616", "x", null, "", {}])("refuses %j as a u64", (value) => {
  expect(u64.safeParse(value).success).toBe(false);
});
