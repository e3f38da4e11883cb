import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import type { TokenBalance } from "../../history/transaction-record";
import { bytesKey } from "../bytes-key";
import type { AccountState } from "../engine";

export const TOKEN_PROGRAM = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA").toBytes();
export const TOKEN_2022_PROGRAM = new PublicKey("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb").toBytes();

const TOKEN_KEY = bytesKey(TOKEN_PROGRAM);
const TOKEN_2022_KEY = bytesKey(TOKEN_2022_PROGRAM);

const ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
const STATE_OFFSET = 108;
const ACCOUNT_TYPE_OFFSET = 165;
const ACCOUNT_TYPE_MINT = 1;
const ACCOUNT_TYPE_ACCOUNT = 2;

export function isTokenProgram(key: Uint8Array): boolean {
  const text = bytesKey(key);
  return text === TOKEN_KEY || text === TOKEN_2022_KEY;
}

/** Returns whether an account is an initialized token account of either token program. */
export function isTokenAccount(account: AccountState): boolean {
  const { data, owner } = account;
  const sized =
    data.length === ACCOUNT_BYTES ||
    (bytesKey(owner) === TOKEN_2022_KEY && data[ACCOUNT_TYPE_OFFSET] === ACCOUNT_TYPE_ACCOUNT);
  return sized && data[STATE_OFFSET] !== 0 && isTokenProgram(owner);
}

export function isMint(account: AccountState): boolean {
  const { data, owner } = account;
  const sized =
    data.length === MINT_BYTES ||
    (bytesKey(owner) === TOKEN_2022_KEY && data[ACCOUNT_TYPE_OFFSET] === ACCOUNT_TYPE_MINT);
  return sized && data[45] === 1 && isTokenProgram(owner);
}

export function tokenMint(account: AccountState): Uint8Array {
  return account.data.subarray(0, 32);
}

export function tokenOwner(account: AccountState): Uint8Array {
  return account.data.subarray(32, 64);
}

export function tokenDelegate(account: AccountState): Uint8Array | null {
  return account.data[72] === 1 ? account.data.subarray(76, 108) : null;
}

export function tokenAmount(account: AccountState): bigint {
  return readU64(account.data, 64);
}

export function mintSupply(mint: AccountState): bigint {
  return readU64(mint.data, 36);
}

export function mintDecimals(mint: AccountState | null): number {
  return mint?.data[44] ?? 0;
}

/** Returns the token balance in a transaction's meta for an account, or null for any other account. */
export function tokenBalance(
  account: AccountState | null,
  accountIndex: number,
  getDecimals: (mint: Uint8Array) => number,
): TokenBalance | null {
  if (account === null || !isTokenAccount(account)) return null;
  const mint = tokenMint(account);
  return {
    accountIndex,
    mint: bs58.encode(mint),
    owner: bs58.encode(tokenOwner(account)),
    programId: bs58.encode(account.owner),
    amount: tokenAmount(account).toString(),
    decimals: getDecimals(mint),
  };
}

/** Returns a token amount in a node's format. */
export function uiTokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const uiAmountString = fraction === "" ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

function readU64(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(offset, true);
}
