import { inWords, OWN_PROGRAM } from "@/lib/core/solana/describe-instruction";
import { IDL } from "@/lib/core/solana/idl/idl";
import { KNOWN_PROGRAM_NAMES } from "@/lib/core/solana/known-programs";
import type { Message, Words } from "@/lib/core/words/words";

type Field = { name: string; type: unknown };

const structs = new Map<string, readonly Field[]>(IDL.types.map(({ name, type }) => [name, type.fields]));
const fieldNames = (struct: string): string[] => structs.get(struct)?.map(({ name }) => name) ?? [];

/** An argument that is a struct is shown by its fields. */
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

/** The names of the programs' interfaces as `describeInstruction` and `inWords` give them; `npm run words` takes them in. */
export const INTERFACE_NAMES: ReadonlySet<string> = new Set([
  OWN_PROGRAM,
  ...KNOWN_PROGRAM_NAMES,
  ...ours.map(inWords),
]);

/** A name of an instruction, an account or an argument for its reader; one that nobody knows stays as it is. */
export const sayName = (t: Words, name: string): string =>
  INTERFACE_NAMES.has(name) ? t(name as Message) : name;
