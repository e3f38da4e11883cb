import type { Database } from "@/db/client";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import type { Logger } from "@/lib/service/log";
import type { Chain } from "./chain";
import { requestOptional } from "./optional-request";

/** The index and the network, which both provide a genesis hash. */
type GenesisSources = { reads: Database; chain: Chain | null; log: Logger };

const known = new WeakMap<GenesisSources, Promise<string | null>>();

/**
 * Returns the genesis hash of the indexed network in base58; null if neither the index nor the network
 * provides it. Concurrent calls share one query (request coalescing, single-flight). Its result is cached. The
 * next call retries a failed query.
 */
export function readGenesis(sources: GenesisSources): Promise<string | null> {
  const requested = known.get(sources);
  if (requested) return requested;
  const asking = request(sources).then((genesis) => {
    if (genesis === null) known.delete(sources);
    return genesis;
  });
  known.set(sources, asking);
  return asking;
}

/** The index takes precedence: a network with another hash is not the one whose campaigns are shown. */
async function request({ reads, chain, log }: GenesisSources): Promise<string | null> {
  const indexed = await selectGenesis(reads).catch(() => null);
  return indexed ?? (chain && requestOptional(chain, log, (limits) => chain.getGenesisHash(limits)));
}
