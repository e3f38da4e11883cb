import type { Logger } from "@/lib/service/log";
import type { Chain } from "./chain";
import type { CallOptions } from "./rpc-client";

const LIMITS: CallOptions = { deadlineMs: 5_000, attempts: 2 };
const REST_MS = 5_000;

const restsUntil = new WeakMap<Chain, number>();

/**
 * Asks a ledger for what an answer can do without. Null where it does not tell, and for some seconds after that at once, so
 * that while it is away nobody waits for it in turn.
 */
export async function askBriefly<T>(
  chain: Chain,
  log: Pick<Logger, "warn">,
  ask: (limits: CallOptions) => Promise<T>,
): Promise<T | null> {
  if (performance.now() < (restsUntil.get(chain) ?? 0)) return null;
  try {
    return await ask(LIMITS);
  } catch (error) {
    restsUntil.set(chain, performance.now() + REST_MS);
    log.warn({ error: String(error) }, "the ledger did not tell what an answer goes without");
    return null;
  }
}
