import { Connection, PublicKey } from "@solana/web3.js";
import type { Print } from "@/cli/terminal";
import { type AmountSummary, mintWarnings } from "@/lib/core/recipients/mint-warnings";
import {
  ACCOUNT_HEAD_BYTES,
  distinctRecipients,
  findUnusualAccounts,
  unusualSentence,
} from "@/lib/core/recipients/recipient-accounts";

/** Accounts in one RPC request. */
const BATCH_SIZE = 100;
const MAX_LOOKUPS = 5_000;

/** `getPosition` returns the position of a recipient in the file; `mint` is null if unknown. */
type LookedUp = {
  recipients: readonly { beneficiary: string }[];
  getPosition: (index: number) => string;
  mint: string | null;
  amounts: AmountSummary | null;
};

/**
 * Warns about recipients whose accounts on the network are not wallets, and about amounts that the mint contradicts.
 * An unavailable node is a warning too.
 */
export async function warnOfUnusual(rpc: string, lookup: LookedUp, print: Print): Promise<void> {
  const { recipients, getPosition, mint, amounts } = lookup;
  const node = new Connection(rpc, "confirmed");
  const { positions, total } = distinctRecipients(recipients, MAX_LOOKUPS);
  const read = async (addresses: string[]) => {
    const keys = addresses.map((address) => new PublicKey(address));
    const accounts = await node.getMultipleAccountsInfo(keys, {
      dataSlice: { offset: 0, length: ACCOUNT_HEAD_BYTES },
    });
    return accounts.map((account) => account && { ...account, owner: account.owner.toBase58() });
  };
  try {
    const found = await findUnusualAccounts([...positions.keys()], read, { batchSize: BATCH_SIZE });
    for (const [address, unusual] of found)
      for (const index of positions.get(address) ?? [])
        print(`${getPosition(index)}, beneficiary: ${unusualSentence(unusual)}`);
    if (positions.size < total)
      print(`Only the first ${positions.size} of ${total} recipients were checked on the network.`);
    if (mint !== null) {
      const [account = null] = await read([mint]);
      for (const warning of mintWarnings({ mint, account }, amounts)) print(warning);
    }
  } catch (error) {
    print(
      `Recipients were not checked on the network: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
