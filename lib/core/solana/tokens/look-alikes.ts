import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";

/**
 * Well-known tokens with their mainnet mints and on-chain names. Source: their issuers' documentation
 * (Circle, Tether, PayPal, Jupiter, Pyth, Jito, Marinade, Raydium, Orca, Wormhole, Helium, Render), compared
 * with the Solana token list.
 */
const WELL_KNOWN: readonly { symbol: string; mints: readonly string[]; also: readonly string[] }[] = [
  { symbol: "SOL", mints: [NATIVE_MINT, WRAPPED_SOL_MINT], also: ["Solana", "wSOL", "Wrapped SOL"] },
  { symbol: "USDC", mints: ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"], also: ["USD Coin"] },
  { symbol: "USDT", mints: ["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"], also: ["Tether", "Tether USD"] },
  { symbol: "EURC", mints: ["HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr"], also: ["Euro Coin"] },
  { symbol: "PYUSD", mints: ["2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo"], also: ["PayPal USD"] },
  { symbol: "JUP", mints: ["JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN"], also: ["Jupiter"] },
  { symbol: "BONK", mints: ["DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263"], also: [] },
  { symbol: "PYTH", mints: ["HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3"], also: ["Pyth Network"] },
  { symbol: "JTO", mints: ["jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL"], also: ["Jito"] },
  { symbol: "JitoSOL", mints: ["J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn"], also: ["Jito Staked SOL"] },
  { symbol: "mSOL", mints: ["mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So"], also: ["Marinade staked SOL"] },
  { symbol: "RAY", mints: ["4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R"], also: ["Raydium"] },
  { symbol: "ORCA", mints: ["orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE"], also: [] },
  { symbol: "WIF", mints: ["EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm"], also: ["dogwifhat"] },
  { symbol: "W", mints: ["85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ"], also: ["Wormhole Token"] },
  { symbol: "HNT", mints: ["hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux"], also: ["Helium"] },
  { symbol: "RENDER", mints: ["rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof"], also: ["Render Token"] },
];

/**
 * Characters that look like Latin letters and that Unicode normalization does not change, by letter. Upper
 * and lower case are equal. Source: Unicode Technical Standard 39, confusables, for the letters of the names
 * above.
 */
const PASSES_FOR: Readonly<Record<string, string>> = {
  A: "АаΑαᎪᴀꓮ4@ɑ",
  B: "ВвЬьΒβᏴʙꓐ8",
  C: "СсϹϲᏟᴄꓚ",
  D: "ԁᎠᴅꓓ",
  E: "ЕеΕεᎬᴇꓰ3",
  F: "Ϝϝꜰꓝ",
  G: "ԌԍᏀɢꓖɡց",
  H: "НнΗᎻʜꓧһհ",
  I: "ІіΙιӀӏᏆɪꓲ1|!lLıᏞʟꓡ",
  J: "ЈјᎫᴊꓙյ",
  K: "КкΚκᏦᴋꓗ",
  M: "МмΜᎷᴍꓟ",
  N: "ΝɴꓠոՈη",
  O: "ОоΟοՕօᴏꓳ0ØøᎾσ",
  P: "РрΡρᏢᴘꓑ",
  R: "ᎡʀꓣгГ",
  S: "ЅѕՏᏚꜱꓢ5$ʂ",
  T: "ТтΤτᎢᴛꓔŦŧ7",
  U: "ՍսᴜꓴυµμЦц",
  V: "ѴѵᏙᴠꓦν",
  W: "ԜԝᎳᴡꓪШшω",
  X: "ХхΧχꓫ",
  Y: "УуҮүΥϒᎩʏꓬγ",
  Z: "ΖᏃᴢꓜ2",
};

const LETTER_OF = new Map(
  Object.entries(PASSES_FOR).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);

/**
 * Returns the visual skeleton of a text: only letters and digits, with similar characters replaced by one.
 */
function skeleton(text: string): string {
  // Normalization turns some of these characters into letters that look different, so each is looked up
  // before.
  const parts = [...text].flatMap((item) => LETTER_OF.get(item) ?? [...item.normalize("NFKD")]);
  const same = parts.map(
    (item) => LETTER_OF.get(item) ?? LETTER_OF.get(item.toUpperCase()) ?? item.toUpperCase(),
  );
  return same.join("").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const SYMBOL_OF = new Map(
  WELL_KNOWN.flatMap(({ symbol, also }) =>
    [symbol, ...also].map((name) => [skeleton(name), symbol] as const),
  ),
);
const MINTS_OF = new Map(WELL_KNOWN.map(({ symbol, mints }) => [symbol, mints]));

const WELL_KNOWN_MINTS = new Set(WELL_KNOWN.flatMap(({ mints }) => mints));

/** Returns whether a mint is one of the well-known tokens, whose symbol is not third-party text. */
export const isWellKnownMint = (mint: string): boolean => WELL_KNOWN_MINTS.has(mint);

type Named = { mint: string; symbol: string | null; name: string | null };

/** Returns the well-known token that a mint imitates by its name or symbol; null if it imitates none. */
export function imitatedToken({ mint, symbol, name }: Named): string | null {
  for (const text of [symbol, name]) {
    if (text === null) continue;
    // A leading dollar sign in a symbol is ignored; elsewhere it counts as a letter.
    const seen = SYMBOL_OF.get(skeleton(text)) ?? SYMBOL_OF.get(skeleton(text.replace(/^\s*\$/u, "")));
    if (seen !== undefined && !MINTS_OF.get(seen)?.includes(mint)) return seen;
  }
  return null;
}
