import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressBytes, isAddress, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { fromHex, toHex } from "@/lib/core/solana/hex";

const anyKey = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  // Base58 decoders differ in their handling of leading zero bytes.
  fc.nat({ max: 32 }).chain((zeros) =>
    fc.uint8Array({ minLength: 32 - zeros, maxLength: 32 - zeros }).map((rest) => {
      const key = new Uint8Array(32);
      key.set(rest, zeros);
      return key;
    }),
  ),
  fc.constant(new Uint8Array(32).fill(255)),
);

describe("addresses", () => {
  it("reads every 32-byte key that bs58 writes", () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const address = bs58.encode(key);
        expect(isAddress(address)).toBe(true);
        expect(toHex(addressBytes(address))).toBe(toHex(key));
      }),
      { numRuns: 1000 },
    );
  });

  it("refuses keys of any other length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (key) => {
        expect(isAddress(bs58.encode(key))).toBe(key.length === 32);
      }),
      { numRuns: 1000 },
    );
  });

  it("writes addresses from bytes as bs58 does, at any offset", () => {
    fc.assert(
      fc.property(anyKey, fc.nat({ max: 3 }), (key, offset) => {
        const bytes = new Uint8Array(offset + 32).fill(9);
        bytes.set(key, offset);
        expect(readAddress(bytes, offset)).toBe(bs58.encode(key));
      }),
      { numRuns: 2000 },
    );
  });

  it("agrees with bs58 on any text in its alphabet", () => {
    const text = fc
      .array(fc.constantFrom(..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"), {
        minLength: 30,
        maxLength: 46,
      })
      .map((characters) => characters.join(""));
    fc.assert(
      fc.property(text, (candidate) => {
        expect(isAddress(candidate)).toBe(bs58.decode(candidate).length === 32);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    "",
    " ",
    "0OIl".repeat(10),
    `${NATIVE_MINT}1`,
    NATIVE_MINT.slice(1),
    `${NATIVE_MINT} `,
    "é".repeat(40),
  ])("refuses %j", (text) => {
    expect(isAddress(text)).toBe(false);
    expect(() => addressBytes(text)).toThrow(RangeError);
  });

  it("reads the native mint as 32 zero bytes", () => {
    expect(toHex(addressBytes(NATIVE_MINT))).toBe("00".repeat(32));
  });
});

describe("hex", () => {
  it("reads back its own output, in either case", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes);
        expect(fromHex(toHex(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each(["0", "0x00", "zz", " 00", "00\n"])("refuses %j", (text) => {
    expect(() => fromHex(text)).toThrow(RangeError);
  });
});
