import { chmodSync, closeSync, fsyncSync, lstatSync, openSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Extensions = { tryLock(descriptor: number): boolean };

/** Loaded only when a folder is locked: other deployments may lack its binaries. */
const extensions = (): Extensions => createRequire(import.meta.url)("fs-native-extensions");

/**
 * Locks a folder for this process with a lock of the operating system on an open file. The lock applies
 * across containers that share a volume, and ends with the process, also after a crash or a power failure.
 * Returns the function that releases the lock, or null when another process holds it. The embedded database
 * also uses this file, so it imports nothing of the ledger.
 */
export function lockFolder(lockFile: string): (() => void) | null {
  const descriptor = openSync(lockFile, "a+", 0o600);
  if (extensions().tryLock(descriptor)) return () => closeSync(descriptor);
  closeSync(descriptor);
  return null;
}

/** Makes a file, or the names in a folder, survive a power failure: syncing a file does not sync its name. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A data folder that cannot be used: the message states the remedy, and needs no stack. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

/** The operating system's errors for a folder that this process cannot write in. */
const SHUT = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT"];

/** Runs work that needs a folder, and throws a one-sentence error when the folder is inaccessible. */
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

/** Removes other users' rights to a folder and its content: it holds keys and transactions in progress. */
export function makePrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) makePrivate(path);
    else if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
