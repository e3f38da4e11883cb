import { BorshCoder, type Idl } from "@coral-xyz/anchor";
import { type Rule, structRule } from "@/lib/core/solana/codec-rules";
import { IDL } from "@/lib/core/solana/idl";
import type { ArgumentsOf, InstructionName, Struct, TypeName } from "@/lib/core/solana/idl-types";

const idl: Idl = IDL;
const coder = new BorshCoder(idl);
const definedTypes = idl.types ?? [];
const structs = new Map(definedTypes.map((type) => [type.name, structRule(type, definedTypes)]));

// An instruction's arguments are the fields of a struct of its name.
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
 * Reads one IDL struct from the start of `bytes` and says how many bytes it took.
 * Throws RangeError when the bytes end early or hold a value the type does not have.
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
  // The Borsh library pads what it cannot read instead of failing, so the length is checked here.
  const size = rule.size(value);
  if (size > bytes.length) throw new RangeError(`The bytes of a ${name} end early.`);
  return { value: value as Struct<N>, size };
}

/** Writes one IDL struct. Throws RangeError naming the field that does not fit its type. */
export function encodeStruct<N extends TypeName>(name: N, value: Struct<N>): Uint8Array {
  return new Uint8Array(coder.types.encode(name, ruleNamed(structs, name).toBorsh(value, name)));
}

/** Writes an instruction's data: discriminator, then arguments. Throws RangeError naming a field that does not fit. */
export function encodeInstruction<N extends InstructionName>(name: N, args: ArgumentsOf<N>): Buffer {
  const rule = ruleNamed(argumentStructs, name);
  const definition = idl.instructions.find((instruction) => instruction.name === name);
  // A lone struct argument is flattened here: callers give its fields.
  const source = definition?.args[0]?.name === "args" ? { args } : args;
  return coder.instruction.encode(name, rule.toBorsh(source, name));
}
