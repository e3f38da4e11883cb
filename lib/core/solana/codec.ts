import { BorshCoder, type Idl } from "@coral-xyz/anchor";
import { PublicKey } from "@solana/web3.js";
import BN from "bn.js";
import { addressBytes } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { equalBytes, fromHex, toHex } from "@/lib/core/solana/hex";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { ArgumentsOf, InstructionName, Struct, TypeName } from "@/lib/core/solana/idl/idl-types";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";

type TypeDefinition = NonNullable<Idl["types"]>[number];
type FieldType = Idl["instructions"][number]["args"][number]["type"];

/** Converts one IDL type between plain values and the values of the Borsh library. */
type Rule = {
  toBorsh(value: unknown, at: string): unknown;
  fromBorsh(value: unknown): unknown;
  /** Returns the encoded size of a plain value in bytes. */
  size(value: unknown): number;
};

function refuse(at: string, expected: string): never {
  throw new RangeError(`${at} must be ${expected}.`);
}

function asList(value: unknown, at: string): unknown[] {
  return Array.isArray(value) ? value : refuse(at, "a list");
}

/**
 * Returns a copy of any object as a record; other values become an empty record, so that its fields are
 * reported as missing.
 */
function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function smallInteger(bytes: number): Rule {
  const largest = 256 ** bytes - 1;
  return {
    toBorsh: (value, at) =>
      typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= largest
        ? value
        : refuse(at, `an integer from 0 to ${largest}`),
    fromBorsh: (value) => value,
    size: () => bytes,
  };
}

function bigInteger(smallest: bigint, largest: bigint): Rule {
  return {
    toBorsh: (value, at) =>
      typeof value === "bigint" && value >= smallest && value <= largest
        ? new BN(value.toString())
        : refuse(at, `a bigint from ${smallest} to ${largest}`),
    fromBorsh: (value) => BigInt(String(value)),
    size: () => 8,
  };
}

const boolean: Rule = {
  toBorsh: (value, at) => (typeof value === "boolean" ? value : refuse(at, "true or false")),
  fromBorsh: (value) => value,
  size: () => 1,
};

const publicKey: Rule = {
  toBorsh: (value, at) =>
    typeof value === "string" ? new PublicKey(addressBytes(value)) : refuse(at, "a base58 address"),
  // Not an `instanceof` check, because the Borsh library may bundle its own copy of web3.js.
  fromBorsh: (value) => readAddress((value as PublicKey).toBytes(), 0),
  size: () => 32,
};

const scalars = new Map<unknown, Rule>([
  ["bool", boolean],
  ["u8", smallInteger(1)],
  ["u32", smallInteger(4)],
  ["u64", bigInteger(0n, U64_MAX)],
  ["i64", bigInteger(I64_MIN, I64_MAX)],
  ["pubkey", publicKey],
]);

function option(inner: Rule): Rule {
  return {
    toBorsh: (value, at) => (value === null ? null : inner.toBorsh(value, at)),
    fromBorsh: (value) => (value === null ? null : inner.fromBorsh(value)),
    size: (value) => 1 + (value === null ? 0 : inner.size(value)),
  };
}

function fixedBytes(length: number): Rule {
  return {
    toBorsh: (value, at) =>
      typeof value === "string" && value.length === 2 * length
        ? [...fromHex(value)]
        : refuse(at, `${2 * length} hexadecimal digits`),
    fromBorsh: (value) => toHex(Uint8Array.from(asList(value, "bytes"), Number)),
    size: () => length,
  };
}

function fixedList(element: Rule, length: number): Rule {
  return {
    toBorsh: (value, at) => {
      const list = asList(value, at);
      if (list.length !== length) refuse(at, `a list of ${length}`);
      return list.map((item, i) => element.toBorsh(item, `${at}[${i}]`));
    },
    fromBorsh: (value) => asList(value, "list").map((item) => element.fromBorsh(item)),
    size: (value) => asList(value, "list").reduce<number>((sum, item) => sum + element.size(item), 0),
  };
}

/** Returns the rule for a list of byte strings of equal length, concatenated as a plain value. */
function flatBytes(length: number): Rule {
  return {
    toBorsh: (value, at) => {
      if (!(value instanceof Uint8Array) || value.length % length !== 0) {
        return refuse(at, `bytes in multiples of ${length}`);
      }
      const count = value.length / length;
      return Array.from({ length: count }, (_, i) => [...value.subarray(i * length, (i + 1) * length)]);
    },
    fromBorsh: (value) => Uint8Array.from(asList(value, "bytes").flat(), Number),
    size: (value) => 4 + (value instanceof Uint8Array ? value.length : 0),
  };
}

/** Converts an IDL name to camel case: `vesting_tree` becomes `vestingTree`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the rule of a struct with named fields. */
function structRule(definition: TypeDefinition, types: TypeDefinition[]): Rule {
  const fields = definition.type.kind === "struct" ? (definition.type.fields ?? []) : [];
  const parts = fields.map((field) => {
    if (typeof field === "string" || !("name" in field)) throw new RangeError("Tuple structs are not used.");
    return { snake: field.name, camel: camelCase(field.name), rule: getRule(field.type, types) };
  });
  return {
    toBorsh: (value, at) => {
      const source = asRecord(value);
      return Object.fromEntries(
        parts.map(({ snake, camel, rule }) => [snake, rule.toBorsh(source[camel], `${at}.${camel}`)]),
      );
    },
    fromBorsh: (value) => {
      const source = asRecord(value);
      return Object.fromEntries(
        parts.map(({ snake, camel, rule }) => [camel, rule.fromBorsh(source[snake])]),
      );
    },
    size: (value) => {
      const source = asRecord(value);
      return parts.reduce((sum, { camel, rule }) => sum + rule.size(source[camel]), 0);
    },
  };
}

