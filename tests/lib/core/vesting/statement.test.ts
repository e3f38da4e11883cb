import { describe, expect, test } from "vitest";
import { getWithheldAmount, statementAmounts, statementTotals } from "@/lib/core/vesting/statement";

const sums = { claimed: 100n, unclaimed: 200n, unvested: 700n, paidEarlier: 0n };
const open = { instantRefunded: false, settled: false, withdrawn: false, cancelledAt: null };
const supply = { totalSupply: 1_000n, totalClaimed: 100n, settledAmount: 0n };

describe("statementAmounts", () => {
  test.each([
    ["an open campaign", open, { vested: 300n, unvested: 700n, forfeited: 0n, outstanding: 900n }],
    [
      "a cancelled campaign",
      { ...open, cancelledAt: 5n },
      { vested: 300n, unvested: 0n, forfeited: 700n, outstanding: 200n },
    ],
    [
      "a withdrawn campaign",
      { ...open, cancelledAt: 5n, withdrawn: true },
      { vested: 100n, unvested: 0n, forfeited: 900n, outstanding: 0n },
    ],
  ])("divides the granted amount of %s", (_name, facts, parts) => {
    expect(statementAmounts(sums, facts)).toEqual({ granted: 1_000n, claimed: 100n, ...parts });
  });

  test.each([
    ["an open campaign", open, { vested: 300n, unvested: 600n, forfeited: 100n, outstanding: 800n }],
    [
      "a cancelled campaign",
      { ...open, cancelledAt: 5n },
      { vested: 300n, unvested: 0n, forfeited: 700n, outstanding: 200n },
    ],
    [
      "a withdrawn campaign",
      { ...open, cancelledAt: 5n, withdrawn: true },
      { vested: 100n, unvested: 0n, forfeited: 900n, outstanding: 0n },
    ],
  ])("counts the amount that an earlier campaign paid as forfeited in %s", (_name, facts, parts) => {
    const given = { ...sums, unvested: 600n, paidEarlier: 100n };
    expect(statementAmounts(given, facts)).toEqual({ granted: 1_000n, claimed: 100n, ...parts });
    const totals = statementTotals(given, { ...facts, ...supply });
    expect(totals).toMatchObject({ granted: 1_000n, claimed: 100n, ...parts, unallocated: 0n });
  });
});

describe("statementTotals", () => {
  test("limits the vested amount to the supply, which the program never exceeds", () => {
    const totals = statementTotals(sums, { ...open, ...supply, totalSupply: 150n });
    expect(totals).toMatchObject({
      supply: 150n,
      claimed: 100n,
      vested: 150n,
      granted: 1_000n,
      unallocated: 0n,
    });
  });

  test("counts claims that no recipient has, first as vested amounts", () => {
    const totals = statementTotals(sums, { ...open, ...supply, totalClaimed: 250n });
    expect(totals).toMatchObject({ claimed: 250n, unattributed: 150n, vested: 300n, granted: 1_000n });
  });

  test("states the part of the supply that no recipient has", () => {
    const totals = statementTotals(sums, { ...open, ...supply, totalSupply: 1_300n });
    expect(totals).toMatchObject({ granted: 1_000n, supply: 1_300n, unallocated: 300n });
  });
});

test("the withheld part of a claimed amount is rounded down", () => {
  expect([
    getWithheldAmount(999n, 3_725n),
    getWithheldAmount(999n, 10_000n),
    getWithheldAmount(999n, 0n),
  ]).toEqual([372n, 999n, 0n]);
});
