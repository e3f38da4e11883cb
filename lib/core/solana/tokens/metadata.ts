import { BorshCoder, type Idl } from "@coral-xyz/anchor";
import { PublicKey } from "@solana/web3.js";
import { addressBytes, TOKEN_METADATA_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { struct } from "@/lib/core/solana/idl/types";

/** The sanitized content of a mint's metadata account; null for an empty field. */
export type TokenMetadata = { name: string | null; symbol: string | null; uri: string | null };

/**
 * Derives the account that may contain a mint's metadata. Source: Metaplex token-metadata, seeds of
 * `Metadata`.
 */
export function findTokenMetadataAddress(mint: string): string {
  const program = addressBytes(TOKEN_METADATA_PROGRAM_ID);
  const seeds = [new TextEncoder().encode("metadata"), program, addressBytes(mint)];
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0].toBase58();
}

/**
 * The beginning of the account; the fields after the fee are not needed. Texts are read as bytes, because
 * third-party text may not be UTF-8. Source: Metaplex token-metadata, `Metadata` and `Data`.
 */
const BEGINNING = {
  address: TOKEN_METADATA_PROGRAM_ID,
  metadata: { name: "token_metadata", version: "1", spec: "0.1.0" },
  instructions: [],
  types: [
    struct("metadata", [
      { name: "key", type: "u8" },
      { name: "update_authority", type: "pubkey" },
      { name: "mint", type: "pubkey" },
      { name: "name", type: "bytes" },
      { name: "symbol", type: "bytes" },
      { name: "uri", type: "bytes" },
      { name: "seller_fee_basis_points", type: "u16" },
    ]),
  ],
} satisfies Idl;

type Beginning = { key: number; mint: PublicKey; name: Buffer; symbol: Buffer; uri: Buffer };

const coder = new BorshCoder(BEGINNING as Idl);

/** `Key::MetadataV1`. */
const METADATA_KEY = 4;
/**
 * Maximum sizes of texts and of an account in bytes; older accounts have 679. Source: Metaplex,
 * `MAX_…_LENGTH`.
 */
const MAX_LENGTHS = { name: 32, symbol: 10, uri: 200, account: 1_024 };

/**
 * Reads the metadata of a mint from the account at its metadata address; null for any other account, or for
 * metadata of another mint.
 */
export function readTokenMetadata(
  { owner, data }: { owner: string; data: Uint8Array },
  mint: string,
): TokenMetadata | null {
  if (owner !== TOKEN_METADATA_PROGRAM_ID || data.length > MAX_LENGTHS.account) return null;
  const read = readBeginning(data);
  // Does not use `equals`, because the Borsh library may bundle its own copy of web3.js.
  if (!read || read.key !== METADATA_KEY || String(read.mint) !== mint) return null;
  const { name, symbol, uri } = read;
  if (name.length > MAX_LENGTHS.name || symbol.length > MAX_LENGTHS.symbol || uri.length > MAX_LENGTHS.uri)
    return null;
  return {
    name: cleanText(decode(name), MAX_LENGTHS.name),
    symbol: cleanText(decode(symbol), MAX_LENGTHS.symbol),
    uri: cleanUri(decode(uri)),
  };
}

function readBeginning(data: Uint8Array): Beginning | null {
  try {
    return coder.types.decode<Beginning>("metadata", Buffer.from(data));
  } catch {
    return null;
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/**
 * Control, direction and joining characters, private and unassigned code points, and everything else without
 * width or meaning as text.
 */
const UNSHOWN = /[\p{C}\p{Default_Ignorable_Code_Point}\uFFFC\uFFFD]/gu;
const LINE_ENDS = /[\t-\r\u0085\u2028\u2029]/gu;
/** Stacked combining marks on one letter, which could overlap the lines above. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * Sanitizes third-party text to at most `most` characters: normalized letters, single spaces, no invisible
 * characters. Returns null if nothing is left.
 */
export function cleanText(text: string, max: number): string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(LINE_ENDS, " ")
    .replaceAll(UNSHOWN, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(PILED_MARKS, "$1")
    .trim();
  return [...plain].slice(0, max).join("").trim() || null;
}

function cleanUri(text: string): string | null {
  const uri = text.replaceAll("\0", "").trim();
  return URL.canParse(uri) ? uri : null;
}
