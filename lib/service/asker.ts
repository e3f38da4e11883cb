import { AsyncLocalStorage } from "node:async_hooks";
import type { Asker } from "@/db/failures";
import { processWide } from "./process-wide";

const shared = processWide<AsyncLocalStorage<Asker>>("asker");

/**
 * Returns the storage of the request context for database queries: a request with its deadline, or a page.
 */
export function askers(): AsyncLocalStorage<Asker> {
  const storage = shared.get() ?? new AsyncLocalStorage<Asker>();
  shared.set(storage);
  return storage;
}
