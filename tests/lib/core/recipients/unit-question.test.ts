import { expect, test } from "vitest";
import { type ListOfAmounts, unitQuestion } from "@/lib/core/recipients/unit-question";

const TOKEN = 1_000_000n;
const list = (change: Partial<ListOfAmounts>): ListOfAmounts => ({
  total: 30n * TOKEN,
  smallest: 10n * TOKEN,
  greatest: 20n * TOKEN,
  unit: "tokens",
  decimals: 6,
  mintSupply: null,
  balance: null,
  ...change,
});
/** 1.5 and 2 million tokens, written in base units and read as tokens. */
const misread = { total: 3_500_000n * TOKEN, smallest: 1_500_000n * TOKEN, greatest: 2_000_000n * TOKEN };

test.each<[string, Partial<ListOfAmounts>, string | null]>([
  ["a plain list", {}, null],
  ["a plain list within supply and balance", { mintSupply: 100n * TOKEN, balance: 50n * TOKEN }, null],
  [
    "more than exists, which would fit in base units",
    { ...misread, mintSupply: 1_000n * TOKEN },
    "more than exists",
  ],
  ["more than the signer has, which would fit", { ...misread, balance: 4n * TOKEN }, "more than you have"],
  ["more than the signer has, but of some small amounts", { total: 30n * TOKEN, balance: 5n * TOKEN }, null],
  ["more than exists in either unit", { ...misread, mintSupply: 3n }, "all huge"],
  ["amounts that are huge one by one", misread, "all huge"],
  [
    "a fraction of a token, which base units cannot be",
    { ...misread, total: misread.total + 1n, mintSupply: TOKEN },
    null,
  ],
  ["base units as they should be", { unit: "base" }, null],
  [
    "base units of less than a token each",
    { unit: "base", total: 30n, smallest: 10n, greatest: 20n },
    "all tiny",
  ],
  [
    "tiny ones that would be too much as tokens",
    { unit: "base", total: 30n, smallest: 10n, greatest: 20n, balance: TOKEN },
    null,
  ],
  ["a token without decimals", { ...misread, decimals: 0 }, null],
])("returns the expected question for %s", (_, change, why) => {
  expect(unitQuestion(list(change))?.why ?? null).toBe(why);
});

test("states the amounts in the other unit", () => {
  expect(unitQuestion(list({ ...misread, mintSupply: 1_000n * TOKEN }))).toMatchObject({
    otherUnit: "base",
    otherTotal: 3_500_000n,
  });
  expect(unitQuestion(list({ unit: "base", total: 30n, smallest: 10n, greatest: 20n }))).toMatchObject({
    otherUnit: "tokens",
    otherTotal: 30n * TOKEN,
  });
});
