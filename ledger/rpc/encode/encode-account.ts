import bs58 from "bs58";
import { type AccountState, RENT_EXEMPT_EPOCH } from "../../bank/engine";
import { isMint, isTokenAccount } from "../../bank/transactions/token-accounts";
import { parseNonce, parseSysvar } from "../parse/parse-sysvar";
import { parseMint, parseTokenAccount } from "../parse/parse-token-account";
import { RPC_CODES, RpcError } from "../rpc-error";
import { zstdFrame } from "../zstd-frame";
import { u64Json } from "./json";

type AccountEncoding = "base58" | "base64" | "base64+zstd" | "binary" | "jsonParsed";
export type AccountView = {
  encoding?: AccountEncoding | undefined;
  dataSlice?: { offset: number; length: number } | undefined;
};

export type FoundAccount = { address: Uint8Array; account: AccountState };

/** Reads the mint that a token account refers to, for its decimals. */
export type AccountReader = (address: Uint8Array) => AccountState | null;

const BASE58_LIMIT = 128;

/** An account as a node shows it; `jsonParsed` falls back to base64 for what it has no form for. */
export function encodeAccount(found: FoundAccount, view: AccountView, readAccount: AccountReader) {
  const { account } = found;
  return {
    data: encodeData(found, view, readAccount),
    executable: account.executable,
    lamports: u64Json(account.lamports),
    owner: bs58.encode(account.owner),
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.data.length,
  };
}

function encodeData(found: FoundAccount, { encoding, dataSlice }: AccountView, readAccount: AccountReader) {
  const { account, address } = found;
  if (encoding === "jsonParsed") {
    if (isTokenAccount(account)) return parseTokenAccount(account, readAccount);
    if (isMint(account)) return parseMint(account);
    const known = parseNonce(account) ?? parseSysvar(account, address);
    if (known !== null) return known;
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
      return [zstdFrame(bytes).toString("base64"), "base64+zstd"];
    default:
      return [Buffer.from(bytes).toString("base64"), "base64"];
  }
}
