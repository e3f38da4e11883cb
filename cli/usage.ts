import { type ParseArgsConfig, parseArgs } from "node:util";

/** Arguments, a file or a key that cannot be used; the message states the reason. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Returns the only file argument and the options. @throws UsageError for any other arguments */
export function readOneFile<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new RangeError("Pass exactly one file.");
    return { path, values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
