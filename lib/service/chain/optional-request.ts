import type { Logger } from "@/lib/service/log";
import type { Chain } from "./chain";
import type { CallOptions } from "./rpc-client";

const LIMITS: CallOptions = { deadlineMs: 2_000, attempts: 2 };
const [FIRST_REST_MS, LONGEST_REST_MS] = [5_000, 60_000];

const resting = new WeakMap<Chain, { untilMs: number; restMs: number }>();

/**
 * Queries the network for optional data. Returns null on failure. After a failure, returns null immediately
 * for a growing number of seconds, so that an outage does not delay every request.
 */
export async function requestOptional<T>(
  chain: Chain,
  log: Pick<Logger, "warn">,
  request: (limits: CallOptions) => Promise<T>,
): Promise<T | null> {
  const last = resting.get(chain);
  if (last && performance.now() < last.untilMs) return null;
  try {
    const response = await request(LIMITS);
    resting.delete(chain);
    return response;
  } catch (error) {
    const restMs = Math.min(LONGEST_REST_MS, last ? 2 * last.restMs : FIRST_REST_MS);
    resting.set(chain, { restMs, untilMs: performance.now() + restMs });
    log.warn({ error }, "optional data could not be read from the network");
    return null;
  }
}
