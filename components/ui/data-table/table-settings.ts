"use client";

import { useEffect } from "react";
import { browserStorage } from "@/components/shell/browser-storage";
import { createSharedState } from "@/components/shell/shared-state";

type TableSettings = { isCompact: boolean; hidden: readonly string[] };
type AllSettings = Readonly<Record<string, TableSettings>>;

const STORAGE_KEY = "tables";
const DEFAULT: TableSettings = { isCompact: false, hidden: [] };

/** Null until the settings are read, after hydration. */
const shared = createSharedState<AllSettings | null>(null);

/** Returns the remembered columns and density of a table. `isReady` is false during hydration. */
export function useTableSettings(name: string) {
  const all = shared.useValue();
  useEffect(() => {
    if (shared.get() === null) shared.set(readSettings());
  }, []);
  const settings = all?.[name] ?? DEFAULT;
  const change = (changed: Partial<TableSettings>) => {
    const next = { ...shared.get(), [name]: { ...settings, ...changed } };
    shared.set(next);
    try {
      browserStorage().setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // Without storage the settings last until the page is closed.
    }
  };
  return { ...settings, isReady: all !== null, change };
}

function readSettings(): AllSettings {
  try {
    const stored: unknown = JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "{}");
    return Object.fromEntries(
      Object.entries(Object(stored)).map(([name, settings]) => {
        const { isCompact, hidden } = Object(settings);
        const names = Array.isArray(hidden) ? hidden.map(String) : [];
        return [name, { isCompact: isCompact === true, hidden: names }];
      }),
    );
  } catch {
    return {};
  }
}
