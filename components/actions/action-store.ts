"use client";

import { useSyncExternalStore } from "react";
import type { ActionRequest } from "./action-request";

let current: ActionRequest | null = null;
const listeners = new Set<() => void>();

function set(request: ActionRequest | null): void {
  current = request;
  for (const listener of listeners) listener();
}

/** Shows an action's dialog. It lives above the pages: a page that changes with the result must not close it. */
export const openAction = (request: ActionRequest) => set(request);
export const closeAction = () => set(null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOpenAction(): ActionRequest | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
