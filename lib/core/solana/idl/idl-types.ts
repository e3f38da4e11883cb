import type { IDL } from "@/lib/core/solana/idl/idl";

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type Definition = (typeof IDL.types)[number];
type Instruction = (typeof IDL.instructions)[number];
type Field = { name: string; type: unknown };
type Fields<F extends readonly Field[]> = { [K in F[number] as CamelCase<K["name"]>]: Plain<K["type"]> };

/** The plain value of an IDL type: 64-bit integers are bigint, keys base58, byte arrays hex. */
type Plain<T> = T extends "pubkey"
  ? string
  : T extends "bool"
    ? boolean
    : T extends "u64" | "i64"
      ? bigint
      : T extends "u8" | "u32"
        ? number
        : PlainComposite<T>;

type PlainComposite<T> = T extends { option: infer Inner }
  ? Plain<Inner> | null
  : T extends { vec: { array: ["u8", number] } }
    ? Uint8Array
    : T extends { array: ["u8", number] }
      ? string
      : T extends { array: [infer Element, number] }
        ? Plain<Element>[]
        : T extends { defined: { name: infer Name } }
          ? Struct<Name>
          : never;

export type TypeName = Definition["name"];
export type Struct<Name> = Name extends TypeName
  ? Fields<Extract<Definition, { name: Name }>["type"]["fields"]>
  : never;

export type EventName = (typeof IDL.events)[number]["name"];
export type ErrorName = (typeof IDL.errors)[number]["name"];
export type InstructionName = Instruction["name"];

type InstructionNamed<Name> = Extract<Instruction, { name: Name }>;

/** The arguments of an instruction in camelCase; a proof is flat bytes, 32 per sibling. */
export type ArgumentsOf<Name extends InstructionName> = InstructionNamed<Name>["args"] extends [
  { name: "args"; type: { defined: { name: infer Inner } } },
]
  ? Struct<Inner>
  : Fields<InstructionNamed<Name>["args"]>;

type AccountOf<Name> = InstructionNamed<Name>["accounts"][number];
type OptionalAccount<Name> = Extract<AccountOf<Name>, { optional: true }>;
type FixedAccount<Name> = Exclude<Extract<AccountOf<Name>, { address: string }>, { optional: true }>;
type RequiredAccount<Name> = Exclude<AccountOf<Name>, { optional: true } | { address: string }>;

/** The accounts of an instruction by name. Programs and sysvars with a fixed address may be omitted. */
export type AccountsOf<Name extends InstructionName> = {
  [A in RequiredAccount<Name> as CamelCase<A["name"]>]: string;
} & { [A in OptionalAccount<Name> as CamelCase<A["name"]>]: string | null } & {
  [A in FixedAccount<Name> as CamelCase<A["name"]>]?: string;
};
