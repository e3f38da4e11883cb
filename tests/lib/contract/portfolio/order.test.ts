import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type PortfolioSort,
  portfolioOrder,
  type TokenMarketData,
  unsolicitedTrees,
} from "@/lib/contract/portfolio/order";
import type { BeneficiaryRow } from "@/lib/contract/portfolio/rows";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { row } from "./row";

const NOW = 1_000n;
const PRICES: Record<string, number> = { dear: 2, cheap: 0.5, unknown: 1_000_000 };
const market: TokenMarketData = {
  getPrice: (mint) => PRICES[mint] ?? null,
  // A price cannot be used without decimals.
  getToken: (mint) => ({ mint, decimals: 0, unit: mint, isKnown: mint !== "unknown" }),
};
const none = new Set<string>();

/** A cliff leaf of `amount`, which is vested already unless `cliffTime` is later. */
const leaf = (amount: bigint, cliffTime = 0n) => ({ amount, cliffTime, endTime: cliffTime });
const getNames = (rows: readonly BeneficiaryRow[]) => rows.map(({ campaign }) => campaign.treeAddress);
const order = (rows: BeneficiaryRow[], unsolicited: ReadonlySet<string> = none) =>
  getNames(portfolioOrder(rows, { market, unsolicited, now: NOW }));

test("sorts by value, then by the claimable share, the next unlock and the original order", () => {
  const rows = [
    row("nothing", [leaf(9n, 9_000n)], { mint: "dear" }),
    row("sooner", [leaf(9n, 5_000n)]),
    row("half", [leaf(5n), leaf(5n, 9_000n)]),
    row("whole", [leaf(1n)]),
    row("without decimals", [leaf(5n), leaf(15n, 9_000n)], { mint: "unknown" }),
    row("three dollars", [leaf(6n)], { mint: "cheap" }),
    row("four dollars", [leaf(2n)], { mint: "dear" }),
    row("also nothing", [leaf(9n, 9_000n)]),
  ];
  expect(order(rows)).toEqual([
    ...["four dollars", "three dollars", "whole", "half", "without decimals"],
    ...["sooner", "nothing", "also nothing"],
  ]);
  const unsolicited = new Set(["four dollars", "whole"]);
  expect(order(rows, unsolicited).slice(-2)).toEqual(["four dollars", "whole"]);
});

test("applies another order on request, also with campaigns of strangers last", () => {
  const named = (name: string, createdAt: bigint, leaves: ReturnType<typeof leaf>[]) => {
    const made = row(name, leaves);
    return { ...made, campaign: { ...made.campaign, metadata: { name }, createdAt } };
  };
  const rows = [
    named("Team 10", 1n, [leaf(9n)]),
    named("team 9", 3n, [leaf(9n, 9_000n)]),
    named("Advisors", 2n, [leaf(9n, 5_000n)]),
  ];
  const by = (sort: PortfolioSort, unsolicited: ReadonlySet<string> = none) =>
    getNames(portfolioOrder(rows, { market, unsolicited, now: NOW, sort }));
  expect(by("name")).toEqual(["Advisors", "team 9", "Team 10"]);
  expect(by("newest")).toEqual(["team 9", "Advisors", "Team 10"]);
  expect(by("unlock")).toEqual(["Advisors", "team 9", "Team 10"]);
  expect(by("name", new Set(["Advisors"]))).toEqual(["team 9", "Team 10", "Advisors"]);
});

test("sorts every permutation of a portfolio into the same order and drops no campaign", () => {
  const any = fc.record({
    mint: fc.constantFrom("dear", "cheap", "none", "unknown"),
    open: fc.bigInt({ min: 0n, max: 5n }),
    later: fc.bigInt({ min: 1n, max: 5n }),
    at: fc.bigInt({ min: 1_001n, max: 1_004n }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), fc.nat(), (item, step) => {
      const rows = item.map(({ mint, open, later, at }, index) =>
        row(String(index), [leaf(open), leaf(later, at)], { mint, totalSupply: 1_000n }),
      );
      const from = step % (rows.length + 1);
      const turned = [...rows.slice(from), ...rows.slice(0, from)];
      const facts = (names: string[]) => names.map((name) => item[Number(name)]);
      const once = order(rows);
      expect(once.toSorted()).toEqual(getNames(rows).toSorted());
      expect(facts(order(turned)).map(getRank)).toEqual(facts(once).map(getRank));
    }),
  );
});

type Given = { mint: string; open: bigint; later: bigint; at: bigint } | undefined;
/** The values that decide the order. */
const getRank = (given: Given) => {
  if (!given) throw new Error("It is one of the given.");
  const price = given.mint === "dear" ? 2 : given.mint === "cheap" ? 0.5 : 0;
  return [price * Number(given.open), Number(given.open) / Number(given.open + given.later), given.at];
};

describe("campaigns of strangers", () => {
  const from = (creator: string, over: object = {}, claimed = 0n) => ({
    ...row(`of ${creator}`, [leaf(1n)], { creator, ...over }),
    claimedInCampaign: claimed,
  });
  const found = (rows: BeneficiaryRow[]) => [...unsolicitedTrees("ada", rows, market)];

  test("have a creator from whom the wallet never claimed, and a token without a price", () => {
    const rows = [
      ...[from("friend", {}, 1n), from("friend", { treeAddress: "again" }), from("ada")],
      ...[from("priced", { mint: "dear" }), from("sol", { mint: NATIVE_MINT })],
      ...[from("spammer"), from("faker", { mint: "unknown" })],
    ];
    expect(found(rows)).toEqual(["of spammer", "of faker"]);
  });

  test("are not marked when the wallet knows no creator, as for every new wallet", () => {
    expect(found([from("one"), from("other")])).toEqual([]);
    expect(found([])).toEqual([]);
  });
});
