import * as z from "zod";
import type { Database } from "@/db/client";
import { insertTokenPrices } from "@/db/queries/tokens";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import type { Env } from "@/lib/service/env";
import type { Logger } from "@/lib/service/log";
import { readBounded } from "@/lib/service/read-bounded";

/** Lifetime of a price. Source: spec 8. */
const FRESH_MS = 60_000;
/** Pause after a failure of the provider; the last known prices are served meanwhile. */
const RETRY_DELAY_MS = 10_000;
const MAX_CACHED = 10_000;

type PriceAnswer = {
  /** US dollars for one whole token, by requested mint; null if no price was ever known. */
  prices: Record<string, number | null>;
  /** Unix seconds of the oldest price in the response. */
  asOf: number;
};

export type Prices = { lookup(mints: readonly string[]): Promise<PriceAnswer> };

type Cached = { price: number | null; readMs: number; goodUntilMs: number };

type PriceOptions = {
  env: Pick<Env, "PRICE_API_URL" | "PRICE_API_KEY">;
  log: Logger;
  nowMs(): number;
  /** Called for every response of the provider, with dollars by mint and the read time. */
  onRead?: (quotes: ReadonlyMap<string, number>, readMs: number) => void;
};

/**
 * Returns token prices from the provider. Requests each mint at most once a minute. Concurrent requests
 * share one call (request coalescing, single-flight).
 */
export function createPrices({ env, log, nowMs, onRead }: PriceOptions): Prices {
  const cache = new Map<string, Cached>();
  const underway = new Map<string, Promise<void>>();

  const store = (mint: string, entry: Cached) => {
    cache.delete(mint);
    cache.set(mint, entry);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  };
  const save = (mints: readonly string[], quotes: Quotes) => {
    const readMs = nowMs();
    for (const mint of mints) {
      store(mint, { price: quotes.get(mint) ?? null, readMs, goodUntilMs: readMs + FRESH_MS });
    }
    onRead?.(quotes, readMs);
  };
  const postpone = (mints: readonly string[], error: unknown) => {
    log.warn(
      { kind: error instanceof Error ? error.name : typeof error },
      "the price provider did not answer",
    );
    for (const mint of mints) {
      const { price, readMs } = cache.get(mint) ?? { price: null, readMs: nowMs() };
      store(mint, { price, readMs, goodUntilMs: nowMs() + RETRY_DELAY_MS });
    }
  };
  const read = (mints: readonly string[]) => {
    const reading = fetchPrices(mints, env)
      .then((quotes) => save(mints, quotes))
      .catch((error: unknown) => postpone(mints, error))
      .finally(() => {
        for (const mint of mints) underway.delete(mint);
      });
    for (const mint of mints) underway.set(mint, reading);
  };

  return {
    async lookup(query) {
      const mints = [...new Set(query.map(canonicalMint))];
      const stale = mints.filter((mint) => (cache.get(mint)?.goodUntilMs ?? 0) <= nowMs());
      const missing = stale.filter((mint) => !underway.has(mint));
      if (missing.length > 0) read(missing);
      await Promise.all(stale.map((mint) => underway.get(mint)));
      const known = mints.map((mint) => cache.get(mint)?.readMs ?? nowMs());
      return {
        prices: Object.fromEntries(
          query.map((mint) => [mint, cache.get(canonicalMint(mint))?.price ?? null]),
        ),
        asOf: Math.floor(Math.min(nowMs(), ...known) / 1000),
      };
    },
  };
}

/** Native SOL has the price of its wrapped token, because the provider knows only mints. */
const canonicalMint = (mint: string) => (mint === NATIVE_MINT ? WRAPPED_SOL_MINT : mint);

const TIMEOUT_MS = 3000;
const MAX_RESPONSE_BYTES = 1_048_576;

/** US dollars by mint; a mint without a price is absent. */
type Quotes = Map<string, number>;

const quote = z.object({ usdPrice: z.number().nonnegative() });
const answer = z.record(z.string(), z.unknown());

/**
 * Fetches the prices of `mints`. Validates the response: ignores all values except finite prices of requested
 * mints. Throws if there is no usable response in time.
 */
async function fetchPrices(
  mints: readonly string[],
  { PRICE_API_URL, PRICE_API_KEY }: Pick<Env, "PRICE_API_URL" | "PRICE_API_KEY">,
): Promise<Quotes> {
  const url = new URL(PRICE_API_URL);
  url.searchParams.set("ids", mints.join(","));
  const response = await fetch(url, {
    headers: { accept: "application/json", ...(PRICE_API_KEY && { "x-api-key": PRICE_API_KEY }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`The price provider responded with HTTP status ${response.status}.`);
  const body = await readBounded(response.body ?? [], MAX_RESPONSE_BYTES, tooLong);
  const offered = answer.parse(JSON.parse(new TextDecoder().decode(body)));
  const quotes: Quotes = new Map();
  for (const mint of mints) {
    const price = quote.safeParse(Object.hasOwn(offered, mint) ? offered[mint] : undefined);
    if (price.success) quotes.set(mint, price.data.usdPrice);
  }
  return quotes;
}

const tooLong = () => new Error("The price provider's response is too long.");

const HOUR_MS = 3_600_000;

/**
 * Stores the prices that are read anyway, one per hour and mint. They value past payments, because the
 * provider returns only current prices. Callers do not wait for the write; a price that could not be stored
 * is stored with the next one.
 */
export function cachePrices({ db, log }: { db: Database; log: Logger }) {
  let known = { hour: 0, mints: new Set<string>() };
  return (quotes: ReadonlyMap<string, number>, readMs: number): void => {
    const hour = Math.floor(readMs / HOUR_MS);
    if (known.hour !== hour) known = { hour, mints: new Set() };
    const { mints } = known;
    const news = [...quotes].filter(([mint]) => !mints.has(mint));
    if (news.length === 0) return;
    for (const [mint] of news) mints.add(mint);
    insertTokenPrices(db, { hour, prices: news.flatMap(ofBothForms) }).catch((error: unknown) => {
      for (const [mint] of news) mints.delete(mint);
      log.warn({ error }, "prices could not be stored");
    });
  };
}

/** Adds native SOL, which has the price of its wrapped token. */
function ofBothForms([mint, usd]: readonly [string, number]) {
  return mint === WRAPPED_SOL_MINT
    ? [
        { mint, usd },
        { mint: NATIVE_MINT, usd },
      ]
    : [{ mint, usd }];
}
