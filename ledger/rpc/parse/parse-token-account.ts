import bs58 from "bs58";
import { bytesKey } from "../../bank/bytes-key";
import type { AccountState } from "../../bank/engine";
import {
  mintDecimals,
  mintSupply,
  TOKEN_PROGRAM,
  tokenAmount,
  tokenMint,
  tokenOwner,
  uiTokenAmount,
} from "../../bank/transactions/token-accounts";

const ACCOUNT_STATES = ["uninitialized", "initialized", "frozen"];

/** Returns a token account in the parsed form that explorers and wallets read. */
export function parseTokenAccount(
  account: AccountState,
  readAccount: (address: Uint8Array) => AccountState | null,
) {
  const { data } = account;
  const decimals = mintDecimals(readAccount(tokenMint(account)));
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const delegate = optionalAddress(data, 72);
  const rentReserve = view.getUint32(109, true) === 1 ? view.getBigUint64(113, true) : null;
  const info = {
    isNative: rentReserve !== null,
    mint: bs58.encode(tokenMint(account)),
    owner: bs58.encode(tokenOwner(account)),
    state: ACCOUNT_STATES[data[108] ?? 0],
    tokenAmount: uiTokenAmount(tokenAmount(account), decimals),
    ...(delegate && { delegate, delegatedAmount: uiTokenAmount(view.getBigUint64(121, true), decimals) }),
    ...(rentReserve !== null && { rentExemptReserve: uiTokenAmount(rentReserve, decimals) }),
    ...withAddress("closeAuthority", optionalAddress(data, 129)),
  };
  return { parsed: { info, type: "account" }, program: programName(account), space: data.length };
}

export function parseMint(account: AccountState) {
  const info = {
    decimals: mintDecimals(account),
    freezeAuthority: optionalAddress(account.data, 46),
    isInitialized: true,
    mintAuthority: optionalAddress(account.data, 0),
    supply: mintSupply(account).toString(),
  };
  return { parsed: { info, type: "mint" }, program: programName(account), space: account.data.length };
}

function programName(account: AccountState): string {
  return bytesKey(account.owner) === bytesKey(TOKEN_PROGRAM) ? "spl-token" : "spl-token-2022";
}

/** Reads a token program's optional address: four bytes of presence, then the address. */
function optionalAddress(data: Uint8Array, offset: number): string | null {
  return data[offset] === 1 ? bs58.encode(data.subarray(offset + 4, offset + 36)) : null;
}

function withAddress(name: string, value: string | null) {
  return value === null ? {} : { [name]: value };
}
