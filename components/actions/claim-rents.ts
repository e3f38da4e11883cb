import { type AccountInfo, PublicKey } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { decodeClaimRecord, decodeVestingTree } from "@/lib/core/solana/accounts";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { isRecordClosable } from "@/lib/core/vesting/lifecycle";

/** Accounts that a node gives at once. */
const MOST_ACCOUNTS = 100;

/** The rent in lamports of those claim records of a beneficiary that the program would close at `now`, by tree. */
export async function fetchClaimRents(of: {
  beneficiary: string;
  programId: string;
  trees: readonly string[];
  now: bigint;
}): Promise<Record<string, string>> {
  const { trees, now, ...record } = of;
  const rents: Record<string, string> = {};
  for (let from = 0; from < trees.length; from += MOST_ACCOUNTS / 2) {
    const batch = trees.slice(from, from + MOST_ACCOUNTS / 2);
    const records = batch.map((treeAddress) => findClaimRecordAddress({ ...record, treeAddress }).address);
    const accounts = await ledger().getMultipleAccountsInfo(
      [...batch, ...records].map((address) => new PublicKey(address)),
    );
    for (const [index, treeAddress] of batch.entries()) {
      const rent = closableRent(accounts[index], accounts[batch.length + index], now);
      if (rent !== null) rents[treeAddress] = rent;
    }
  }
  return rents;
}

type Account = AccountInfo<Uint8Array> | null | undefined;

function closableRent(tree: Account, record: Account, now: bigint): string | null {
  if (!tree || !record) return null;
  const facts = { record: decodeClaimRecord(record.data), tree: decodeVestingTree(tree.data), now };
  return isRecordClosable(facts) ? String(record.lamports) : null;
}
