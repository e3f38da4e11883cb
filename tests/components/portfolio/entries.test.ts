import { expect, test } from "vitest";
import { portfolioSorts } from "@/components/portfolio/entries";

test("links each column to its sort order and marks the current one", () => {
  const hrefOf = (sort?: string) => `/portfolio${sort ? `?sort=${sort}` : ""}`;
  expect(portfolioSorts("unlock", hrefOf)).toEqual({
    claimable: { href: "/portfolio", direction: null },
    unlock: { href: "/portfolio?sort=unlock", direction: "ascending" },
    name: { href: "/portfolio?sort=name", direction: null },
    newest: { href: "/portfolio?sort=newest", direction: null },
  });
  expect(portfolioSorts(undefined, hrefOf).claimable?.direction).toBe("descending");
});
