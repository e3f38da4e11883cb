import { PublicKey } from "@solana/web3.js";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { ledger } from "./connection";

/** A campaign's account as the ledger has it; null when there is none, or none any more. */
export async function readTree(treeAddress: string): Promise<VestingTree | null> {
  const account = await ledger().getAccountInfo(new PublicKey(treeAddress));
  return account ? decodeVestingTree(account.data) : null;
}

/** The account of a campaign that must be there. */
export async function readTreeOrThrow(treeAddress: string): Promise<VestingTree> {
  const tree = await readTree(treeAddress);
  if (!tree) throw new Error("The ledger has no such campaign.");
  return tree;
}
