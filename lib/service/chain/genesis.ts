import { selectGenesis } from "@/db/queries/indexing/sync-state";
import type { Services } from "@/lib/service/services";
import { askBriefly } from "./ask-briefly";

const known = new WeakMap<Services, Promise<string | null>>();

/**
 * The genesis hash of the ledger that this service indexes, in base58; null as long as neither the index nor the ledger
 * says it. Asked once for all who come meanwhile, and kept; what was not answered is asked again by the next.
 */
export function readGenesis(services: Services): Promise<string | null> {
  const asked = known.get(services);
  if (asked) return asked;
  const asking = ask(services).then((genesis) => {
    if (genesis === null) known.delete(services);
    return genesis;
  });
  known.set(services, asking);
  return asking;
}

/** What the index is of comes first: a ledger that says otherwise is not the one whose campaigns are shown. */
async function ask({ reads, chain, log }: Services): Promise<string | null> {
  const indexed = await selectGenesis(reads).catch(() => null);
  return indexed ?? (chain && askBriefly(chain, log, (limits) => chain.getGenesisHash(limits)));
}
