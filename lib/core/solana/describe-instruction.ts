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
export function describeInstruction(instruction: RawInstruction, programId: string): DescribedInstruction {
  return instruction.program === programId ? describeOwn(instruction) : describeKnown(instruction);
}

function describeKnown(instruction: RawInstruction): DescribedInstruction {
  const known = KNOWN_PROGRAMS.get(instruction.program);
  const name = known?.name ?? null;
  if (!known) return undescribed(instruction, name);
  const { layout, tagBytes } = getLayout(known, instruction.data);
  const roles = layout && accountRoles(layout, instruction.accounts.length);
  const fields = layout && readFields(layout.fields ?? [], instruction.data, tagBytes);
  if (!layout || !roles || !fields) return undescribed(instruction, name);
  return {
    program: { address: instruction.program, name },
    name: layout.name,
    accounts: instruction.accounts.map((address, at) => ({ address, name: roles[at] ?? null })),
    arguments: fields,
  };
}

function getLayout({ tagBytes, instructions }: KnownProgram, data: Uint8Array) {
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

function describeOwn(instruction: RawInstruction): DescribedInstruction {
  const read = decodeInstruction(instruction.data);
  const accounts = IDL.instructions.find(({ name }) => name === read?.name)?.accounts ?? [];
  if (!read || accounts.length !== instruction.accounts.length) return undescribed(instruction, OWN_PROGRAM);
  return {
    program: { address: instruction.program, name: OWN_PROGRAM },
    name: spaced(read.name),
    accounts: instruction.accounts.map((address, at) => ({
      address,
      name: spaced(accounts[at]?.name ?? "") || null,
    })),
    arguments: Object.entries(read.arguments).flatMap(([name, value]) => listFields(name, value)),
  };
}

/** Returns a value with its name; a value with fields returns its fields instead. */
export function listFields(name: string, value: unknown): [string, string][] {
  if (value instanceof Uint8Array) {
    const siblings = value.length / HASH_BYTES;
    return [[name, Number.isInteger(siblings) ? `${siblings} hashes` : toHex(value)]];
  }
  if (Array.isArray(value)) return [[name, value.map(String).join(", ")]];
  if (typeof value !== "object" || value === null) return [[name, value === null ? "none" : String(value)]];
  return Object.entries(value).flatMap(([inner, field]) => listFields(inner, field));
}

/** Converts a name of the interface to words: `merkleRoot` and `merkle_root` become "merkle root". */
export const splitName = (name: string): string =>
  spaced(camelCase(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
