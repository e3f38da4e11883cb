import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figureParts } from "@/components/campaign/figure-parts";
import { english } from "@/lib/core/i18n/translator";

const rest = { cancelledAt: null, settled: false, instantRefunded: false, withdrawn: false } as const;
const open = { status: "claimable", ...rest } as const;
const states = [
  open,
  { ...rest, status: "paused" },
  { ...rest, status: "cancelled_grace", cancelledAt: "5" },
  { ...rest, status: "cancelled_expired", cancelledAt: "5" },
] as const;

const partsOf = (state: (typeof states)[number], total: bigint, vested: bigint, paid: bigint) =>
  figureParts(english, {
    campaign: { ...state, totalSupply: total.toString() },
    token: { decimals: 9 },
    ...{ vested: vested.toString(), paid: paid.toString() },
  }).map(({ shown }) => shown);

/** Parses a share or an amount, such as "12.50%", in ten-thousandths. */
const read = (text = "") => Math.round(Number(text.replaceAll(",", "").replace("%", "")) * 10_000);

describe("figureParts", () => {
  it("writes the vested share as the sum of its parts", () => {
    const [vested, paid, due, rest] = partsOf(open, 100_000n, 50_575n, 1_996n);
    expect([paid, due, rest].map((part) => part?.share)).toEqual(["1.99%", "48.57%", "49.44%"]);
    expect(vested?.share).toBe("50.56%");
  });

  it("writes amounts and shares that add up to the total while tokens can be claimed", () => {
    const sol = fc.bigInt({ min: 1_000_000n, max: 10n ** 13n });
    fc.assert(
      fc.property(fc.constantFrom(...states), sol, sol, sol, (state, paid, due, rest) => {
        const total = paid + due + rest;
        const parts = partsOf(state, total, paid + due, paid);
        fc.pre(parts.every((part) => !/[<>]/.test(`${part?.share}${part?.text}`)));
        for (const key of ["text", "share"] as const) {
          const [vested = 0, claimed = 0, unclaimed = 0, left = 0] = parts.map((part) => read(part?.[key]));
          expect(vested).toBe(claimed + unclaimed);
          expect(vested + left).toBe(key === "share" ? 1_000_000 : Number(total / 100_000n));
        }
      }),
    );
  });
});
