import { readGenesis } from "@/lib/service/chain/genesis";
import type { Services } from "@/lib/service/services";

/** Characters of a genesis hash in a CAIP-2 chain reference. */
const CHAIN_REFERENCE = 32;

/** Returns the header that names the network of the transactions; empty if the genesis hash is unknown. */
export async function blockchainIds(services: Services): Promise<Record<string, string>> {
  const genesis = await readGenesis(services);
  return genesis === null ? {} : { "x-blockchain-ids": `solana:${genesis.slice(0, CHAIN_REFERENCE)}` };
}
