import { statfs } from "node:fs/promises";

/** Returns the bytes of the disk that has a folder, in total and free for this process; null where there is no folder. */
export async function diskSpace(folder: string): Promise<{ size: number; free: number } | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { size: found.blocks * found.bsize, free: found.bavail * found.bsize };
}
