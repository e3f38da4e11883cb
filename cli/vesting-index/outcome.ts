/** What a command ends with: done, something is wrong, it cannot be done as asked, nobody answers. */
export const EXIT = { done: 0, wrong: 1, unusable: 2, unreachable: 3 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with one sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  constructor(
    message: string,
    readonly exit: Exit = EXIT.unusable,
  ) {
    super(message);
  }
}

export type Print = (line: string) => void;

/** Standard output is for what was asked for; what is said beside it goes to standard error. */
export const print: Print = (line) => void process.stdout.write(`${line}\n`);
export const say: Print = (line) => void process.stderr.write(`${line}\n`);

/** One JSON document, with 64-bit integers as decimal strings. */
export const printJson = (value: unknown): void =>
  print(
    JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? item.toString() : item), 2),
  );

/** Lines of a name and what there is to say of it. */
export function printFacts(facts: readonly (readonly [name: string, value: string])[]): void {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  for (const [name, value] of facts) print(`${name.padEnd(width)}  ${value}`);
}
