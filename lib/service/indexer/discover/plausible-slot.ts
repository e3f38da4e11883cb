import { selectNewestReadSlot } from "@/db/queries/indexing/known-slots";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import type { IndexerContext } from "../context";
import { loadDiscovery } from "./discovery-state";

/**
 * Maximum difference between two responses in slots: two hours of a cluster, more than any healthy node lags
 * or leads.
 */
export const LEAP_SLOTS = 20_000n;
/** Clusters produce two or three slots per second. */
const MAX_SLOTS_PER_SECOND = 10n;

/**
 * Returns the highest slot that is credible without a second endpoint, from the indexed slot and the time
 * since; null if nothing is indexed.
 */
export async function highestPlausibleSlot(context: IndexerContext): Promise<bigint | null> {
  const { completeTo } = await loadDiscovery(context.db);
  if (completeTo === 0n) return null;
  const read = await selectNewestReadSlot(context.db);
  const elapsed = context.now() - (await selectIndexedTo(context.db)).timestamp;
  const reached = read > completeTo ? read : completeTo;
  return reached + LEAP_SLOTS + (elapsed > 0n ? elapsed * MAX_SLOTS_PER_SECOND : 0n);
}
