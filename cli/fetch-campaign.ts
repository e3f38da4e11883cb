import { Connection, PublicKey } from "@solana/web3.js";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { NotACampaignError, readTreeAccount } from "@/lib/core/solana/tree-account";

/**
 * Returns the decoded campaign account.
 * @throws NotACampaignError if the account is missing or another program owns it; RPC errors pass through
 */
export async function fetchCampaign(input: {
  rpc: string;
  address: string;
  programId: string;
}): Promise<VestingTree> {
  const { rpc, address, programId } = input;
  const account = await new Connection(rpc, "confirmed").getAccountInfo(new PublicKey(address));
  if (!account) throw new NotACampaignError(`The account ${address} does not exist on the network.`);
  return readTreeAccount({ address, owner: account.owner.toBase58(), data: account.data }, programId);
}
