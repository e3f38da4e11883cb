import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "./addresses";
import { findVaultAddress } from "./pdas";
import { lamportsAboveRent } from "./rent";
import { TOKEN_ACCOUNT_BYTES, tokenAccountBalance } from "./tokens/tokens";

type HeldAccount = { owner: string; lamports: bigint; data: Uint8Array };
type VaultInput = { treeAddress: string; mint: string; programId?: string };

/**
 * Returns the account that holds a campaign's funds: its vault, or for native SOL the tree account itself.
 */
export const getVaultAccount = (vault: VaultInput): string =>
  vault.mint === NATIVE_MINT ? vault.treeAddress : findVaultAddress(vault).address;

/**
 * Returns the balance of a campaign's vault for claims, in base units; 0 if the account does not exist. For
 * native SOL, these are the lamports above the rent-exempt minimum: the program does not pay claims from the
 * rent. The claim that takes the rest of the supply also receives the rent. Source:
 * ledger/program/src/treasury.h, instructions/claim.h.
 */
export function vaultBalance(account: HeldAccount | null | undefined, vault: VaultInput): bigint {
  if (!account) return 0n;
  if (vault.mint === NATIVE_MINT) return account.owner === vault.programId ? lamportsAboveRent(account) : 0n;
  const isTokenAccount = account.owner === TOKEN_PROGRAM_ID && account.data.length >= TOKEN_ACCOUNT_BYTES;
  return isTokenAccount ? tokenAccountBalance(account.data) : 0n;
}
