import { Connection, PublicKey } from "@solana/web3.js";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { NotACampaign, readTreeAccount } from "@/lib/core/solana/tree-account";

/**
 * The account of a campaign as a node has it, checked to be the program's own. Throws NotACampaign where the node has no
 * such account, and the node's own error where it does not answer.
 */
export async function fetchCampaign(of: {
  rpc: string;
  address: string;
  programId: string;
}): Promise<VestingTree> {
  const { rpc, address, programId } = of;
  const account = await new Connection(rpc, "confirmed").getAccountInfo(new PublicKey(address));
  if (!account) throw new NotACampaign(`The account ${address} does not exist on the network.`);
  return readTreeAccount({ address, owner: account.owner.toBase58(), data: account.data }, programId);
}
