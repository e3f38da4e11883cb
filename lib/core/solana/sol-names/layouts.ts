import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import {
  MINT_ACCOUNT_BYTES,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBalance,
} from "@/lib/core/solana/tokens/tokens";
import { NAME_PROGRAM_ID, PRIMARY_NAME_PROGRAM_ID, TOKENIZER_PROGRAM_ID } from "./derive";

/** An account as a node returned it. Its content is untrusted. */
export type NameAccount = { owner: string; data: Uint8Array };

/** The data of an account does not have the layout of its program. */
export class MalformedNameError extends Error {
  override readonly name = "MalformedNameError";
}

const HEADER_BYTES = 96;
const ADDRESS_BYTES = 32;
const SIGNATURE_BYTES = 64;
const RECORD_V2_HEADER_BYTES = 8;
const TOKEN_RECORD_BYTES = 98;
const PRIMARY_NAME_BYTES = 33;
/** The account type of a primary name. Source: SNS SDK for Rust, primary_domain. */
const PRIMARY_NAME = 4;
const MAX_REVERSE_BYTES = 64;
/** Account types of the tokenizer. Source: SNS SDK, nft/state. */
const ACTIVE_RECORD = 2;
/** The validation of a record V2 by a signature of a Solana key. Source: SNS SDK, record/const. */
const BY_SOLANA_SIGNATURE = 1;
const NONE = NATIVE_MINT;

const toView = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

function requireOwner({ owner, data }: NameAccount, program: string, bytes: number): void {
  if (owner !== program) throw new MalformedNameError(`Expected an account of ${program}.`);
  if (data.length < bytes) throw new MalformedNameError(`Expected ${bytes} bytes or more.`);
}

/** The parent and class that a registry account must have; no class by default. */
type Expected = { parent: string | undefined; nameClass?: string };

/**
 * Reads a registry account: 32 bytes each for parent, owner and class, then its data.
 * @throws MalformedNameError for another program, parent or class, and for short data
 */
export function readRegistry(account: NameAccount, expected: Expected): { owner: string; data: Uint8Array } {
  requireOwner(account, NAME_PROGRAM_ID, HEADER_BYTES);
  const { data } = account;
  if (readAddress(data, 0) !== (expected.parent ?? NONE)) throw new MalformedNameError("The parent differs.");
  if (readAddress(data, 2 * ADDRESS_BYTES) !== (expected.nameClass ?? NONE))
    throw new MalformedNameError("The class differs.");
  return { owner: readAddress(data, ADDRESS_BYTES), data: data.subarray(HEADER_BYTES) };
}

/** Returns the parent that a registry account states. */
export function statedParent(account: NameAccount): string {
  requireOwner(account, NAME_PROGRAM_ID, HEADER_BYTES);
  return readAddress(account.data, 0);
}

/** A SOL record of version 1: an address and the owner's signature. Null without a signature. */
export function readRecordV1(data: Uint8Array): { content: Uint8Array; signature: Uint8Array } | null {
  if (data.length < ADDRESS_BYTES + SIGNATURE_BYTES) return null;
  return {
    content: data.slice(0, ADDRESS_BYTES),
    signature: data.slice(ADDRESS_BYTES, ADDRESS_BYTES + SIGNATURE_BYTES),
  };
}

/** A SOL record of version 2. The ids are null unless a Solana key validated them. */
export type RecordV2 = { stalenessId: string; associationId: string; content: string };

/**
 * Reads a SOL record of version 2: two validations (u16), the length of the content (u32), both ids, and the
 * content. Returns null if another method than a Solana signature validated the record.
 * @throws MalformedNameError for another length
 */
export function readRecordV2(data: Uint8Array): RecordV2 | null {
  if (data.length < RECORD_V2_HEADER_BYTES) throw new MalformedNameError("The record has no header.");
  const view = toView(data);
  if (view.getUint32(4, true) !== ADDRESS_BYTES)
    throw new MalformedNameError("The record is not an address.");
  if (view.getUint16(0, true) !== BY_SOLANA_SIGNATURE || view.getUint16(2, true) !== BY_SOLANA_SIGNATURE)
    return null;
  if (data.length < RECORD_V2_HEADER_BYTES + 3 * ADDRESS_BYTES)
    throw new MalformedNameError("The record is shorter than its content.");
  const at = (index: number) => readAddress(data, RECORD_V2_HEADER_BYTES + index * ADDRESS_BYTES);
  return { stalenessId: at(0), associationId: at(1), content: at(2) };
}

/**
 * Returns whether a name is wrapped in a token: type, bump, name account, owner and mint.
 * @throws MalformedNameError for a record of another name or mint
 */
export function isTokenized(account: NameAccount, expected: { domain: string; mint: string }): boolean {
  requireOwner(account, TOKENIZER_PROGRAM_ID, TOKEN_RECORD_BYTES);
  const { data } = account;
  if (data[0] !== ACTIVE_RECORD) return false;
  if (readAddress(data, 2) !== expected.domain)
    throw new MalformedNameError("The token record is of another name.");
  if (readAddress(data, 2 + 2 * ADDRESS_BYTES) !== expected.mint)
    throw new MalformedNameError("The token record has another mint.");
  return true;
}

/**
 * Returns the wallet of the only token of a mint.
 * @throws MalformedNameError if the accounts are not a mint with one token and the account that holds it
 */
export function readHolder(mint: NameAccount, holder: NameAccount, mintAddress: string): string {
  requireOwner(mint, TOKEN_PROGRAM_ID, MINT_ACCOUNT_BYTES);
  requireOwner(holder, TOKEN_PROGRAM_ID, TOKEN_ACCOUNT_BYTES);
  const [supplyAt, decimalsAt, initializedAt, stateAt] = [36, 44, 45, 108];
  const isSingle =
    toView(mint.data).getBigUint64(supplyAt, true) === 1n &&
    mint.data[decimalsAt] === 0 &&
    mint.data[initializedAt] === 1;
  if (!isSingle) throw new MalformedNameError("The mint has another supply than one token.");
  const isHolder =
    readAddress(holder.data, 0) === mintAddress &&
    tokenAccountBalance(holder.data) === 1n &&
    holder.data[stateAt] !== 0;
  if (!isHolder) throw new MalformedNameError("The token account does not hold the token.");
  return readAddress(holder.data, ADDRESS_BYTES);
}

/** Returns the name account that a wallet chose as its primary name. */
export function readPrimaryName(account: NameAccount): string {
  requireOwner(account, PRIMARY_NAME_PROGRAM_ID, PRIMARY_NAME_BYTES);
  if (account.data[0] !== PRIMARY_NAME) throw new MalformedNameError("Expected a primary name.");
  return readAddress(account.data, 1);
}

/** Returns the text of a reverse lookup account: its length (u32) and its characters. Not validated. */
export function readReverse(data: Uint8Array): string {
  const length = data.length < 4 ? 0 : toView(data).getUint32(0, true);
  if (length === 0 || length > MAX_REVERSE_BYTES || data.length < 4 + length)
    throw new MalformedNameError("The reverse lookup has no text.");
  return new TextDecoder().decode(data.subarray(4, 4 + length));
}
