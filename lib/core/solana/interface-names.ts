import type { Message, Translator } from "@/lib/core/i18n/translator";
import { OWN_PROGRAM, splitName } from "@/lib/core/solana/describe-instruction";
import { IDL } from "@/lib/core/solana/idl/idl";
import { KNOWN_PROGRAM_NAMES } from "@/lib/core/solana/known-programs";

type Field = { name: string; type: unknown };

const structs = new Map<string, readonly Field[]>(IDL.types.map(({ name, type }) => [name, type.fields]));
const fieldNames = (struct: string): string[] => structs.get(struct)?.map(({ name }) => name) ?? [];

/** A struct argument is displayed by its fields. */
function argumentNames({ name, type }: Field): string[] {
  const { defined } = Object(type);
  return defined ? fieldNames(defined.name) : [name];
}

const ours = [
  ...IDL.instructions.flatMap(({ name, accounts, args }) => [
    name,
    ...accounts.map((account) => account.name),
    ...args.flatMap(argumentNames),
  ]),
  ...IDL.events.flatMap(({ name }) => fieldNames(name)),
];

/**
 * The names of the programs' interfaces as returned by `describeInstruction` and `splitName`; `npm run i18n:extract`
 * collects them.
 */
export const INTERFACE_NAMES: ReadonlySet<string> = new Set([
  OWN_PROGRAM,
  ...KNOWN_PROGRAM_NAMES,
  ...ours.map(splitName),
]);

/** Translates the name of an instruction, an account or an argument; an unknown name stays unchanged. */
export const readName = (t: Translator, name: string): string =>
  INTERFACE_NAMES.has(name) ? t(name as Message) : name;
