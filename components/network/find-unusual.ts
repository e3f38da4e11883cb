import { PublicKey } from "@solana/web3.js";
import { findUnusualAccounts, type UnusualAccount } from "@/lib/core/recipients/recipient-accounts";
import { solanaConnection } from "./connection";

/** Addresses per request, and maximum number of addresses: the service has a rate limit per minute. */
const BATCH_SIZE = 100;
const MAX_LOOKUPS = 5_000;

/** Looks up the first addresses on the network and returns those that are not wallets, with the number looked up. */
export async function findUnusual(
  addresses: readonly string[],
  onBatch?: (done: number, total: number) => void,
): Promise<{ unusual: ReadonlyMap<string, UnusualAccount>; total: number }> {
  const first = addresses.slice(0, MAX_LOOKUPS);
  const unusual = await findUnusualAccounts(first, readAccounts, {
    batchSize: BATCH_SIZE,
    onBatch: (done) => onBatch?.(done, first.length),
  });
  return { unusual, total: first.length };
}

async function readAccounts(addresses: readonly string[]) {
  const accounts = await solanaConnection().getMultipleAccountsInfo(
    addresses.map((address) => new PublicKey(address)),
  );
  return accounts.map((account) => account && { ...account, owner: account.owner.toBase58() });
}
