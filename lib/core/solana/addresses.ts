import { writeAddress } from "@/lib/core/solana/base58";

/** The default program id of the vesting program. Source: program interface. */
export const DEFAULT_PROGRAM_ID = "G6iaigUdi2btFwUc2N65twfxwA8Ew5uKKhKJ5RJa8wvu";

/** The mint of a campaign that holds native SOL: 32 zero bytes. */
export const NATIVE_MINT = "11111111111111111111111111111111";
export const WRAPPED_SOL_MINT = "So11111111111111111111111111111111111111112";

export const SYSTEM_PROGRAM_ID = "11111111111111111111111111111111";
export const TOKEN_PROGRAM_ID = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM_ID = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
export const ASSOCIATED_TOKEN_PROGRAM_ID = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
export const COMPUTE_BUDGET_PROGRAM_ID = "ComputeBudget111111111111111111111111111111";
export const ADDRESS_LOOKUP_TABLE_PROGRAM_ID = "AddressLookupTab1e1111111111111111111111111";
export const MEMO_PROGRAM_ID = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/** The Squads v4 program, at the same address on mainnet and devnet. Source: Squads-Protocol/v4, README. */
export const SQUADS_PROGRAM_ID = "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf";
/** The Metaplex token-metadata program, which stores the names of mints. */
export const TOKEN_METADATA_PROGRAM_ID = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
export const RENT_SYSVAR_ID = "SysvarRent111111111111111111111111111111111";
/** The sysvar that the advance of a durable nonce names. */
export const RECENT_BLOCKHASHES_SYSVAR_ID = "SysvarRecentB1ockHashes11111111111111111111";

/**
 * Returns whether a text is the base58 form of exactly 32 bytes. Not every address is a point on the curve:
 * PDAs are not.
 */
export function isAddress(text: string): boolean {
  return writeAddress(text, new Uint8Array(32), 0);
}

/**
 * Returns the 32 bytes of an address.
 * @throws RangeError for an invalid address.
 */
export function addressBytes(address: string): Uint8Array {
  const bytes = new Uint8Array(32);
  if (!writeAddress(address, bytes, 0)) throw new RangeError("Expected a base58 address of 32 bytes.");
  return bytes;
}
