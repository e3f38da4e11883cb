import { Connection, PublicKey } from "@solana/web3.js";
import type { Print } from "@/cli/terminal";
import {
  ACCOUNT_HEAD_BYTES,
  distinctRecipients,
  findUnusualAccounts,
  unusualSentence,
} from "@/lib/core/recipients/recipient-accounts";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** Accounts in one RPC request, and recipients that are looked up at most. */
const BATCH_SIZE = 100;
const MAX_LOOKUPS = 5_000;

/** Warns about recipients whose accounts on the network are not wallets. A node that does not answer is a warning as well. */
export async function warnOfUnusual(rpc: string, leaves: readonly Leaf[], print: Print): Promise<void> {
  const node = new Connection(rpc, "confirmed");
  const { first, total } = distinctRecipients(leaves, MAX_LOOKUPS);
  const read = async (addresses: string[]) => {
    const keys = addresses.map((address) => new PublicKey(address));
    const accounts = await node.getMultipleAccountsInfo(keys, {
      dataSlice: { offset: 0, length: ACCOUNT_HEAD_BYTES },
    });
    return accounts.map((account) => account && { ...account, owner: account.owner.toBase58() });
  };
  try {
    const found = await findUnusualAccounts([...first.keys()], read, { batchSize: BATCH_SIZE });
    for (const [address, unusual] of found)
      print(`Leaf ${first.get(address)?.item.leafIndex}, ${address}: ${unusualSentence(unusual)}`);
    if (first.size < total) print(`Only the first ${first.size} of ${total} recipients were looked up.`);
  } catch (error) {
    print(
      `Recipients were not looked up on the network: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
