import { Transform } from "node:stream";
import { escapeInvisible } from "@/lib/core/text/escape-text";

export type Print = (line: string) => void;

/** Longer than any description of a transaction. */
const MAX_LINE_CHARACTERS = 16_384;

/** Returns a text as one line, without control characters, escape sequences and line breaks. */
export function toTerminalLine(text: string): string {
  const line = escapeInvisible(text);
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return `${line.slice(0, MAX_LINE_CHARACTERS)} … and ${line.length - MAX_LINE_CHARACTERS} more characters`;
}

/** Returns a printer of single lines. Every command uses one, because text of files, servers and arguments is untrusted. */
export const makePrinter =
  (write: Print): Print =>
  (line) =>
    write(toTerminalLine(line));

/** Standard output is for the result; everything else goes to standard error. */
export const print = makePrinter((line) => void process.stdout.write(`${line}\n`));
export const printError = makePrinter((line) => void process.stderr.write(`${line}\n`));

/** Prints a trusted text of several lines. */
export function printOwn(write: Print, text: string): void {
  for (const line of text.split("\n")) write(line);
}

/** Prints an error, the frames of its stack, and its cause. */
export function printFailure(write: Print, error: unknown): void {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  write(`${name}: ${message}`);
  for (const frame of stack?.match(/^ {4}at .*$/gm) ?? []) write(frame);
  if (cause instanceof Error) write(`Caused by: ${cause.message}`);
}

/** Escapes a stream of text line by line, for a terminal. Files and pipes receive the original bytes. */
export function escapeLines(): Transform {
  const decoder = new TextDecoder();
  let rest = "";
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      done(null, lines.map((line) => `${toTerminalLine(line)}\n`).join(""));
    },
    flush(done) {
      done(null, toTerminalLine(rest + decoder.decode()));
    },
  });
}
