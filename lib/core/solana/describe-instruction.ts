import { ASSOCIATED_TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { camelCase, decodeInstruction } from "@/lib/core/solana/codec";
import { toHex } from "@/lib/core/solana/hex";
import { IDL } from "@/lib/core/solana/idl/idl";
import { accountRoles, readFields } from "@/lib/core/solana/instruction-layout";
import { KNOWN_PROGRAMS, type KnownProgram } from "@/lib/core/solana/known-programs";

/** An instruction as stored on chain: the called program, its accounts in order, and its data. */
export type RawInstruction = { program: string; accounts: readonly string[]; data: Uint8Array };

/** A described instruction; `name` is null if there is no description. */
export type DescribedInstruction = {
  program: { address: string; name: string | null };
  name: string | null;
  accounts: { address: string; name: string | null }[];
  /** Names and values of all its arguments. */
  arguments: [string, string][];
};

/** Size of a hash. */
const HASH_BYTES = 32;

/** The name of the vesting program. */
export const OWN_PROGRAM = "Vesting program";

/**
 * Describes an instruction completely: every argument, and the role of every account. If its kind, data or
 * accounts are not fully understood, it has no name, roles or arguments, so that the reader sees raw bytes.
 */
export function describeInstruction(given: RawInstruction, programId: string): DescribedInstruction {
  return given.program === programId ? describeOwn(given) : describeKnown(given);
}

function describeKnown(given: RawInstruction): DescribedInstruction {
  const known = KNOWN_PROGRAMS.get(given.program);
  const name = known?.name ?? null;
  if (!known) return undescribed(given, name);
  const { layout, tagBytes } = layoutOf(known, given.data);
  const roles = layout && accountRoles(layout, given.accounts.length);
  const fields = layout && readFields(layout.fields ?? [], given.data, tagBytes);
  if (!layout || !roles || !fields) return undescribed(given, name);
  return {
    program: { address: given.program, name },
    name: layout.name,
    accounts: given.accounts.map((address, at) => ({ address, name: roles[at] ?? null })),
    arguments: fields,
  };
}

function layoutOf({ tagBytes, instructions }: KnownProgram, data: Uint8Array) {
  const isCreateWithoutTag = instructions === KNOWN_PROGRAMS.get(ASSOCIATED_TOKEN_PROGRAM_ID)?.instructions;
  if (tagBytes === 0 || (data.length === 0 && isCreateWithoutTag))
    return { layout: instructions[0], tagBytes: 0 };
  if (data.length < tagBytes) return { layout: undefined, tagBytes };
  const tag = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return { layout: instructions[tagBytes === 4 ? tag.getUint32(0, true) : tag.getUint8(0)], tagBytes };
}

const undescribed = ({ program, accounts }: RawInstruction, name: string | null): DescribedInstruction => ({
  program: { address: program, name },
  name: null,
  accounts: accounts.map((address) => ({ address, name: null })),
  arguments: [],
});

const spaced = (name: string) => name.replaceAll("_", " ");

function describeOwn(given: RawInstruction): DescribedInstruction {
  const read = decodeInstruction(given.data);
  const accounts = IDL.instructions.find(({ name }) => name === read?.name)?.accounts ?? [];
  if (!read || accounts.length !== given.accounts.length) return undescribed(given, OWN_PROGRAM);
  return {
    program: { address: given.program, name: OWN_PROGRAM },
    name: spaced(read.name),
    accounts: given.accounts.map((address, at) => ({
      address,
      name: spaced(accounts[at]?.name ?? "") || null,
    })),
    arguments: Object.entries(read.arguments).flatMap(([name, value]) => fieldsOf(name, value)),
  };
}

/** Returns a value with its name; a value with fields returns its fields instead. */
export function fieldsOf(name: string, value: unknown): [string, string][] {
  if (value instanceof Uint8Array) {
    const siblings = value.length / HASH_BYTES;
    return [[name, Number.isInteger(siblings) ? `${siblings} hashes` : toHex(value)]];
  }
  if (Array.isArray(value)) return [[name, value.map(String).join(", ")]];
  if (typeof value !== "object" || value === null) return [[name, value === null ? "none" : String(value)]];
  return Object.entries(value).flatMap(([inner, of]) => fieldsOf(inner, of));
}

/** Converts a name of the interface to words: `merkleRoot` and `merkle_root` become "merkle root". */
export const splitName = (name: string): string =>
  spaced(camelCase(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
