import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Extensions = { tryLock(descriptor: number): boolean };

/** Loaded only when a folder is locked: other deployments may lack its binaries. */
const extensions = (): Extensions => createRequire(import.meta.url)("fs-native-extensions");

/**
 * Locks a folder for this process with a lock of the operating system on an open file. It holds across containers that
 * share a volume, and ends with the process, also after a crash or a power failure. Returns the function that releases it,
 * or null when another process holds it. The embedded database uses it too, so it imports nothing of the ledger.
 */
export function lockFolder(lockFile: string): (() => void) | null {
  const descriptor = openSync(lockFile, "a+", 0o600);
  if (extensions().tryLock(descriptor)) return () => closeSync(descriptor);
  closeSync(descriptor);
  return null;
}

/** A data folder that cannot be used as it is: its message says what to do about it, and is all that needs printing. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

/** What the operating system says of a folder that is not this process's to write in. */
const SHUT = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT"];

/** Does what needs a folder, and says in a sentence when it is shut. */
export function inFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!SHUT.includes(code)) throw error;
    throw new DataFolderError(
      `The folder ${folder} cannot be written (${code}): let this user write in it, or choose another DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Takes everybody else's rights to a folder and all that is in it: it holds keys and unfinished business. */
export function makePrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) makePrivate(path);
    else if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
