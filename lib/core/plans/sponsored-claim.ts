import { PublicKey, SystemProgram } from "@solana/web3.js";
import { rentExemptMinimum } from "@/lib/core/solana/rent";
import { TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import { withFeePayer } from "./durable-nonce";
import type { SendablePlan } from "./plan";

/** Size of a claim record in bytes. */
export const CLAIM_RECORD_BYTES = 232;

/** The account that pays the fee of a claim, and the rent in lamports that it gives to the claiming account. */
export type ClaimSponsor = { address: string; rent: bigint };

/**
 * Returns the claims of an account with the sponsor as fee payer. The program takes the rent of new accounts from the
 * claiming account, so the sponsor transfers it in the first claim.
 */
export function sponsorClaims<Plan extends SendablePlan>(
  claims: readonly Plan[],
  { account, sponsor: { address, rent } }: { account: string; sponsor: ClaimSponsor },
): Plan[] {
  const transfer = SystemProgram.transfer({
    ...{ fromPubkey: new PublicKey(address), toPubkey: new PublicKey(account), lamports: rent },
  });
  return claims.map((claim, at) => {
    const instructions = at === 0 && rent > 0n ? [transfer, ...claim.instructions] : claim.instructions;
    return withFeePayer({ ...claim, instructions }, address);
  });
}

/** Returns the rent in lamports of the accounts that a claim creates. `tokenAccount` is true for native SOL. */
export const missingClaimRent = (exists: { record: boolean; tokenAccount: boolean }): bigint =>
  (exists.record ? 0n : rentExemptMinimum(CLAIM_RECORD_BYTES)) +
  (exists.tokenAccount ? 0n : rentExemptMinimum(TOKEN_ACCOUNT_BYTES));
