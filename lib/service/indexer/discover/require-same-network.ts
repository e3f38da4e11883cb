import { pinGenesis } from "@/db/queries/indexing/sync-state";
import type { EndpointHead } from "@/lib/service/chain/chain";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import type { IndexerContext } from "../context";
import { saveEndpointStates } from "./endpoint-states";

/** Time for which a verified network is not verified again. */
const TRUST_MS = 60_000;
const trustedUntil = new WeakMap<object, number>();
/** Timeout of the first query of a run; if it fails, the other queries would fail too. */
const FIRST_ANSWER_MS = 5_000;

/**
 * Rejects a network other than the one that was indexed first, because slots and transactions of both are
 * unrelated.
 *
 * @throws NetworkUnavailableError
 */
export async function requireSameNetwork(context: IndexerContext): Promise<void> {
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
      "indexer: SOLANA_RPC_URL is on another network than the index; change SOLANA_RPC_URL or use a new database",
    );
    const [head, ...others] = await chain.getHeads().catch(() => []);
    if (head && others.length === 0) await saveForeign(context, [{ ...head, isForeign: true }]);
    throw new NetworkUnavailableError("The node belongs to a different network than the indexed one.");
  }
  trustedUntil.set(chain, performance.now() + TRUST_MS);
}

/** Stores endpoints as foreign, so that the health endpoint names them although no run gets further. */
function saveForeign(context: IndexerContext, heads: readonly EndpointHead[]): Promise<void> {
  const states = heads.map(({ host, isForeign }) => ({
    host,
    state: isForeign ? ("foreign" as const) : ("unreachable" as const),
    slot: null,
  }));
  return saveEndpointStates(context, states);
}