function arrayOf(element: FieldType, length: unknown, types: TypeDefinition[]): Rule {
  if (typeof length !== "number") throw new RangeError("Generic array lengths are not used.");
  return element === "u8" ? fixedBytes(length) : fixedList(getRule(element, types), length);
}

function isByteArray(type: FieldType): type is { array: ["u8", number] } {
  return typeof type === "object" && "array" in type && type.array[0] === "u8";
}

function composite(type: object & FieldType, types: TypeDefinition[]): Rule | undefined {
  if ("option" in type) return option(getRule(type.option, types));
  if ("array" in type) return arrayOf(type.array[0], type.array[1], types);
  if ("vec" in type && isByteArray(type.vec)) return flatBytes(type.vec.array[1]);
  if (!("defined" in type)) return undefined;
  const { name } = type.defined;
  const definition = types.find((known) => known.name === name);
  return definition && structRule(definition, types);
}

/**
 * Returns the rule of an IDL type.
 * @throws RangeError for a kind of type that this program's interface does not use.
 */
function getRule(type: FieldType, types: TypeDefinition[]): Rule {
  const rule = typeof type === "object" ? composite(type, types) : scalars.get(type);
  if (rule === undefined) throw new RangeError(`No rule for the IDL type ${JSON.stringify(type)}.`);
  return rule;
}

const idl: Idl = IDL;
const coder = new BorshCoder(idl);
const definedTypes = idl.types ?? [];
const structs = new Map(definedTypes.map((type) => [type.name, structRule(type, definedTypes)]));

// The arguments of an instruction are the fields of a struct with its name.
const argumentStructs = new Map(
  idl.instructions.map(({ name, args }) => [
    name,
    structRule({ name, type: { kind: "struct", fields: args } }, definedTypes),
  ]),
);

function ruleNamed(rules: Map<string, Rule>, name: string): Rule {
  const rule = rules.get(name);
  if (rule === undefined) throw new RangeError(`The IDL has no ${name}.`);
  return rule;
}

/**
 * Decodes one IDL struct from the start of `bytes` and returns its size.
 * @throws RangeError when the bytes end early or contain a value that the type does not have.
 */
export function decodeStruct<N extends TypeName>(
  name: N,
  bytes: Uint8Array,
): { value: Struct<N>; size: number } {
  const rule = ruleNamed(structs, name);
  let value: unknown;
  try {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    value = rule.fromBorsh(coder.types.decode<unknown>(name, view));
  } catch (cause) {
    throw new RangeError(`The bytes are not a ${name}.`, { cause });
  }
  // The Borsh library pads missing bytes instead of throwing, so the length is checked here.
  const size = rule.size(value);
  if (size > bytes.length) throw new RangeError(`The bytes of a ${name} end early.`);
  return { value: value as Struct<N>, size };
}

/**
 * Encodes one IDL struct.
 * @throws RangeError with the name of a field that does not fit its type.
 */
export function encodeStruct<N extends TypeName>(name: N, value: Struct<N>): Uint8Array {
  return new Uint8Array(coder.types.encode(name, ruleNamed(structs, name).toBorsh(value, name)));
}

/**
 * Encodes an instruction's data: the discriminator, then the arguments.
 * @throws RangeError with the name of a field that does not fit its type.
 */
export function encodeInstruction<N extends InstructionName>(name: N, args: ArgumentsOf<N>): Buffer {
  const rule = ruleNamed(argumentStructs, name);
  const definition = idl.instructions.find((instruction) => instruction.name === name);
  // A single struct argument is flattened here: callers pass its fields.
  const source = definition?.args[0]?.name === "args" ? { args } : args;
  return coder.instruction.encode(name, rule.toBorsh(source, name));
}

const DISCRIMINATOR_BYTES = 8;
const instructionNames = new Map(
  idl.instructions.map(({ name, discriminator }) => [toHex(Uint8Array.from(discriminator)), name]),
);

/**
 * Decodes an instruction's data into its name and arguments. Returns null unless the data is exactly the
 * output of `encodeInstruction`, so that no byte is ignored.
 */
export function decodeInstruction(
  data: Uint8Array,
): { name: string; arguments: Record<string, unknown> } | null {
  const name = instructionNames.get(toHex(data.subarray(0, DISCRIMINATOR_BYTES)));
  if (name === undefined) return null;
  try {
    const read = coder.instruction.decode(Buffer.from(data));
    if (!read) return null;
    const rule = ruleNamed(argumentStructs, name);
    const values = asRecord(rule.fromBorsh(read.data));
    // The Borsh library pads data that ends early and ignores additional bytes.
    const again = coder.instruction.encode(name, rule.toBorsh(values, name));
    return equalBytes(again, data) ? { name, arguments: values } : null;
  } catch {
    return null;
  }
}
