import { LRUCache } from "lru-cache";
import type { Database } from "@/db/client";

/**
 * Limits the cache: few shapes of a query are in use at a time, although filters and cursors could create
 * thousands.
 */
const MAX_SHAPES = 100;

type Values = Record<string, unknown>;
type Prepared = { execute(values?: Values): Promise<unknown> };
type Preparable = PromiseLike<unknown[]> & { prepare(name: string): Prepared };

/**
 * Returns a function that runs a Drizzle query as a prepared statement, built once per database and shape and
 * cached in an LRU cache. `build` refers to the values of a call with `sql.placeholder`. `shape` is plain
 * JSON, for queries whose text depends on more than values.
 */
export function preparedQuery<V extends object, Q extends PromiseLike<unknown[]>, Shape = undefined>(
  build: (db: Database, shape: Shape) => Q,
): (db: Database, values: V, ...shape: [Shape] extends [undefined] ? [] : [Shape]) => Promise<Awaited<Q>> {
  const caches = new WeakMap<Database, LRUCache<string, Prepared>>();
  return (db, values, ...[shape]) => {
    const cache = caches.get(db) ?? new LRUCache({ max: MAX_SHAPES });
    caches.set(db, cache);
    const key = JSON.stringify(shape) ?? "";
    const query = cache.get(key) ?? (build(db, shape as Shape) as unknown as Preparable).prepare("query");
    cache.set(key, query);
    return query.execute(values as Values) as Promise<Awaited<Q>>;
  };
}
