import { type Token, toToken } from "@/lib/contract/names";
import { mintDecimals } from "@/lib/core/solana/tokens/tokens";
import { requestOptional } from "@/lib/service/chain/optional-request";
import { services } from "@/lib/service/services";
import { loadTokenNames, readTokenNames } from "@/lib/service/tokens/token-names";

/** Cache of decimals, which never change, so each mint is queried once per process. */
const known = new Map<string, number>();
/** Mints that do not exist on chain, and the milliseconds until which they are not queried again. */
const absent = new Map<string, number>();
const ABSENT_MS = 30_000;

export type Tokens = { of(mint: string): Token };

/**
 * Returns the tokens of mints with decimals and names from the network. While the network does not respond,
 * amounts stay in base units and names come from the database.
 */
export async function readTokens(mints: readonly string[]): Promise<Tokens> {
  const used = await services();
  const create = (mint: string) => toToken(mint, known.get(mint) ?? null, readTokenNames(used, mint));
  const distinct = [...new Set(mints)];
  const missing = distinct.filter((mint) => isMissing(mint, used.nowMs()));
  await Promise.all([missing.length > 0 && learn(missing), loadTokenNames(used, mints)]);
  return { of: create };
}

const isMissing = (mint: string, nowMs: number): boolean =>
  !known.has(mint) && !toToken(mint, null).isKnown && (absent.get(mint) ?? 0) <= nowMs;

async function learn(mints: readonly string[]): Promise<void> {
  const { chain, log, nowMs } = await services();
  if (!chain) return;
  const found = await requestOptional(chain, log, (limits) => chain.getAccounts(mints, limits));
  for (const [position, mint] of mints.entries()) {
    const account = found?.accounts[position];
    const decimals = account ? mintDecimals(account) : null;
    if (decimals !== null) known.set(mint, decimals);
    else if (found) absent.set(mint, nowMs() + ABSENT_MS);
  }
}

/** Maximum mints in one request to the price provider; further mints have no price. */
const MAX_PRICED = 50;

/**
 * Returns dollars for one token of each mint, null without a price, and the read time of the oldest price in
 * unix seconds.
 */
export async function readMarket(
  mints: readonly string[],
): Promise<{ prices: Record<string, number | null>; asOf: number }> {
  const { prices, now } = await services();
  if (mints.length === 0) return { prices: {}, asOf: Number(now()) };
  return prices.lookup([...new Set(mints)].slice(0, MAX_PRICED));
}
