import bs58 from "bs58";
import { type AccountState, RENT_EXEMPT_EPOCH } from "../bank/engine";
import { isMint, isTokenAccount } from "../bank/token-accounts";
import { u64Json } from "./json";
import { parseMint, parseTokenAccount } from "./parse-token-account";
import { invalidParams, RPC_CODES, RpcError } from "./rpc-error";

type AccountEncoding = "base58" | "base64" | "base64+zstd" | "binary" | "jsonParsed";
export type AccountView = {
  encoding?: AccountEncoding | undefined;
  dataSlice?: { offset: number; length: number } | undefined;
};

/** Reads the mint that a token account refers to, for its decimals. */
export type AccountReader = (address: Uint8Array) => AccountState | null;

const BASE58_LIMIT = 128;

/** An account as a node shows it; `jsonParsed` falls back to base64 for what is no token account or mint. */
export function encodeAccount(account: AccountState, view: AccountView, readAccount: AccountReader) {
  return {
    data: encodeData(account, view, readAccount),
    executable: account.executable,
    lamports: u64Json(account.lamports),
    owner: bs58.encode(account.owner),
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.data.length,
  };
}

function encodeData(account: AccountState, { encoding, dataSlice }: AccountView, readAccount: AccountReader) {
  if (encoding === "jsonParsed") {
    if (isTokenAccount(account)) return parseTokenAccount(account, readAccount);
    if (isMint(account)) return parseMint(account);
  }
  const start = dataSlice?.offset ?? 0;
  const bytes = dataSlice ? account.data.subarray(start, start + dataSlice.length) : account.data;
  switch (encoding) {
    case undefined:
    case "binary":
      return bytes.length > BASE58_LIMIT ? "error: data too large for bs58 encoding" : bs58.encode(bytes);
    case "base58":
      if (bytes.length > BASE58_LIMIT) {
        const message = `Encoded binary (base 58) data should be less than ${BASE58_LIMIT} bytes, please use Base64 encoding.`;
        throw new RpcError(RPC_CODES.invalidRequest, message);
      }
      return [bs58.encode(bytes), "base58"];
    case "base64+zstd":
      throw invalidParams("Invalid params: this ledger does not compress account data; use base64.");
    default:
      return [Buffer.from(bytes).toString("base64"), "base64"];
  }
}
