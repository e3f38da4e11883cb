import { selectGenesis } from "@/db/queries/indexing/sync-state";
import { type Network, networkOf } from "@/lib/core/solana/networks";
import { type Services, services } from "@/lib/service/services";

/** How long a page waits for a ledger that nothing is indexed of yet, and until the next one asks again. */
const ASK_MS = 1_000;
const REST_MS = 10_000;

type Known = { genesis: string | null; untilMs: number };

const known = new WeakMap<Services, Promise<Known>>();

/** The network that this service indexes; null as long as neither the index nor the ledger says which it is. */
export async function readNetwork(): Promise<Network | null> {
  const used = await services();
  const found = await known.get(used);
  const { genesis } = found && found.untilMs > performance.now() ? found : await ask(used);
  if (genesis === null) return null;
  const { NETWORK_NAME, SOLANA_RPC_URL, EXPLORER_URL } = used.env;
  const name = NETWORK_NAME ?? (SOLANA_RPC_URL ? undefined : "local ledger");
  return networkOf(genesis, { name, explorer: EXPLORER_URL });
}

function ask(used: Services): Promise<Known> {
  const asking = genesisOf(used).then((genesis) => ({
    genesis,
    untilMs: genesis === null ? performance.now() + REST_MS : Number.POSITIVE_INFINITY,
  }));
  known.set(used, asking);
  return asking;
}

/** What the index is of comes first: a ledger that says otherwise is not the one whose campaigns are shown. */
async function genesisOf({ reads, chain }: Services): Promise<string | null> {
  const indexed = await selectGenesis(reads).catch(() => null);
  const options = { deadlineMs: ASK_MS, attempts: 1 };
  return indexed ?? (await chain?.getGenesisHash(options).catch(() => null)) ?? null;
}
