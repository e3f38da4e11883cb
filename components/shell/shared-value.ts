"use client";

import { useSyncExternalStore } from "react";

/** A value outside of all components, which any of them may set and follow. */
export function createShared<Value>(initial: Value) {
  let current = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => current,
    set: (next: Value): void => {
      current = next;
      for (const listener of listeners) listener();
    },
    /** The value, rendered anew whenever it is set; on the server the one that it began with. */
    useValue: (): Value =>
      useSyncExternalStore(
        subscribe,
        () => current,
        () => initial,
      ),
  };
}
