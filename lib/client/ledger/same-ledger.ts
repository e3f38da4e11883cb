import type { Connection } from "@solana/web3.js";
import type { ApiClient } from "@/lib/client/api-client";
import { type Network, networkOf } from "@/lib/core/solana/networks";

/** A node and a service that are of two ledgers: what is sent there is never seen here. */
export class WrongNetwork extends Error {
  override readonly name = "WrongNetwork";

  constructor(
    /** The ledger that the service indexes. */
    readonly expected: Network,
    /** The node's. */
    readonly found: Network,
  ) {
    super(
      `The service indexes ${expected.name}, and the node is of ${found.name}. Use a node of the service's network.`,
    );
  }
}

/**
 * Throws WrongNetwork when a node is of another ledger than the service indexes, by their genesis hashes. A service that
 * has met no ledger yet refuses none.
 */
export async function checkSameLedger(
  api: ApiClient,
  node: Pick<Connection, "getGenesisHash">,
): Promise<void> {
  const [{ genesis }, found] = await Promise.all([api.health(), node.getGenesisHash()]);
  if (genesis === undefined || genesis === found) return;
  throw new WrongNetwork(networkOf(genesis), networkOf(found));
}
