import { BorshCoder, type Idl } from "@coral-xyz/anchor";
import { PublicKey } from "@solana/web3.js";
import { addressBytes, TOKEN_METADATA_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { struct } from "@/lib/core/solana/idl/types";

/** What a mint's metadata account says, made fit to be shown; null is what it leaves empty. */
export type TokenMetadata = { name: string | null; symbol: string | null; uri: string | null };

/** The account that may hold a mint's metadata. Source: Metaplex token-metadata, seeds of `Metadata`. */
export function findTokenMetadataAddress(mint: string): string {
  const program = addressBytes(TOKEN_METADATA_PROGRAM_ID);
  const seeds = [new TextEncoder().encode("metadata"), program, addressBytes(mint)];
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0].toBase58();
}

/**
 * How the account begins; what follows the fee is of no use here. Texts are read as bytes, since what a stranger wrote may
 * be no UTF-8. Source: Metaplex token-metadata, `Metadata` and `Data`.
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
/** Bytes that the program lets a text have, and an account; older accounts have 679. Source: Metaplex, `MAX_…_LENGTH`. */
const MOST = { name: 32, symbol: 10, uri: 200, account: 1_024 };

/** The metadata of a mint by the account at its metadata address; null where that is no such account, or another mint's. */
export function readTokenMetadata(
  { owner, data }: { owner: string; data: Uint8Array },
  mint: string,
): TokenMetadata | null {
  if (owner !== TOKEN_METADATA_PROGRAM_ID || data.length > MOST.account) return null;
  const read = readBeginning(data);
  // Not `equals`: the Borsh library may hold its own copy of web3.js.
  if (!read || read.key !== METADATA_KEY || String(read.mint) !== mint) return null;
  const { name, symbol, uri } = read;
  if (name.length > MOST.name || symbol.length > MOST.symbol || uri.length > MOST.uri) return null;
  return {
    name: cleanText(decode(name), MOST.name),
    symbol: cleanText(decode(symbol), MOST.symbol),
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

/** Controls, directions, joiners, what is private or unassigned, and all else that takes no room or is no text. */
const UNSHOWN = /[\p{C}\p{Default_Ignorable_Code_Point}\uFFFC\uFFFD]/gu;
const LINE_ENDS = /[\t-\r\u0085\u2028\u2029]/gu;
/** Marks upon one letter, which could climb over lines above it. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * A stranger's text in at most `most` characters: one form of each letter, single spaces, nothing unseen. Null where
 * nothing is left.
 */
export function cleanText(text: string, most: number): string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(LINE_ENDS, " ")
    .replaceAll(UNSHOWN, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(PILED_MARKS, "$1")
    .trim();
  return [...plain].slice(0, most).join("").trim() || null;
}

function cleanUri(text: string): string | null {
  const uri = text.replaceAll("\0", "").trim();
  return URL.canParse(uri) ? uri : null;
}
