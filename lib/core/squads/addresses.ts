import { PublicKey } from "@solana/web3.js";
import { addressBytes, SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { U64_MAX } from "@/lib/core/solana/integers";

/** A vault of a multisig: an address without a key, for which the Squads program signs. */
export type SquadsVault = { multisig: string; vaultIndex: number };

/** The largest index of a vault (u8). */
export const MAX_VAULT_INDEX = 255;

const textBytes = (text: string) => new TextEncoder().encode(text);
const PREFIX = textBytes("multisig");

function u64Bytes(value: bigint): Uint8Array {
  if (value < 0n || value > U64_MAX) throw new RangeError("The index must be within u64.");
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/** Derives an address of the Squads program. Source: Squads-Protocol/v4, state/seeds.rs. */
function derive(...seeds: Uint8Array[]): string {
  const [key] = PublicKey.findProgramAddressSync([PREFIX, ...seeds], new PublicKey(SQUADS_PROGRAM_ID));
  return key.toBase58();
}

/**
 * Derives the account of a multisig from the key that created it.
 * @throws RangeError for an invalid address
 */
export const findMultisigAddress = (createKey: string): string =>
  derive(textBytes("multisig"), addressBytes(createKey));

/**
 * Derives a vault, which holds funds and signs.
 * @throws RangeError for an invalid address or an index outside u8
 */
export function findSquadsVaultAddress({ multisig, vaultIndex }: SquadsVault): string {
  if (!Number.isInteger(vaultIndex) || vaultIndex < 0 || vaultIndex > MAX_VAULT_INDEX)
    throw new RangeError(`vaultIndex must be an integer from 0 to ${MAX_VAULT_INDEX}.`);
  return derive(addressBytes(multisig), textBytes("vault"), Uint8Array.of(vaultIndex));
}

/** A transaction of a multisig. The first one has index 1. */
export type SquadsTransactionId = { multisig: string; transactionIndex: bigint };

/** Derives the account that stores the instructions of a transaction. */
export const findSquadsTransactionAddress = ({ multisig, transactionIndex }: SquadsTransactionId): string =>
  derive(addressBytes(multisig), textBytes("transaction"), u64Bytes(transactionIndex));

/** Derives the account that stores the votes on a transaction. */
export const findSquadsProposalAddress = ({ multisig, transactionIndex }: SquadsTransactionId): string =>
  derive(addressBytes(multisig), textBytes("transaction"), u64Bytes(transactionIndex), textBytes("proposal"));
