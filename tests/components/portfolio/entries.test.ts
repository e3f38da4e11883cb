import { expect, test } from "vitest";
import { isEnded, portfolioSorts } from "@/components/portfolio/entries";

test("links each column to its sort order and marks the current one", () => {
  const buildHref = (sort?: string) => `/portfolio${sort ? `?sort=${sort}` : ""}`;
  expect(portfolioSorts("unlock", buildHref)).toEqual({
    claimable: { href: "/portfolio", direction: null },
    unlock: { href: "/portfolio?sort=unlock", direction: "ascending" },
    name: { href: "/portfolio?sort=name", direction: null },
    newest: { href: "/portfolio?sort=newest", direction: null },
  });
  expect(portfolioSorts(undefined, buildHref).claimable?.direction).toBe("descending");
});

test("counts an allocation as ended once it pays nothing more", () => {
  const half = { claimedSoFar: 5n, totalEntitled: 10n };
  const all = { claimedSoFar: 10n, totalEntitled: 10n };
  expect(isEnded({ status: "claimable" }, half)).toBe(false);
  expect(isEnded({ status: "cancelled_grace" }, half)).toBe(false);
  expect(isEnded({ status: "paused" }, half)).toBe(false);
  expect(isEnded({ status: "active" }, all)).toBe(true);
  for (const status of ["cancelled_expired", "settled", "instant_refunded"] as const)
    expect(isEnded({ status }, half)).toBe(true);
});
