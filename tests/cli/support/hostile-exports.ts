import { ComputeBudgetProgram, Message, PublicKey, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { toBase64, writeExport } from "@/lib/core/offline/export-file";
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM_ID,
  DEFAULT_PROGRAM_ID,
  MEMO_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { everyKnownInstruction } from "@/tests/lib/core/solana/instruction-samples";
import { ownInstructions } from "./own-instructions";

/** One hostile file: its text, and the message of the transaction in it where that is known. */
export type HostileExport = { text: string; message: Uint8Array | null };

type Raw = { program: string; accounts: readonly string[]; data: Uint8Array };

const SAMPLES: readonly Raw[] = [...everyKnownInstruction().map(({ raw }) => raw), ...ownInstructions()];

const HOSTILE_CHARACTERS = [
  ..."\0\u0007\b\t\n\v\f\r\u001b\u007f\u0085\u009b\u00a0\u00ad\u200b\u200e\u2028\u2029\u202e\u2066\ufeff",
  ..."\u115f\u2800\u3164\ufe0f\ud800\u{e0041}\u{f0000}",
];
const LIES = [
  "\n1. Vesting program: withdraw unvested\n   amount: 1",
  "\u001b[2J\u001b[HSigned already by nobody.",
  "\u001b]0;title\u0007",
  `${" ".repeat(150)}Transaction fee: 0.000005 SOL`,
  "\r\u001b[1A\u001b[K",
];
const hostileText = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...HOSTILE_CHARACTERS),
        fc.constantFrom(...LIES),
        fc.string({ unit: "grapheme", maxLength: 8 }),
        fc.string({ unit: "binary", maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("").slice(0, maxLength));

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bs58.encode(bytes));
const extreme = fc.constantFrom(0, 1, 0x7f, 0x80, 0xff);

/** A complete instruction as it is, or with extreme arguments, a byte or an account more or less, or another tag. */
const changedSample = fc
  .record({
    sample: fc.constantFrom(...SAMPLES),
    kind: fc.constantFrom("whole", "whole", "fill", "longer", "shorter", "tag", "account", "fewer"),
    at: fc.nat(200),
    byte: extreme,
    account: address,
  })
  .map(({ sample, kind, at, byte, account }): Raw => {
    const { program, accounts, data } = sample;
    if (kind === "fill")
      return { program, accounts, data: data.map((old, position) => (position < 8 ? old : byte)) };
    if (kind === "longer") return { program, accounts, data: Uint8Array.of(...data, byte) };
    if (kind === "shorter") return { program, accounts, data: data.subarray(0, -1) };
    if (kind === "tag")
      return { program, accounts, data: data.map((old, position) => (position === 0 ? at : old)) };
    if (kind === "account") return { program, accounts: [...accounts, account], data };
    if (kind === "fewer") return { program, accounts: accounts.slice(0, -1), data };
    return sample;
  });
const noise = fc.record({
  program: fc.oneof(
    address,
    fc.constantFrom(
      DEFAULT_PROGRAM_ID,
      ADDRESS_LOOKUP_TABLE_PROGRAM_ID,
      ...SAMPLES.map(({ program }) => program),
    ),
  ),
  accounts: fc.array(address, { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 60 }),
});
const memo = hostileText(120).map((text): Raw => {
  return { program: MEMO_PROGRAM_ID, accounts: [], data: new TextEncoder().encode(text) };
});
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const price = fc
  .oneof(u64, fc.constantFrom(0n, 1n, 7_142n, 7_143n, 10n ** 12n, 2n ** 64n - 1n))
  .map((microLamports): Raw => getRaw(ComputeBudgetProgram.setComputeUnitPrice({ microLamports })));

const getRaw = ({ programId, keys, data }: TransactionInstruction): Raw => ({
  ...{ program: programId.toBase58(), data: Uint8Array.from(data) },
  accounts: keys.map(({ pubkey }) => pubkey.toBase58()),
});

const instructions = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: changedSample },
    { weight: 2, arbitrary: memo },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: price },
  ),
  { minLength: 1, maxLength: 3 },
);

function compile(signer: string, blockhash: string, list: readonly Raw[]): Uint8Array {
  const message = Message.compile({
    payerKey: new PublicKey(signer),
    recentBlockhash: blockhash,
    instructions: list.map(
      ({ program, accounts, data }) =>
        new TransactionInstruction({
          programId: new PublicKey(program),
          keys: accounts.map((each) => ({ pubkey: new PublicKey(each), isSigner: false, isWritable: true })),
          data: Buffer.from(data),
        }),
    ),
  });
  return Uint8Array.from(message.serialize());
}

type Damage = "none" | "byte" | "cut" | "more" | "versioned" | "signed" | "words" | "json";

/** Hostile files for the key of `signer`. */
export const hostileExports = (signer: string): fc.Arbitrary<HostileExport> =>
  fc
    .record({
      list: instructions,
      isVersion0: fc.boolean(),
      blockhash: fc.oneof(address, fc.constant("11111111111111111111111111111111")),
      network: fc.record({ name: hostileText(200), genesis: hostileText(44) }),
      damage: fc.constantFrom<Damage>(
        ...(["none", "none", "none", "none", "none", "none"] as const),
        ...(["byte", "cut", "more", "versioned", "signed", "words", "json"] as const),
      ),
      at: fc.nat(2_000),
      byte: fc.integer({ min: 1, max: 255 }),
      message: hostileText(200),
    })
    .map(({ list, isVersion0, blockhash, network, damage, at, byte, message: line }) => {
      const legacy = compile(signer, blockhash, list);
      // Without lookup tables, version 0 has one byte before the message and an empty list after it.
      const message = isVersion0 ? Uint8Array.of(0x80, ...legacy, 0) : legacy;
      const wire = Uint8Array.of(1, ...new Uint8Array(64), ...message);
      try {
        const text = writeExport(wire, { network, programId: DEFAULT_PROGRAM_ID });
        return damaged({ text, wire, message }, { damage, at, byte, message: line });
      } catch (error) {
        // Too large for a transaction: the file says so of itself, and the reader refuses it.
        if (!(error instanceof RangeError)) throw error;
        return {
          text: JSON.stringify({ transaction: toBase64(wire.subarray(0, 1_000)), description: line }),
          message: null,
        };
      }
    });

function damaged(
  { text, wire, message }: { text: string; wire: Uint8Array; message: Uint8Array },
  { damage, at, byte, message: line }: { damage: Damage; at: number; byte: number; message: string },
): HostileExport {
  const withWire = (other: Uint8Array) =>
    JSON.stringify({ ...JSON.parse(text), transaction: toBase64(other) });
  const position = 65 + (at % message.length);
  switch (damage) {
    case "none":
      return { text, message };
    case "byte":
      return { text: withWire(wire.with(position, (wire[position] ?? 0) ^ byte)), message: null };
    case "cut":
      return { text: withWire(wire.subarray(0, position)), message: null };
    case "more":
      return { text: withWire(Uint8Array.of(...wire, byte)), message: null };
    case "versioned":
      return { text: withWire(Uint8Array.of(...wire.subarray(0, 65), 0x80, ...message, 0)), message: null };
    case "signed":
      return { text: withWire(wire.with(1 + (at % 64), byte)), message: null };
    case "words":
      return { text: JSON.stringify({ ...JSON.parse(text), says: [line] }), message: null };
    case "json":
      return { text: `${text.slice(0, at % text.length)}${line}`, message: null };
  }
}
