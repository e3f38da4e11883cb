import bs58 from "bs58";
import type { RawInstruction } from "@/lib/core/solana/describe-instruction";
import type { Field } from "@/lib/core/solana/instruction-layout";
import { KNOWN_PROGRAMS } from "@/lib/core/solana/known-programs";

type Sample = { name: string; raw: RawInstruction; values: [name: string, value: string][] };

/** Returns 32 bytes that differ from those of every other sample address. */
const getAddress = (n: number) =>
  bs58.encode(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? n : at)));

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Returns a distinctive value of each type with its bytes. */
function getSample([name, type]: Field, at: number): [value: string, bytes: Uint8Array] {
  const address = getAddress(100 + at);
  const key = bs58.decode(address);
  const text = `${name} é ${at}`;
  const utf8 = Buffer.from(text);
  switch (type) {
    case "u8":
      return [String(200 + at), Uint8Array.of(200 + at)];
    case "u32":
      return [String(4_000_000_000 + at), u32(4_000_000_000 + at)];
    case "u64":
      return [String(2n ** 64n - 1n - BigInt(at)), u64(2n ** 64n - 1n - BigInt(at))];
    case "address":
      return [address, key];
    case "optional address":
      return [address, Uint8Array.of(1, ...key)];
    case "authority type":
      return ["account owner", Uint8Array.of(2)];
    case "seed":
      return [text, Buffer.concat([u64(BigInt(utf8.length)), utf8])];
    case "addresses":
      return [`${address}, ${getAddress(99)}`, Buffer.concat([u64(2n), key, bs58.decode(getAddress(99))])];
    case "text":
      return [text, utf8];
  }
}

/**
 * Returns a complete instruction of every described kind, with all optional accounts and the values of its
 * arguments.
 */
export function everyKnownInstruction(): Sample[] {
  return [...KNOWN_PROGRAMS].flatMap(([program, { tagBytes, instructions }]) =>
    Object.entries(instructions).map(
      ([tag, { name, accounts, optional = [], rest, fields = [] }]): Sample => {
        const samples = fields.map((field, at) => ({ name: field[0], sample: getSample(field, at) }));
        const count = accounts.length + optional.length + (rest ? 2 : 0);
        const start = tagBytes === 4 ? u32(Number(tag)) : Buffer.from(tagBytes === 1 ? [Number(tag)] : []);
        const data = Uint8Array.from(Buffer.concat([start, ...samples.map(({ sample }) => sample[1])]));
        return {
          name,
          raw: { program, accounts: Array.from({ length: count }, (_, at) => getAddress(at + 1)), data },
          values: samples.map((each) => [each.name, each.sample[0]]),
        };
      },
    ),
  );
}
