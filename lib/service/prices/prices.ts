import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import type { Env } from "@/lib/service/env";
import type { Logger } from "@/lib/service/log";
import { fetchPrices, type Quotes } from "./provider";

/** How long a price is good for. Source: spec 8. */
const FRESH_MS = 60_000;
/** How long a failed provider is left alone; last known prices are answered meanwhile. */
const PAUSE_MS = 10_000;
const MAX_CACHED = 10_000;

type PriceAnswer = {
  /** US dollars for one whole token, by the mints asked for; null when no price was ever known. */
  prices: Record<string, number | null>;
  /** Unix seconds of the oldest price in it. */
  asOf: number;
};

export type Prices = { lookup(mints: readonly string[]): Promise<PriceAnswer> };

type Cached = { price: number | null; readMs: number; goodUntilMs: number };

type PriceOptions = { env: Pick<Env, "PRICE_API_URL" | "PRICE_API_KEY">; log: Logger; nowMs(): number };

/** Token prices from the provider, read at most once a minute for a mint, whoever asks and however many at once. */
export function createPrices({ env, log, nowMs }: PriceOptions): Prices {
  const cache = new Map<string, Cached>();
  const underway = new Map<string, Promise<void>>();

  const store = (mint: string, entry: Cached) => {
    cache.delete(mint);
    cache.set(mint, entry);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  };
  const keep = (mints: readonly string[], quotes: Quotes) => {
    const readMs = nowMs();
    for (const mint of mints) {
      store(mint, { price: quotes.get(mint) ?? null, readMs, goodUntilMs: readMs + FRESH_MS });
    }
  };
  const postpone = (mints: readonly string[], error: unknown) => {
    log.warn(
      { kind: error instanceof Error ? error.name : typeof error },
      "the price provider did not answer",
    );
    for (const mint of mints) {
      const { price, readMs } = cache.get(mint) ?? { price: null, readMs: nowMs() };
      store(mint, { price, readMs, goodUntilMs: nowMs() + PAUSE_MS });
    }
  };
  const read = (mints: readonly string[]) => {
    const reading = fetchPrices(mints, env)
      .then((quotes) => keep(mints, quotes))
      .catch((error: unknown) => postpone(mints, error))
      .finally(() => {
        for (const mint of mints) underway.delete(mint);
      });
    for (const mint of mints) underway.set(mint, reading);
  };

  return {
    async lookup(asked) {
      const mints = [...new Set(asked.map(canonicalMint))];
      const stale = mints.filter((mint) => (cache.get(mint)?.goodUntilMs ?? 0) <= nowMs());
      const missing = stale.filter((mint) => !underway.has(mint));
      if (missing.length > 0) read(missing);
      await Promise.all(stale.map((mint) => underway.get(mint)));
      const known = mints.map((mint) => cache.get(mint)?.readMs ?? nowMs());
      return {
        prices: Object.fromEntries(
          asked.map((mint) => [mint, cache.get(canonicalMint(mint))?.price ?? null]),
        ),
        asOf: Math.floor(Math.min(nowMs(), ...known) / 1000),
      };
    },
  };
}

/** Native SOL is priced as its wrapped token: the provider knows mints alone. */
const canonicalMint = (mint: string) => (mint === NATIVE_MINT ? WRAPPED_SOL_MINT : mint);
