import { setTimeout as sleep } from "node:timers/promises";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import { type Network, networkOf } from "@/lib/core/solana/networks";
import { askBriefly } from "@/lib/service/chain/ask-briefly";
import { type Services, services } from "@/lib/service/services";

/** How long a page waits to be told; whoever comes later has the answer. */
const WAIT_MS = 1_000;

const known = new WeakMap<Services, Promise<string | null>>();

/** The network that this service indexes; null as long as neither the index nor the ledger says which it is. */
export async function readNetwork(): Promise<Network | null> {
  const used = await services();
  const asking = known.get(used) ?? ask(used);
  const genesis = await Promise.race([asking, sleep(WAIT_MS, null, { ref: false })]);
  if (genesis === null) return null;
  const { NETWORK_NAME, SOLANA_RPC_URL, EXPLORER_URL } = used.env;
  const name = NETWORK_NAME ?? (SOLANA_RPC_URL ? undefined : "local ledger");
  return networkOf(genesis, { name, explorer: EXPLORER_URL });
}

/** Asks once for all who come meanwhile; what was not answered is asked again by the next. */
function ask(used: Services): Promise<string | null> {
  const asking = genesisOf(used).then((genesis) => {
    if (genesis === null) known.delete(used);
    return genesis;
  });
  known.set(used, asking);
  return asking;
}

/** What the index is of comes first: a ledger that says otherwise is not the one whose campaigns are shown. */
async function genesisOf({ reads, chain, log }: Services): Promise<string | null> {
  const indexed = await selectGenesis(reads).catch(() => null);
  return indexed ?? (chain && askBriefly(chain, log, (limits) => chain.getGenesisHash(limits)));
}
