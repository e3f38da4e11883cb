import { rename, rm } from "node:fs/promises";
import { lockFolder } from "@/ledger/storage/folder-lock";
import { CommandError } from "./outcome";

/**
 * Writes a file atomically: under a temporary name, then renamed. A lock on that name rejects a concurrent command and
 * ends with its process, so the rest of a killed command is overwritten.
 */
export async function writeAtomically(
  file: string,
  write: (partial: string) => Promise<unknown>,
): Promise<void> {
  const partial = `${file}.partial`;
  const unlock = lockFolder(partial);
  if (!unlock) {
    throw new CommandError(
      `Another command is writing ${partial}. Wait until it ends, or pass another name.`,
    );
  }
  try {
    await write(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    unlock();
  }
}
