import { afterTurns } from "@/db/turns";

/**
 * What `work` gives, and whether it did within so many milliseconds, counted in turns of this process's own loop: how
 * busy the machine is does not count.
 */
export async function inTurns<T>(ms: number, work: Promise<T>): Promise<{ given: T; isDue: boolean }> {
  let isDue = true;
  const stop = afterTurns(ms, () => {
    isDue = false;
  });
  try {
    return { given: await work, isDue };
  } finally {
    stop();
  }
}
