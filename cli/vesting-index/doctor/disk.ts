import { diskSpace } from "@/lib/service/monitoring/disk-space";
import { type Check, failed, passed } from "./check";

/** The alert VestingDiskAlmostFull has the same limit. */
const MIN_FREE_SHARE = 0.1;
const GIBIBYTE = 2 ** 30;

/** Checks the free space of the disk that contains DATA_DIR. */
export async function examineDisk(folder: string): Promise<Check[]> {
  const space = await diskSpace(folder);
  return space ? [checkSpace(space)] : [];
}

/** Compares the free bytes of a disk with the limit. */
export function checkSpace(space: { size: number; free: number }): Check {
  const name = "disk of DATA_DIR";
  const found = `${gibibytes(space.free)} of ${gibibytes(space.size)} GiB are free`;
  if (space.free / space.size >= MIN_FREE_SHARE) return passed(name, found);
  return failed(name, `${found}.`, "Free space on that disk, or move DATA_DIR to a larger one.");
}

const gibibytes = (bytes: number) => (bytes / GIBIBYTE).toFixed(1);
