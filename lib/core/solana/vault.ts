import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "./addresses";
import { findVaultAddress } from "./pdas";
import { lamportsAboveRent } from "./rent";
import { TOKEN_ACCOUNT_BYTES, tokenAccountBalance } from "./tokens/tokens";

type HeldAccount = { owner: string; lamports: bigint; data: Uint8Array };
type VaultOf = { treeAddress: string; mint: string; programId?: string };

/**
 * Returns the account that holds a campaign's funds: its vault, or for native SOL the tree account itself.
 */
export const vaultAccountOf = (of: VaultOf): string =>
  of.mint === NATIVE_MINT ? of.treeAddress : findVaultAddress(of).address;

/**
 * Returns the balance of a campaign's vault for claims, in base units; 0 if the account does not exist. For
 * native SOL, these are the lamports above the rent-exempt minimum: the program does not pay claims from the
 * rent. The claim that takes the rest of the supply also receives the rent. Source:
 * ledger/program/src/treasury.h, instructions/claim.h.
 */
export function vaultBalance(account: HeldAccount | null | undefined, of: VaultOf): bigint {
  if (!account) return 0n;
  if (of.mint === NATIVE_MINT) return account.owner === of.programId ? lamportsAboveRent(account) : 0n;
  const isTokenAccount = account.owner === TOKEN_PROGRAM_ID && account.data.length >= TOKEN_ACCOUNT_BYTES;
  return isTokenAccount ? tokenAccountBalance(account.data) : 0n;
}
