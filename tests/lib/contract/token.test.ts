import { expect, test } from "vitest";
import { DEMO_MINT, type TokenNames, toToken, unitWithMint } from "@/lib/contract/names";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";

const MINT = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const SHORT = "7xKX…gAsU";
const names = (over: Partial<TokenNames>): TokenNames => ({
  ...{ symbol: "ACME", name: "Acme Token", imitates: null, hasLogo: false },
  ...over,
});
const getUnit = (over: Partial<TokenNames>) => toToken(MINT, 6, names(over)).unit;

test("writes amounts with the token's symbol", () => {
  expect(getUnit({})).toBe("ACME");
  expect(getUnit({ symbol: "$ACME" })).toBe("$ACME");
  expect(getUnit({ symbol: "天" })).toBe("天");
  expect(toToken(MINT, null, names({})).unit).toBe("base units of ACME");
});

test("rejects a symbol that belongs to another token or can be read as part of a number", () => {
  expect(getUnit({ symbol: "USDC", imitates: "USDC" })).toBe(SHORT);
  for (const symbol of [null, "000", "000,000 X", "1INCH", "5", "x 000", ".5", "≈ $5", "(X)", "🐶", "e9 9"]) {
    expect(getUnit({ symbol })).toBe(SHORT);
  }
});

test("names SOL, wrapped SOL and the demo token", () => {
  const given = names({ symbol: "OTHER" });
  expect(toToken(NATIVE_MINT, null, given)).toMatchObject({ unit: "SOL", decimals: 9 });
  expect(toToken(WRAPPED_SOL_MINT, null, given)).toMatchObject({ unit: "wSOL", decimals: 9 });
  expect(toToken(DEMO_MINT, 6, given).unit).toBe("DEMO");
});

test("writes a symbol with its mint where both stand in one text", () => {
  expect(unitWithMint(toToken(MINT, 6, names({})))).toBe(`ACME (${SHORT})`);
  expect(unitWithMint(toToken(MINT, null, names({})))).toBe(`base units of ACME (${SHORT})`);
  expect(unitWithMint(toToken(MINT, 6, names({ imitates: "USDC" })))).toBe(SHORT);
  expect(unitWithMint(toToken(MINT, 6))).toBe(SHORT);
  expect(unitWithMint(toToken(NATIVE_MINT, null))).toBe("SOL");
  expect(unitWithMint(toToken(WRAPPED_SOL_MINT, null))).toBe("wSOL");
});
