import { print, printError } from "@/cli/terminal";
import { escapeJson } from "@/lib/core/text/escape-text";

export { print, printError };

/** Exit codes of a command: success, a problem was found, invalid usage, no response. */
export const EXIT = { success: 0, problemFound: 1, invalidUsage: 2, unreachable: 3 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with one sentence that states the fix. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  constructor(
    message: string,
    readonly exit: Exit = EXIT.invalidUsage,
  ) {
    super(message);
  }
}

/**
 * One JSON document, with 64-bit integers as decimal strings. Characters that a terminal would not show are written as
 * JSON's own escapes.
 */
export const printJson = (value: unknown): void => {
  const text = JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === "bigint" ? item.toString() : item),
    2,
  );
  for (const line of text.split("\n")) process.stdout.write(`${escapeJson(line)}\n`);
};

/** Prints aligned name–value lines. */
export function printFacts(facts: readonly (readonly [name: string, value: string])[]): void {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  for (const [name, value] of facts) print(`${name.padEnd(width)}  ${value}`);
}
