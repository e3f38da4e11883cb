import type { Database } from "@/db/client";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import type { Logger } from "@/lib/service/log";
import { askBriefly } from "./ask-briefly";
import type { Chain } from "./chain";

/** The index and the ledger that state a genesis hash. */
type GenesisSources = { reads: Database; chain: Chain | null; log: Logger };

const known = new WeakMap<GenesisSources, Promise<string | null>>();

/**
 * The genesis hash of the ledger that this service indexes, in base58; null as long as neither the index nor the ledger
 * says it. Asked once for all who come meanwhile, and kept; what was not answered is asked again by the next.
 */
export function readGenesis(sources: GenesisSources): Promise<string | null> {
  const asked = known.get(sources);
  if (asked) return asked;
  const asking = ask(sources).then((genesis) => {
    if (genesis === null) known.delete(sources);
    return genesis;
  });
  known.set(sources, asking);
  return asking;
}

/** What the index is of comes first: a ledger that says otherwise is not the one whose campaigns are shown. */
async function ask({ reads, chain, log }: GenesisSources): Promise<string | null> {
  const indexed = await selectGenesis(reads).catch(() => null);
  return indexed ?? (chain && askBriefly(chain, log, (limits) => chain.getGenesisHash(limits)));
}
