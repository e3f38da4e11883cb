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

const getParts = (state: (typeof states)[number], total: bigint, vested: bigint, paid: bigint) =>
  figureParts(english, {
    campaign: { ...state, totalSupply: total.toString() },
    token: { decimals: 9 },
    ...{ vested: vested.toString(), paid: paid.toString() },
  }).map(({ shown }) => shown);

/** Parses a share or an amount, such as "12.50%", in ten-thousandths. */
const read = (text = "") => Math.round(Number(text.replaceAll(",", "").replace("%", "")) * 10_000);

describe("figureParts", () => {
  it("writes the vested share as the sum of its parts", () => {
    const [vested, paid, due, rest] = getParts(open, 100_000n, 50_575n, 1_996n);
    expect([paid, due, rest].map((part) => part?.share)).toEqual(["1.99%", "48.57%", "49.44%"]);
    expect(vested?.share).toBe("50.56%");
  });

  it("writes amounts and shares that add up to the total while tokens can be claimed", () => {
    const sol = fc.bigInt({ min: 1_000_000n, max: 10n ** 13n });
    fc.assert(
      fc.property(fc.constantFrom(...states), sol, sol, sol, (state, paid, due, rest) => {
        const total = paid + due + rest;
        const parts = getParts(state, total, paid + due, paid);
        fc.pre(parts.every((part) => !/[<>]/.test(`${part?.share}${part?.text}`)));
        for (const key of ["text", "share"] as const) {
          const [vested = 0, claimed = 0, unclaimed = 0, left = 0] = parts.map((part) => read(part?.[key]));
          expect(vested).toBe(claimed + unclaimed);
          expect(vested + left).toBe(key === "share" ? 1_000_000 : Number(total / 100_000n));
        }
      }),
    );
  });

  const labelled = (campaign: Parameters<typeof figureParts>[1]["campaign"], waiting?: string) =>
    figureParts(english, {
      ...{ campaign, token: { decimals: 0 }, vested: "60", paid: "20" },
      ...(waiting && { waiting }),
    }).map(({ label, shown }) => `${label} ${shown?.text}`);

  it("separates milestones that can still be released from the other unvested amount", () => {
    const grace = { ...rest, status: "cancelled_grace", cancelledAt: "5", totalSupply: "100" } as const;
    expect(labelled(grace, "30")).toEqual([
      ...["Vested 60", "Claimed 20", "Claimable 40"],
      ...["Will not vest 10", "Unreleased milestones 30"],
    ]);
    expect(labelled(grace)).toContain("Will not vest 40");
    const figures = labelled({ ...open, totalSupply: "100" }, "30");
    expect(figures.slice(3)).toEqual(["Unvested 10", "Unreleased milestones 30"]);
  });

  it("names the vested amount that cannot be claimed like the portfolio and the claim page", () => {
    const getDueAmount = (state: (typeof states)[number]) =>
      figureParts(english, {
        campaign: { ...state, totalSupply: "100" },
        ...{ token: { decimals: 0 }, vested: "60", paid: "20" },
      })[2];
    expect(getDueAmount(states[1])).toMatchObject({ label: "Claimable after the pause", id: "paused" });
    expect(getDueAmount(states[3])).toMatchObject({
      ...{ label: "Payable until the creator withdraws", id: "untilSwept" },
    });
  });

  it("has only the returned amount of a refunded campaign, and no unvested amount of a claimed one", () => {
    const refunded = { ...rest, instantRefunded: true, cancelledAt: "5", totalSupply: "100" } as const;
    const campaign = { ...refunded, status: "instant_refunded" } as const;
    const sums = { token: { decimals: 0 }, vested: "0", paid: "0" };
    const shown = figureParts(english, { campaign, ...sums });
    expect(shown.map(({ label, shown }) => [label, shown?.text])).toEqual([["Returned to creator", "100"]]);
    expect(labelled({ ...rest, status: "claimed", totalSupply: "60" }).map((text) => text[0])).toEqual([
      "V",
      "C",
    ]);
  });

  it("names the payments of a settled stream like those of its curve", () => {
    const settled = {
      ...rest,
      status: "settled",
      settled: true,
      cancelledAt: "5",
      totalSupply: "100",
    } as const;
    expect(labelled(settled)[1]).toBe("Claimed 20");
  });
});
