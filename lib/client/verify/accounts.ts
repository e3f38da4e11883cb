import type { VaultView } from "@/lib/contract/vault";
import type { VestingTree } from "@/lib/core/solana/accounts";
import type { RpcAccount } from "@/lib/core/solana/rpc-responses/account-response";
import { NotACampaignError, readTreeAccount } from "@/lib/core/solana/tree-account";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import { RpcCallError } from "./rpc-call";
import { type CheckContext, CheckStoppedError } from "./verification";

/**
 * Returns the campaign of an account; null if the account is closed.
 * @throws CheckStoppedError for an account of another program or kind.
 */
export function campaignOfAccount(
  account: RpcAccount | null | undefined,
  { treeAddress, programId }: { treeAddress: string; programId: string },
): VestingTree | null {
  // An account without data exists if SOL was sent to the address of an ended campaign.
  if (!account || account.data.length === 0) return null;
  try {
    return readTreeAccount({ address: treeAddress, owner: account.owner, data: account.data }, programId);
  } catch (error) {
    if (error instanceof NotACampaignError) throw new CheckStoppedError("NOT_A_CAMPAIGN", error.message);
    throw error;
  }
}

type VaultClaim = { path: string; vault: VaultView; treeAddress: string; mint: string };

/**
 * Checks the balance of a vault. A balance that changed after the stated slot is unchecked. Returns the balance
 * for computed fields: the stated one, or the network's if that one is false; null if none is stated.
 */
export async function checkVault(context: CheckContext, claim: VaultClaim): Promise<bigint | null> {
  const { report, reader, programId } = context;
  const { path, vault, treeAddress, mint } = claim;
  if (!vault) {
    report.skip(path, "The service has not read the vault yet.");
    return null;
  }
  const account = getVaultAccount({ treeAddress, mint, programId });
  const read = await reader.accounts([account]);
  const balance = vaultBalance(read.accounts[0], { treeAddress, mint, programId });
  if (BigInt(vault.slot) > read.slot) report.reject(`${path}.slot`, read.slot, "The slot is in the future.");
  else report.skip(`${path}.slot`, "The service's time of reading is not on the network.");
  if (balance.toString() === vault.balance) {
    report.accept(`${path}.balance`);
    return balance;
  }
  const changed = await changedAfter(context, { account, slot: BigInt(vault.slot), time: read.time });
  if (changed !== null && !changed.isOld) {
    report.skip(`${path}.balance`, changed.reason);
    return BigInt(vault.balance);
  }
  report.reject(`${path}.balance`, balance, changed?.reason ?? "The vault has not changed since that slot.");
  return balance;
}

type Changed = { reason: string; isOld: boolean };

/** Returns the first change of an account after a slot; null if there is none. */
async function changedAfter(
  { reader, maxAge }: CheckContext,
  { account, slot, time }: { account: string; slot: bigint; time: bigint },
): Promise<Changed | null> {
  try {
    const { entries } = await reader.signatures(account, {});
    const first = entries.findLast((entry) => !entry.failed && entry.slot > slot);
    if (!first) return null;
    const isOld = first.blockTime === null || first.blockTime < time - maxAge;
    return { reason: `The transaction ${first.signature} changed the vault.`, isOld };
  } catch (error) {
    if (error instanceof RpcCallError) return { reason: error.message, isOld: false };
    throw error;
  }
}
