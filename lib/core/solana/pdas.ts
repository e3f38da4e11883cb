import { PublicKey } from "@solana/web3.js";
import { addressBytes, DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { U64_MAX } from "@/lib/core/solana/integers";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";

export type DerivedAddress = { address: string; bump: number };

const textBytes = (text: string) => new TextEncoder().encode(text);

function u64Bytes(value: bigint): Uint8Array {
  if (value < 0n || value > U64_MAX) throw new RangeError("campaignId must be within u64.");
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

function derive(seeds: Uint8Array[], programId: string): DerivedAddress {
  const [key, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(addressBytes(programId)));
  return { address: key.toBase58(), bump };
}

/**
 * Derives the vesting tree account of a campaign. Source: spec 1.
 * @throws RangeError for an invalid address or id.
 */
export function findVestingTreeAddress(input: {
  creator: string;
  mint: string;
  campaignId: bigint;
  programId?: string;
}): DerivedAddress {
  const seeds = [
    textBytes("tree"),
    addressBytes(input.creator),
    addressBytes(input.mint),
    u64Bytes(input.campaignId),
  ];
  return derive(seeds, input.programId ?? DEFAULT_PROGRAM_ID);
}

/** Derives the address that owns a token campaign's vault. Source: program interface, Addresses. */
export function findVaultAuthorityAddress(input: {
  treeAddress: string;
  programId?: string;
}): DerivedAddress {
  const seeds = [textBytes("vault_authority"), addressBytes(input.treeAddress)];
  return derive(seeds, input.programId ?? DEFAULT_PROGRAM_ID);
}

/**
 * Derives a token campaign's vault: the vault authority's associated token account. A native campaign has no
 * vault.
 */
export function findVaultAddress(input: {
  treeAddress: string;
  mint: string;
  programId?: string;
}): DerivedAddress {
  const owner = findVaultAuthorityAddress(input).address;
  return findAssociatedTokenAddress({ owner, mint: input.mint });
}

/**
 * Derives the account that records a beneficiary's claims from a campaign. Source: program interface,
 * Addresses.
 */
export function findClaimRecordAddress(input: {
  treeAddress: string;
  beneficiary: string;
  programId?: string;
}): DerivedAddress {
  const seeds = [textBytes("claim"), addressBytes(input.treeAddress), addressBytes(input.beneficiary)];
  return derive(seeds, input.programId ?? DEFAULT_PROGRAM_ID);
}
