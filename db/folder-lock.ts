import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Extensions = { tryLock(descriptor: number): boolean };

/** Loaded where a folder is locked only: a deployment on a database server may come without its binaries. */
const extensions = (): Extensions => createRequire(import.meta.url)("fs-native-extensions");

// `ledger/storage/folder-lock.ts` does the same: the ledger is a package of its own, which `db` does not need.

/**
 * Takes a folder for this process alone, by a lock that the operating system keeps on an open file: it holds across
 * containers that share a volume, and ends with the process however that ends. Gives what frees it; null when another
 * process has it.
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
