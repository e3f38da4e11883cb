import { expect, test } from "vitest";
import type { Translator } from "@/lib/core/i18n/translator";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { describeInstruction, splitName } from "@/lib/core/solana/describe-instruction";
import { IDL } from "@/lib/core/solana/idl/idl";
import { readName } from "@/lib/core/solana/interface-names";
import { everyKnownInstruction } from "./instruction-samples";

/** A translation function that marks every name it receives. */
const message = ((name: string) => `<${name}>`) as unknown as Translator;

/**
 * Returns every name in an instruction of these programs, read from one complete instruction of each kind.
 */
function namesOfOthers(): string[] {
  return everyKnownInstruction().flatMap(({ raw }) => {
    const { program, name, accounts, arguments: item } = describeInstruction(raw, DEFAULT_PROGRAM_ID);
    return [
      ...(program.name === null ? [] : [program.name]),
      ...(name === null ? [] : [name]),
      ...accounts.flatMap((account) => account.name ?? []),
      ...item.map(([argument]) => splitName(argument)),
    ];
  });
}

/** Returns the arguments and accounts of the vesting program's instructions, and the fields of its events. */
function namesOfOurs(): string[] {
  const structs = new Map(IDL.types.map(({ name, type }) => [name as string, type]));
  const getFields = (name: string): string[] =>
    (structs.get(name)?.fields ?? []).map((field: { name: string }) => splitName(field.name));
  return [
    ...IDL.instructions.flatMap(({ name, accounts, args }) => [
      name.replaceAll("_", " "),
      ...accounts.map((account) => account.name.replaceAll("_", " ")),
      ...args.flatMap((arg) => {
        const { type } = arg as { type: unknown };
        const { defined } = Object(type);
        return defined ? getFields(defined.name) : [splitName(arg.name)];
      }),
    ]),
    ...IDL.events.flatMap(({ name }) => getFields(name)),
  ];
}

test.each([
  ["common programs", namesOfOthers],
  ["the vesting program", namesOfOurs],
])("translates all names of %s", (_of, getNames) => {
  const names = [...new Set(getNames())];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => readName(message, name) === name)).toEqual([]);
});

test("leaves an unknown name as it is", () => {
  expect(readName(message, "a {name} of somebody")).toBe("a {name} of somebody");
});
