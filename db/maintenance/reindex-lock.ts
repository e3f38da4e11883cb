import postgres from "postgres";
import { ADVISORY_LOCKS } from "../queries/advisory-locks";

/**
 * Reserves the second index of a database for this process, until the returned function is called or the process
 * ends. Returns null while another process holds it. The lock belongs to a connection of its own, because a pool
 * replaces its connections.
 */
export async function lockSecondIndex(url: string): Promise<(() => Promise<void>) | null> {
  const options = { max: 1, idle_timeout: 0, max_lifetime: null, prepare: false, onnotice: () => undefined };
  const driver = postgres(url, options);
  const unlock = () => driver.end({ timeout: 5 });
  try {
    const [row] = await driver.unsafe("select pg_try_advisory_lock($1::bigint) as held", [
      String(ADVISORY_LOCKS.reindex),
    ]);
    if (row?.held) return unlock;
  } catch (error) {
    await unlock();
    throw error;
  }
  await unlock();
  return null;
}
