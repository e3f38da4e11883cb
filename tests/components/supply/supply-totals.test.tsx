// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SupplyTotals } from "@/components/supply/supply-totals";
import type { SupplyView } from "@/lib/contract/supply/view";
import { show } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 5, unit: "TOK", isKnown: true };
const supply = {
  ...{ allocated: "1000000", claimed: "100000", unclaimed: "200000", locked: "400005", waiting: "100000" },
  ...{ returning: "200005", returned: "99990", missing: "0", lockedInVaults: "600010" },
} as SupplyView;

describe("SupplyTotals", () => {
  it("shows unreleased milestones apart, and the sum of the rows that are locked in vaults", () => {
    const { text } = show(<SupplyTotals supply={supply} token={token} />);
    expect(text()).toContain("Unreleased milestones1 TOK");
    const rows = [
      ...text().matchAll(/(?:Unvested|Unreleased milestones|To be returned to creators)([\d.]+) TOK/g),
    ];
    const sum = rows.reduce((total, [, amount]) => total + Number(amount), 0);
    const [, shown] = /Locked in vaults([\d.]+) TOK/.exec(text()) ?? [];
    expect(rows).toHaveLength(3);
    expect(Number(shown)).toBeCloseTo(sum, 6);
    expect(text()).toContain("6.0001 TOK60.00% of allocatedUnvested, unreleased");
    expect(text()).toContain("A milestone released in the grace period can still pay part");
  });

  it("states the amount in the vaults if a part is missing", () => {
    const { text } = show(
      <SupplyTotals supply={{ ...supply, missing: "100", lockedInVaults: "500000" }} token={token} />,
    );
    expect(text()).toContain(
      "Locked in vaults5 TOKUnvested, unreleased and to be returned, without the missing",
    );
  });
});
