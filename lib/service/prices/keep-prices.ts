import { insertTokenPrices } from "@/db/queries/token-prices";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import type { Services } from "@/lib/service/services";

const HOUR_MS = 3_600_000;

/**
 * Keeps the prices that are read anyway, one an hour and mint, so that what a payment was worth can be told later: the
 * provider knows the present alone. Nobody waits for it, and a price that could not be kept is kept with the next.
 */
export function keepPrices({ db, log }: Pick<Services, "db" | "log">) {
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
      log.warn({ error }, "prices were not kept");
    });
  };
}

/** Native SOL is priced as its wrapped token. */
function ofBothForms([mint, usd]: readonly [string, number]) {
  return mint === WRAPPED_SOL_MINT
    ? [
        { mint, usd },
        { mint: NATIVE_MINT, usd },
      ]
    : [{ mint, usd }];
}
