import { ASSOCIATED_TOKEN_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findVaultAddress, findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens";

/** What tells a campaign's accounts: `programId` is the default program unless given. */
export type CampaignKeys = { treeAddress: string; mint: string; programId?: string };

/** Whether a campaign holds native SOL: no vault and no token accounts, the tree itself holds the lamports. */
export const isNativeMint = (mint: string): boolean => mint === NATIVE_MINT;

/** A campaign's vault, its owner and the token programs; null, which is absent, in a campaign of native SOL. */
export function vaultAccounts(campaign: CampaignKeys) {
  if (isNativeMint(campaign.mint)) {
    return { vaultAuthority: null, vault: null, tokenProgram: null };
  }
  return {
    vaultAuthority: findVaultAuthorityAddress(campaign).address,
    vault: findVaultAddress(campaign).address,
    tokenProgram: TOKEN_PROGRAM_ID,
  };
}

/** The mint and the program that makes token accounts, where an instruction may make one; null for native SOL. */
export function mintAccounts({ mint }: CampaignKeys) {
  return isNativeMint(mint)
    ? { mint: null, associatedTokenProgram: null }
    : { mint, associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID };
}

/** Where `owner` is paid from a campaign: the associated token account, or null for native SOL. */
export function payoutAccount({ mint }: CampaignKeys, owner: string): string | null {
  return isNativeMint(mint) ? null : findAssociatedTokenAddress({ owner, mint }).address;
}
