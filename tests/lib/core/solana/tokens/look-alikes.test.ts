import { expect, test } from "vitest";
import { isAddress, NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { imitatedToken } from "@/lib/core/solana/tokens/look-alikes";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const STRANGER = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const called = (symbol: string | null, name: string | null = null, mint = STRANGER) =>
  imitatedToken({ mint, symbol, name });

test.each([
  ["USDC", "USDC"],
  ["usdc", "USDC"],
  [" U S D C ", "USDC"],
  ["USDC.", "USDC"],
  ["$USDC", "USDC"],
  ["U$DC", "USDC"],
  ["ＵＳＤＣ", "USDC"],
  ["𝗨𝗦𝗗𝗖", "USDC"],
  ["ⓊⓈⒹⒸ", "USDC"],
  ["USDС", "USDC"],
  ["UЅDC", "USDC"],
  ["ՍՏDϹ", "USDC"],
  ["ꓴꓢꓓꓚ", "USDC"],
  ["USÐC".replace("Ð", "D\u0336"), "USDC"],
  ["ÚŚĎĆ", "USDC"],
  ["U5DC", "USDC"],
  ["USD\u200BC", "USDC"],
  ["🔥USDC🔥", "USDC"],
  ["USDТ", "USDT"],
  ["USD7", "USDT"],
  ["S0L", "SOL"],
  ["SOl", "SOL"],
  ["SO1", "SOL"],
  ["WSOL", "SOL"],
  ["JUР", "JUP"],
  ["B0NK", "BONK"],
  ["ВОNК", "BONK"],
  ["PΥTH", "PYTH"],
  ["ЈТО", "JTO"],
  ["jitosol", "JitoSOL"],
  ["MSOL", "mSOL"],
])("reports that %s looks like %s", (symbol, original) => {
  expect(called(symbol)).toBe(original);
});

test("detects an imitation by name where the symbol differs", () => {
  expect(called("ACME", "USD Coin")).toBe("USDC");
  expect(called(null, "Tethеr USD")).toBe("USDT");
  expect(called("ACME", "USDC")).toBe("USDC");
});

test("reports no imitation for the well-known mints themselves", () => {
  expect(called("USDC", "USD Coin", USDC)).toBeNull();
  expect(called("SOL", "Wrapped SOL", WRAPPED_SOL_MINT)).toBeNull();
  expect(called("SOL", "Solana", NATIVE_MINT)).toBeNull();
  expect(called("USDT", null, USDC)).toBe("USDT");
});

test.each(["ACME", "USD", "USDX", "SOLAR", "JUPITERIA", "DEMO", "天", "", "🔥"])(
  "accepts %s as a distinct name",
  (symbol) => {
    expect(called(symbol, symbol)).toBeNull();
  },
);

test("lists a valid address and one symbol for every mint of the table", async () => {
  const source = await import("node:fs").then(({ readFileSync }) =>
    readFileSync("lib/core/solana/tokens/look-alikes.ts", "utf8"),
  );
  const mints = [...source.matchAll(/mints: \["(\w+)"\]/g)].map(([, mint = ""]) => mint);
  expect(mints.length).toBeGreaterThan(12);
  expect(mints.filter((mint) => !isAddress(mint))).toEqual([]);
  expect(new Set(mints).size).toBe(mints.length);
});
