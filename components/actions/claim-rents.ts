import { PublicKey } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { findClaimRecordAddress } from "@/lib/solana/pdas";

/** The rent in lamports that a beneficiary's claim records hold, by tree; trees without a record are left out. */
export async function fetchClaimRents(of: {
  beneficiary: string;
  programId: string;
  trees: readonly string[];
}): Promise<Record<string, string>> {
  const { trees, ...record } = of;
  const records = await ledger().getMultipleAccountsInfo(
    trees.map((treeAddress) => new PublicKey(findClaimRecordAddress({ ...record, treeAddress }).address)),
  );
  return Object.fromEntries(
    records.flatMap((account, index) => (account ? [[trees[index], String(account.lamports)]] : [])),
  );
}
