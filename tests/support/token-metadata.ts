import { getMetadataAccountDataSerializer, Key } from "@metaplex-foundation/mpl-token-metadata";
import { publicKey } from "@metaplex-foundation/umi";
import type { GenesisAccount } from "@vesting-index/ledger";
import { TOKEN_METADATA_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findTokenMetadataAddress } from "@/lib/core/solana/tokens/metadata";

type Texts = { name: string; symbol: string; uri?: string };
type Metadata = Parameters<ReturnType<typeof getMetadataAccountDataSerializer>["serialize"]>[0];

/**
 * The program pads texts with zeros to their full length. Source: Metaplex token-metadata,
 * `puff_out_data_fields`.
 */
const puffedOut = (text: string, bytes: number) =>
  text + "\0".repeat(Math.max(0, bytes - Buffer.byteLength(text)));

/**
 * The size of an account since its reduction; accounts from before 2025 have 679 bytes. Source: Metaplex,
 * `MAX_METADATA_LEN`.
 */
const ACCOUNT_BYTES = 607;

/** Returns a metadata account's bytes in the layout of the program's own package. */
export function metadataBytes(
  { mint, name, symbol, uri = "" }: Texts & { mint: string },
  over: Partial<Metadata> = {},
): Uint8Array {
  const written = getMetadataAccountDataSerializer().serialize({
    key: Key.MetadataV1,
    updateAuthority: publicKey(mint),
    mint: publicKey(mint),
    ...{ name: puffedOut(name, 32), symbol: puffedOut(symbol, 10), uri: puffedOut(uri, 200) },
    sellerFeeBasisPoints: 0,
    creators: null,
    primarySaleHappened: false,
    isMutable: true,
    ...{ editionNonce: 255, tokenStandard: 2, collection: null, uses: null },
    ...{ collectionDetails: null, programmableConfig: null },
    ...over,
  } as Metadata);
  const bytes = new Uint8Array(Math.max(ACCOUNT_BYTES, written.length));
  bytes.set(written);
  return bytes;
}

/** Returns the metadata of a mint as a genesis account of a ledger. */
export const metadataAccount = (texts: Texts & { mint: string }): GenesisAccount => ({
  address: findTokenMetadataAddress(texts.mint),
  owner: TOKEN_METADATA_PROGRAM_ID,
  lamports: 5_616_720n,
  data: metadataBytes(texts),
});
