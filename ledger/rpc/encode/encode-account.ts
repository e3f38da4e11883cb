import bs58 from "bs58";
import { type AccountState, RENT_EXEMPT_EPOCH } from "../../bank/engine";
import { isMint, isTokenAccount } from "../../bank/transactions/token-accounts";
import { parseLookupTable } from "../parse/parse-lookup-table";
import { parseNonce, parseSysvar } from "../parse/parse-sysvar";
import { parseMint, parseTokenAccount } from "../parse/parse-token-account";
import { RPC_CODES, RpcError } from "../rpc-error";
import { u64Json } from "./json";

type AccountEncoding = "base58" | "base64" | "base64+zstd" | "binary" | "jsonParsed";
export type AccountView = {
  encoding?: AccountEncoding | undefined;
  dataSlice?: { offset: number; length: number } | undefined;
};

export type FoundAccount = { address: Uint8Array; account: AccountState };

/** Reads the mint of a token account, for its decimals. */
export type AccountReader = (address: Uint8Array) => AccountState | null;

const BASE58_LIMIT = 128;
const TOO_LARGE = "error: data too large for bs58 encoding";

/**
 * Encodes an account for a method's response.
 *
 * @throws RpcError -32600 when the data is too large for base58, which is the default encoding
 */
export function encodeAccountOrRefuse(found: FoundAccount, view: AccountView, readAccount: AccountReader) {
  const { encoding = "binary", dataSlice } = view;
  const left = found.account.data.length - (dataSlice?.offset ?? 0);
  const length = Math.min(dataSlice?.length ?? left, Math.max(0, left));
  if ((encoding === "binary" || encoding === "base58") && length > BASE58_LIMIT) {
    const message = `Encoded binary (base 58) data should be less than ${BASE58_LIMIT} bytes, please use Base64 encoding.`;
    throw new RpcError(RPC_CODES.invalidRequest, message);
  }
  return encodeAccount(found, view, readAccount);
}

/**
 * Encodes an account as a node does; `jsonParsed` falls back to base64 for accounts without a parsed form.
 */
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
    const known = parseNonce(account) ?? parseSysvar(account, address) ?? parseLookupTable(account);
    if (known !== null) return known;
  }
  const start = dataSlice?.offset ?? 0;
  const bytes = dataSlice ? account.data.subarray(start, start + dataSlice.length) : account.data;
  switch (encoding) {
    case undefined:
    case "binary":
      return bytes.length > BASE58_LIMIT ? TOO_LARGE : bs58.encode(bytes);
    case "base58":
      return [bytes.length > BASE58_LIMIT ? TOO_LARGE : bs58.encode(bytes), "base58"];
    case "base64+zstd":
      return [zstdFrame(bytes).toString("base64"), "base64+zstd"];
    default:
      return [Buffer.from(bytes).toString("base64"), "base64"];
  }
}

const ZSTD_MAGIC = 0xfd2fb528;
/** Single segment, with a content size of eight bytes, so the frame needs no window size. */
const ZSTD_DESCRIPTOR = 0b1110_0000;
const ZSTD_HEADER_BYTES = 13;
const BLOCK_HEADER_BYTES = 3;
const MAX_BLOCK_BYTES = 128 * 1024;
const BLOCK = { Raw: 0, Repeated: 1 } as const;

/**
 * Encodes bytes as a Zstandard frame that any decoder reads. Only runs of one byte are compressed: the client
 * is on the same machine, and only needs the format. Source: RFC 8878.
 */
function zstdFrame(bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(ZSTD_HEADER_BYTES);
  header.writeUInt32LE(ZSTD_MAGIC, 0);
  header.writeUInt8(ZSTD_DESCRIPTOR, 4);
  header.writeBigUInt64LE(BigInt(bytes.length), 5);
  const blocks = [];
  // Even empty content ends with a block.
  for (let start = 0; start === 0 || start < bytes.length; start += MAX_BLOCK_BYTES) {
    const content = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    blocks.push(block(content, start + MAX_BLOCK_BYTES >= bytes.length));
  }
  return Buffer.concat([header, ...blocks]);
}

function block(content: Uint8Array, isLast: boolean): Buffer {
  const isRun = content.length > 1 && content.every((byte) => byte === content[0]);
  const header = Buffer.alloc(BLOCK_HEADER_BYTES);
  const type = isRun ? BLOCK.Repeated : BLOCK.Raw;
  header.writeUIntLE((content.length << 3) | (type << 1) | Number(isLast), 0, BLOCK_HEADER_BYTES);
  return Buffer.concat([header, isRun ? content.subarray(0, 1) : content]);
}
