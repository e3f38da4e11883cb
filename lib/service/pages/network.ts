import { setTimeout as sleep } from "node:timers/promises";
import { identifyNetwork, type Network } from "@/lib/core/solana/networks";
import { readGenesis } from "@/lib/service/chain/genesis";
import { services } from "@/lib/service/services";

/** Time that a page waits for the network's genesis hash; a later page gets it from the cache. */
const WAIT_MS = 1_000;

/** Returns the network that this service indexes; null while its genesis hash is unknown. */
export async function readNetwork(): Promise<Network | null> {
  const used = await services();
  const genesis = await Promise.race([readGenesis(used), sleep(WAIT_MS, null, { ref: false })]);
  if (genesis === null) return null;
  const { NETWORK_NAME, SOLANA_RPC_URL, EXPLORER_URL } = used.env;
  const name = NETWORK_NAME ?? (SOLANA_RPC_URL ? undefined : "local ledger");
  return identifyNetwork(genesis, { name, explorer: EXPLORER_URL });
}
