import { setTimeout as sleep } from "node:timers/promises";
import { readTokens, type Tokens } from "@/lib/service/pages/tokens";

/** How long a file waits for the ledger to tell a mint's decimals, without which amounts are in base units alone. */
const PATIENCE_MS = 1_000;

/** Reads the tokens of mints for one answer, which waits for each mint once. */
export function tokenReader(): (mints: readonly string[]) => Promise<Tokens> {
  const asked = new Set<string>();
  return async (mints) => {
    const news = [...new Set(mints)].filter((mint) => !asked.has(mint));
    for (const mint of news) asked.add(mint);
    const waiting = new AbortController();
    const patience = sleep(PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([readTokens(news), patience]);
    waiting.abort();
    return readTokens([]);
  };
}
