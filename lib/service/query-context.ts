import { AsyncLocalStorage } from "node:async_hooks";
import type { QueryContext } from "@/db/failures";
import { globalSingleton } from "./global-singleton";

/** The storage of the request context for database queries: a request with its deadline, or a page. */
export const queryContexts = globalSingleton<AsyncLocalStorage<QueryContext>>("query-context").getOrCreate(
  () => new AsyncLocalStorage(),
);
