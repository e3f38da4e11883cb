import asyncHooks, { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";

/** Since then the runtime carries contexts by itself and tells no promise to anybody. */
const CARRIED_SINCE = 24;

/** What each storage holds where some work runs, by its place. Never written to: whoever runs something makes a new one. */
type Stores = readonly unknown[];

/**
 * A class of storages that behave as AsyncLocalStorage does and are all one to the runtime. Its own are told of every
 * promise, each of them: Next, React and we have a dozen, which every request would pay for, also who needs none. As in
 * newer runtimes, what is entered ends with whatever runs around it, be that of another storage.
 */
export function sharedStorages() {
  const all = new AsyncLocalStorage<Stores>();
  let places = 0;
  return class SharedStorage<T> {
    static readonly bind = AsyncLocalStorage.bind;
    static readonly snapshot = AsyncLocalStorage.snapshot;
    place = places++;

    getStore(): T | undefined {
      return all.getStore()?.[this.place] as T | undefined;
    }

    run<A extends unknown[], R>(store: T | undefined, work: (...args: A) => R, ...args: A): R {
      if (Object.is(store, this.getStore())) return work(...args);
      return all.run(this.beside(store), work, ...args);
    }

    exit<A extends unknown[], R>(work: (...args: A) => R, ...args: A): R {
      return this.run(undefined, work, ...args);
    }

    enterWith(store: T): void {
      all.enterWith(this.beside(store));
    }

    /** What was stored is found no more. */
    disable(): void {
      this.place = places++;
    }

    beside(store: T | undefined): Stores {
      const stores = [...(all.getStore() ?? [])];
      stores[this.place] = store;
      return stores;
    }
  };
}

/** Has whoever makes a storage from now on make a shared one; to be called before Next is loaded. */
export function shareContexts(): void {
  if (Number.parseInt(process.versions.node, 10) >= CARRIED_SINCE) return;
  const AsyncLocalStorage = sharedStorages();
  // React takes it from the module, Next from the global object, where it puts it unless there is one.
  Object.assign(asyncHooks, { AsyncLocalStorage });
  Object.assign(globalThis, { AsyncLocalStorage });
  syncBuiltinESMExports();
}
