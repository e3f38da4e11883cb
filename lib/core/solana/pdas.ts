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

/** The vesting tree account of a campaign. Throws RangeError for a bad address or id. Source: spec 1. */
export function findVestingTreeAddress(of: {
  creator: string;
  mint: string;
  campaignId: bigint;
  programId?: string;
}): DerivedAddress {
  const seeds = [textBytes("tree"), addressBytes(of.creator), addressBytes(of.mint), u64Bytes(of.campaignId)];
  return derive(seeds, of.programId ?? DEFAULT_PROGRAM_ID);
}

/** The address that owns a token campaign's vault. Source: program interface, Addresses. */
export function findVaultAuthorityAddress(of: { treeAddress: string; programId?: string }): DerivedAddress {
  const seeds = [textBytes("vault_authority"), addressBytes(of.treeAddress)];
  return derive(seeds, of.programId ?? DEFAULT_PROGRAM_ID);
}

/** A token campaign's vault: the vault authority's associated token account. A native campaign has none. */
export function findVaultAddress(of: {
  treeAddress: string;
  mint: string;
  programId?: string;
}): DerivedAddress {
  const owner = findVaultAuthorityAddress(of).address;
  return findAssociatedTokenAddress({ owner, mint: of.mint });
}

/** The account that remembers what a beneficiary claimed from a campaign. Source: program interface, Addresses. */
export function findClaimRecordAddress(of: {
  treeAddress: string;
  beneficiary: string;
  programId?: string;
}): DerivedAddress {
  const seeds = [textBytes("claim"), addressBytes(of.treeAddress), addressBytes(of.beneficiary)];
  return derive(seeds, of.programId ?? DEFAULT_PROGRAM_ID);
}
