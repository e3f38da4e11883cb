import type { Translator } from "@/lib/core/i18n/translator";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  isAddress,
  MEMO_PROGRAM_ID,
  RENT_SYSVAR_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  WRAPPED_SOL_MINT,
} from "@/lib/core/solana/addresses";

/** The holder of a right over the campaign: the creator, or another address. */
export type AuthorityHolder = "creator" | "other";

const NON_SIGNERS: ReadonlySet<string> = new Set([
  ...[SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, ASSOCIATED_TOKEN_PROGRAM_ID],
  ...[MEMO_PROGRAM_ID, RENT_SYSVAR_ID, WRAPPED_SOL_MINT],
]);

/**
 * Returns why a text cannot be an authority, without a request to the Solana network. Returns null if the
 * text is valid.
 */
export function findAuthorityError(t: Translator, address: string, mint: string): string | null {
  if (address === "") return t("Enter an address, or select “You, the creator”.");
  if (!isAddress(address)) {
    return t("This is not a Solana address. Check for missing, wrong or extra characters.");
  }
  if (address === mint) return t("This is the token’s mint, which cannot sign.");
  if (!NON_SIGNERS.has(address)) return null;
  return t("This is a public program or mint, which cannot sign.");
}

/** The addresses that can cancel and pause a campaign. An address applies only with the holder `other`. */
export type AuthorityChoices = {
  cancellable: boolean;
  cancelBy: AuthorityHolder;
  cancelAuthority: string;
  pausable: boolean;
  pauseBy: AuthorityHolder;
  pauseAuthority: string;
};

/** Returns the errors of the addresses that were entered for the rights. */
export function findAuthorityErrors(
  t: Translator,
  draft: AuthorityChoices & { mint: string },
): { cancelAuthority?: string; pauseAuthority?: string } {
  const cancel =
    draft.cancellable &&
    draft.cancelBy === "other" &&
    findAuthorityError(t, draft.cancelAuthority, draft.mint);
  const pause =
    draft.pausable && draft.pauseBy === "other" && findAuthorityError(t, draft.pauseAuthority, draft.mint);
  return { ...(cancel && { cancelAuthority: cancel }), ...(pause && { pauseAuthority: pause }) };
}

/** Returns the addresses that can cancel and pause. Null means that no address has the right. */
export function resolveAuthorities(draft: AuthorityChoices, creator: string) {
  const holder = (may: boolean, by: AuthorityHolder, address: string) =>
    may ? (by === "other" ? address : creator) : null;
  return {
    cancelAuthority: holder(draft.cancellable, draft.cancelBy, draft.cancelAuthority),
    pauseAuthority: holder(draft.pausable, draft.pauseBy, draft.pauseAuthority),
  };
}
