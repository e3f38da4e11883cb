import { AsyncLocalStorage } from "node:async_hooks";
import type { QueryContext } from "@/db/failures";
import { globalSingleton } from "./global-singleton";

const shared = globalSingleton<AsyncLocalStorage<QueryContext>>("query-context");

/**
 * Returns the storage of the request context for database queries: a request with its deadline, or a page.
 */
export function queryContexts(): AsyncLocalStorage<QueryContext> {
  const storage = shared.get() ?? new AsyncLocalStorage<QueryContext>();
  shared.set(storage);
  return storage;
}
