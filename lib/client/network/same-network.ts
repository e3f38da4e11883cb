import type { Connection } from "@solana/web3.js";
import type { ApiClient } from "@/lib/client/api-client";
import { identifyNetwork, type Network } from "@/lib/core/solana/networks";

/** The node and the service use different networks, so the service would never index the transaction. */
export class WrongNetworkError extends Error {
  override readonly name = "WrongNetworkError";

  constructor(
    /** The network that the service indexes. */
    readonly expected: Network,
    /** The network of the node. */
    readonly found: Network,
  ) {
    super(
      `The service indexes ${expected.name}, but the node belongs to ${found.name}. Use a node of the service's network.`,
    );
  }
}

/**
 * Compares the genesis hash of a node with that of the indexed network. A service that has not reached its
 * network yet accepts every node.
 * @throws WrongNetworkError if the hashes differ
 */
export async function checkSameNetwork(
  api: ApiClient,
  node: Pick<Connection, "getGenesisHash">,
): Promise<void> {
  const [{ genesis }, found] = await Promise.all([api.health(), node.getGenesisHash()]);
  if (genesis === undefined || genesis === found) return;
  throw new WrongNetworkError(identifyNetwork(genesis), identifyNetwork(found));
}
