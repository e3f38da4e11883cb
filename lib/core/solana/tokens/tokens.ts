import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  addressBytes,
  RENT_SYSVAR_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { U64_MAX } from "@/lib/core/solana/integers";

/** Size of a classic SPL Token mint account in bytes. */
export const MINT_ACCOUNT_BYTES = 82;

/** Size of a classic SPL Token account in bytes. */
export const TOKEN_ACCOUNT_BYTES = 165;

/** Offsets of a mint account's decimals, its initialization flag, and its optional freeze authority. */
const DECIMALS_OFFSET = 44;
const INITIALIZED_OFFSET = 45;
const FREEZES_OFFSET = 46;
const FREEZE_AUTHORITY_OFFSET = 50;

/** Offset of the balance in a token account. */
export const TOKEN_BALANCE_OFFSET = 64;

/**
 * Returns the decimals of a classic SPL Token mint, and the authority that can freeze its accounts, if any;
 * null for any other account.
 */
export function mintFacts(account: {
  owner: string;
  data: Uint8Array;
}): { decimals: number; freezeAuthority: string | null } | null {
  const { owner, data } = account;
  if (owner !== TOKEN_PROGRAM_ID || data.length !== MINT_ACCOUNT_BYTES) return null;
  if (data[INITIALIZED_OFFSET] !== 1) return null;
  const canFreeze = data[FREEZES_OFFSET] === 1;
  return {
    decimals: data[DECIMALS_OFFSET] ?? 0,
    freezeAuthority: canFreeze ? readAddress(data, FREEZE_AUTHORITY_OFFSET) : null,
  };
}

/** Returns the decimals of a classic SPL Token mint; null for any other account. */
export const mintDecimals = (account: { owner: string; data: Uint8Array }): number | null =>
  mintFacts(account)?.decimals ?? null;

type Access = "read" | "write" | "sign" | "write-sign";

function meta(address: string, access: Access = "read") {
  return {
    pubkey: new PublicKey(address),
    isSigner: access === "sign" || access === "write-sign",
    isWritable: access === "write" || access === "write-sign",
  };
}

function amountData(tag: number, amount: bigint): Buffer {
  if (amount < 0n || amount > U64_MAX) throw new RangeError("amount must be within u64.");
  const data = Buffer.alloc(9);
  data[0] = tag;
  // The Buffer polyfill in browsers lacks writeBigUInt64LE.
  new DataView(data.buffer, data.byteOffset).setBigUint64(1, amount, true);
  return data;
}

/** Derives an owner's associated token account for a classic SPL Token mint. */
export function findAssociatedTokenAddress(input: { owner: string; mint: string }): {
  address: string;
  bump: number;
} {
  const seeds = [addressBytes(input.owner), addressBytes(TOKEN_PROGRAM_ID), addressBytes(input.mint)];
  const [key, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM_ID));
  return { address: key.toBase58(), bump };
}

/** Creates an owner's associated token account unless it exists. `payer` signs and pays the rent. */
export function createAssociatedTokenInstruction(input: {
  payer: string;
  owner: string;
  mint: string;
}): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(ASSOCIATED_TOKEN_PROGRAM_ID),
    keys: [
      meta(input.payer, "write-sign"),
      meta(findAssociatedTokenAddress(input).address, "write"),
      meta(input.owner),
      meta(input.mint),
      meta(SYSTEM_PROGRAM_ID),
      meta(TOKEN_PROGRAM_ID),
    ],
    data: Buffer.from([1]),
  });
}

/**
 * Creates and initializes a mint account that `payer` funds with `lamports` (rent for MINT_ACCOUNT_BYTES).
 */
export function createMintInstructions(input: {
  payer: string;
  mint: string;
  mintAuthority: string;
  decimals: number;
  lamports: number;
}): TransactionInstruction[] {
  const create = SystemProgram.createAccount({
    fromPubkey: new PublicKey(input.payer),
    newAccountPubkey: new PublicKey(input.mint),
    lamports: input.lamports,
    space: MINT_ACCOUNT_BYTES,
    programId: new PublicKey(TOKEN_PROGRAM_ID),
  });
  // InitializeMint: tag 0, decimals, mint authority, then an absent freeze authority with its 32 unused
  // bytes.
  const data = Buffer.alloc(67);
  data[1] = input.decimals;
  data.set(addressBytes(input.mintAuthority), 2);
  const initialize = new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM_ID),
    keys: [meta(input.mint, "write"), meta(RENT_SYSVAR_ID)],
    data,
  });
  return [create, initialize];
}

/** Mints `amount` base units into a token account. `authority` signs. */
export function mintToInstruction(input: {
  mint: string;
  destination: string;
  authority: string;
  amount: bigint;
}): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM_ID),
    keys: [meta(input.mint, "write"), meta(input.destination, "write"), meta(input.authority, "sign")],
    data: amountData(7, input.amount),
  });
}

/** Transfers `amount` base units between two token accounts of one mint. `owner` signs. */
export function transferTokensInstruction(input: {
  source: string;
  destination: string;
  owner: string;
  amount: bigint;
}): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM_ID),
    keys: [meta(input.source, "write"), meta(input.destination, "write"), meta(input.owner, "sign")],
    data: amountData(3, input.amount),
  });
}

/**
 * Returns the balance in base units from the data of a classic SPL Token account.
 * @throws RangeError when the data is not a token account.
 */
export function tokenAccountBalance(data: Uint8Array): bigint {
  if (data.length < TOKEN_ACCOUNT_BYTES) throw new RangeError("Expected a token account of 165 bytes.");
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(TOKEN_BALANCE_OFFSET, true);
}

/** Returns the supply of a classic SPL Token mint in base units; null for any other account. */
export function mintSupply(account: { owner: string; data: Uint8Array }): bigint | null {
  if (mintDecimals(account) === null) return null;
  const { buffer, byteOffset, byteLength } = account.data;
  return new DataView(buffer, byteOffset, byteLength).getBigUint64(SUPPLY_OFFSET, true);
}

/** Offset of a mint account's supply, after its mint authority. */
const SUPPLY_OFFSET = 36;
