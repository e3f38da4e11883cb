import { type AccountInfo, PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { chunk } from "@/lib/core/chunk";
import { decodeClaimRecord, type VestingTree } from "@/lib/core/solana/accounts";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { campaignOrNull } from "@/lib/core/solana/tree-account";
import { isRecordClosable } from "@/lib/core/vesting/lifecycle";

/** Maximum number of accounts in one RPC request. */
const MAX_ACCOUNTS = 100;

/**
 * Returns the rent in lamports of the claim records of a beneficiary that the program can close at `now`, by
 * tree.
 */
export async function fetchClaimRents(input: {
  beneficiary: string;
  programId: string;
  trees: readonly string[];
  now: bigint;
}): Promise<Record<string, string>> {
  const { trees, now, ...record } = input;
  const rents: Record<string, string> = {};
  for (const batch of chunk(trees, MAX_ACCOUNTS / 2)) {
    const records = batch.map((treeAddress) => findClaimRecordAddress({ ...record, treeAddress }).address);
    const accounts = await solanaConnection().getMultipleAccountsInfo(
      [...batch, ...records].map((address) => new PublicKey(address)),
    );
    for (const [index, treeAddress] of batch.entries()) {
      const tree = campaignOrNull(accounts[index], { address: treeAddress, programId: input.programId });
      const claims = accounts[batch.length + index];
      const isOwn = claims?.owner.toBase58() === input.programId;
      const rent = isOwn ? closableRent(tree, claims, now) : null;
      if (rent !== null) rents[treeAddress] = rent;
    }
  }
  return rents;
}

function closableRent(tree: VestingTree | null, record: AccountInfo<Uint8Array>, now: bigint): string | null {
  if (!tree) return null;
  const facts = { record: decodeClaimRecord(record.data), tree, now };
  return isRecordClosable(facts) ? String(record.lamports) : null;
}
