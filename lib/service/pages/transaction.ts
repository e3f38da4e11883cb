import { isApiError } from "@/lib/core/errors";
import { NetworkUnavailableError, RpcRejectionError } from "@/lib/service/chain/errors";
import type { TransactionDetail } from "@/lib/service/chain/transaction-detail";
import { consume, consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import { services } from "@/lib/service/services";

/** Rate limit per minute for all clients together, because each RPC call may cost the operator money. */
const CALLS_PER_MINUTE = 120;
/** A network of clients uses at most a quarter of it. */
const SHARE = { name: "transactions", limit: 30, windowSeconds: 60 };
const DEADLINE_MS = 5_000;
/** Maximum cached transactions; a transaction changes only by a fork. */
const MAX_CACHED_TRANSACTIONS = 200;
const CACHE_MS = 60_000;
/** A transaction that was just sent appears within seconds. */
const UNKNOWN_CACHE_MS = 5_000;

export type TransactionPage =
  | { state: "found"; detail: TransactionDetail }
  | { state: "unknown" | "unavailable" | "busy" }
  | { state: "unreadable"; reason: string };

const stored = new Map<string, { page: TransactionPage; untilMs: number }>();

/**
 * Returns a transaction as it is on chain now, or the reason why it cannot be shown. `headers` identify the client.
 */
export async function readTransactionPage(
  signature: string,
  headers: Request["headers"],
): Promise<TransactionPage> {
  const found = stored.get(signature);
  if (found && found.untilMs > performance.now()) return found.page;
  const { syncChain, ...used } = await services();
  if (!syncChain) return { state: "unavailable" };
  try {
    await consumeNetworkShare(used, { headers }, SHARE);
    await consume(used, "transactions of pages", CALLS_PER_MINUTE);
    const detail = await syncChain.getTransactionDetail(signature, { deadlineMs: DEADLINE_MS, attempts: 2 });
    return store(signature, detail ? { state: "found", detail } : { state: "unknown" });
  } catch (error) {
    if (isApiError(error) && error.code === "RATE_LIMITED") return { state: "busy" };
    if (error instanceof RpcRejectionError) return { state: "unreadable", reason: error.message };
    if (error instanceof NetworkUnavailableError) return { state: "unavailable" };
    throw error;
  }
}

function store(signature: string, page: TransactionPage): TransactionPage {
  const cacheMs = page.state === "found" ? CACHE_MS : UNKNOWN_CACHE_MS;
  stored.delete(signature);
  stored.set(signature, { page, untilMs: performance.now() + cacheMs });
  const [oldest] = stored.keys();
  if (stored.size > MAX_CACHED_TRANSACTIONS && oldest !== undefined) stored.delete(oldest);
  return page;
}
