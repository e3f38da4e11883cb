"use client";

import { useSyncExternalStore } from "react";

/** Creates a value outside of React that all components can set and subscribe to. */
export function createSharedState<Value>(initial: Value) {
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
    /** Returns the value and re-renders when it changes. Returns the initial value on the server. */
    useValue: (): Value =>
      useSyncExternalStore(
        subscribe,
        () => current,
        () => initial,
      ),
  };
}
