import { getMetadataAccountDataSerializer } from "@metaplex-foundation/mpl-token-metadata";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseCount } from "@/ledger/tests/support/thorough";
import { TOKEN_METADATA_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { cleanText, findTokenMetadataAddress, readTokenMetadata } from "@/lib/core/solana/tokens/metadata";
import { metadataBytes } from "@/tests/support/token-metadata";

const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const OTHER = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const owner = TOKEN_METADATA_PROGRAM_ID;
const TEXTS = { name: "USD Coin", symbol: "USDC", uri: "https://example.com/usdc.json" };
const read = (data: Uint8Array, mint = MINT) => readTokenMetadata({ owner, data }, mint);

test("derives a mint's metadata address as the program does", () => {
  // Known answer: the metadata of USDC on mainnet.
  expect(findTokenMetadataAddress(MINT)).toBe("5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq");
});

describe("an account of the program", () => {
  test("returns its texts without the trailing zeros", () => {
    expect(read(metadataBytes({ mint: MINT, ...TEXTS }))).toEqual(TEXTS);
  });

  test("is decoded as by the program's own package", () => {
    const words = fc.stringMatching(/^[A-Za-z]{1,10}$/);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), words, words, (seed, name, symbol) => {
        const mint = Keypair.fromSeed(seed).publicKey.toBase58();
        const data = metadataBytes({ mint, name, symbol, uri: `https://${name}.example/` });
        const [theirs] = getMetadataAccountDataSerializer().deserialize(data);
        const plain = (text: string) => text.replaceAll("\0", "");
        expect(read(data, mint)).toEqual({
          name: plain(theirs.name),
          symbol: plain(theirs.symbol),
          uri: plain(theirs.uri),
        });
        expect(String(theirs.mint)).toBe(mint);
      }),
      { numRuns: caseCount(25) },
    );
  });

  test("decodes an account of the older, longer layout to the same values", () => {
    const bytes = new Uint8Array(679);
    bytes.set(metadataBytes({ mint: MINT, ...TEXTS }));
    expect(read(bytes)).toEqual(TEXTS);
  });

  test("may leave every text empty and name no address", () => {
    const nothing = { name: null, symbol: null, uri: null };
    expect(read(metadataBytes({ mint: MINT, name: "", symbol: " ", uri: "not an address" }))).toEqual(
      nothing,
    );
  });
});

describe("parseMetadata for other data", () => {
  const data = metadataBytes({ mint: MINT, ...TEXTS });
  test("returns null for an account of another program", () => {
    expect(readTokenMetadata({ owner: TOKEN_PROGRAM_ID, data }, MINT)).toBeNull();
  });
  test("returns null for an account of another mint", () => expect(read(data, OTHER)).toBeNull());
  test("returns null for another kind of account of the program", () => {
    for (const key of [0, 1, 2, 3, 5, 6, 255]) expect(read(Uint8Array.of(key, ...data.slice(1)))).toBeNull();
  });
  test("returns null for data that end before their last field", () => {
    const texts = 1 + 32 + 32 + 4 + 32 + 4 + 10 + 4 + 200 + 2;
    for (let size = 0; size < texts; size++) expect(read(data.slice(0, size))).toBeNull();
    expect(read(data.slice(0, texts))).toEqual(TEXTS);
  });
  test("returns null for data longer than the limit, in total or in one text", () => {
    expect(read(Uint8Array.from([...data, ...new Uint8Array(1_024)]))).toBeNull();
    const long = {
      name: "x".repeat(33),
      symbol: "x".repeat(11),
      uri: `https://x.example/${"x".repeat(190)}`,
    };
    for (const [field, text] of Object.entries(long)) {
      expect(read(metadataBytes({ mint: MINT, ...TEXTS, [field]: text }))).toBeNull();
    }
  });
  test("returns null for random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_100 }), (bytes) => {
        const forged = Uint8Array.of(4, ...bytes);
        expect(read(forged)).toBeNull();
      }),
    );
  });
});

describe("a text from the network", () => {
  test.each([
    ["directions", "US\u202EDC\u2066x\u2069", "USDCx"],
    ["zero-width characters", "U\u200BS\u200DD\uFEFFC\u00AD\u2060", "USDC"],
    ["controls and line ends", "A\u0007B\r\nC\tD\u0085E", "AB C D E"],
    ["wide forms", "ＵＳＤＣ", "USDC"],
    ["letters of mathematics", "𝐔𝐒𝐃𝐂", "USDC"],
    ["spaces of every kind", "\u3000 A \u00A0\u2003B ", "A B"],
    ["letters of private use", "A\uE000B", "AB"],
    ["halves of characters", "A\uD800B", "AB"],
    ["marks piled up", `Z${"\u0301".repeat(40)}`, "\u0179\u0301\u0301"],
    ["Hangul fillers", "A\u3164\u115FB", "AB"],
    ["tags", "A\u{E0041}B", "AB"],
  ])("loses %s", (_what, text, shown) => expect(cleanText(text, 32)).toBe(shown));

  test("a text without visible characters becomes empty", () => {
    for (const text of ["", " ", "\0\0", "\u202E\u200B", "\uFFFD"]) expect(cleanText(text, 10)).toBeNull();
  });

  test("is always clean and short", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom(10, 32), (text, max) => {
        const shown = cleanText(text, max);
        if (shown === null) return;
        expect([...shown].length).toBeLessThanOrEqual(max);
        expect(shown).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]|\s\s|^\s|\s$/u);
        expect(cleanText(shown, max)).toBe(shown);
      }),
    );
  });
});
