import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { lockFolder } from "@/ledger/storage/folder-lock";
import { CommandError } from "./outcome";

/**
 * Writes a file under a temporary name, then renames it. The renamed file survives a power failure. A lock on the
 * temporary name rejects a concurrent command. It ends with its process, so the next command overwrites the rest of a
 * killed command.
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
    await sync(partial);
    await rename(partial, file);
    await sync(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    unlock();
  }
}

/** Stores a file, or the names in a folder, on the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
