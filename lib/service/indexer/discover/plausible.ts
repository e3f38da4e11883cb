import { selectNewestReadSlot } from "@/db/queries/indexing/known-slots";
import { pinGenesis, selectIndexedTo } from "@/db/queries/indexing/sync-state";
import type { EndpointHead } from "@/lib/service/chain/chain";
import { LedgerUnavailable } from "@/lib/service/chain/errors";
import type { IndexerContext } from "../context";
import { loadDiscovery } from "./discovery-state";
import { saveEndpointStates } from "./endpoint-states";

/** Slots by which one answer may differ from the next: two hours of a cluster, which no node lags or leaps. */
export const LEAP_SLOTS = 20_000n;
/** Clusters make two or three. */
const MAX_SLOTS_PER_SECOND = 10n;

/**
 * The highest slot that may be believed without a second opinion, by what is indexed and how long ago that was; null
 * while nothing is.
 */
export async function highestPlausibleSlot(context: IndexerContext): Promise<bigint | null> {
  const { completeTo } = await loadDiscovery(context.db);
  if (completeTo === 0n) return null;
  const read = await selectNewestReadSlot(context.db);
  const elapsed = context.now() - (await selectIndexedTo(context.db)).timestamp;
  const reached = read > completeTo ? read : completeTo;
  return reached + LEAP_SLOTS + (elapsed > 0n ? elapsed * MAX_SLOTS_PER_SECOND : 0n);
}

/** How long a ledger that was found to be the right one is not asked again. */
const TRUST_MS = 60_000;
const trustedUntil = new WeakMap<object, number>();
/** It is the first that a run asks: where nobody answers it by then, nobody would answer the rest. */
const FIRST_ANSWER_MS = 5_000;

/**
 * Refuses a ledger other than the one that was indexed first: its slots and transactions have nothing to do with those.
 *
 * @throws LedgerUnavailable
 */
export async function requireSameLedger(context: IndexerContext): Promise<void> {
  const { chain, db, log } = context;
  if ((trustedUntil.get(chain) ?? 0) > performance.now()) return;
  const genesis = await chain.getGenesisHash({ deadlineMs: FIRST_ANSWER_MS }).catch(async (error) => {
    const heads = await chain.getHeads().catch(() => []);
    if (heads.some(({ isForeign }) => isForeign)) await saveForeign(context, heads);
    throw error;
  });
  const pinned = await pinGenesis(db, genesis);
  if (pinned !== genesis) {
    log.error(
      { genesis, pinned },
      "indexer: this is not the ledger that was indexed; set its node or a new database",
    );
    const [head, ...others] = await chain.getHeads().catch(() => []);
    if (head && others.length === 0) await saveForeign(context, [{ ...head, isForeign: true }]);
    throw new LedgerUnavailable("The ledger's node is of another ledger than the one that was indexed.");
  }
  trustedUntil.set(chain, performance.now() + TRUST_MS);
}

/** Stores that endpoints are of another network, so that health names them although no run gets further. */
function saveForeign(context: IndexerContext, heads: readonly EndpointHead[]): Promise<void> {
  const states = heads.map(({ host, isForeign }) => ({
    host,
    state: isForeign ? ("foreign" as const) : ("unreachable" as const),
    slot: null,
  }));
  return saveEndpointStates(context, states);
}
