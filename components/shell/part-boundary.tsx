"use client";

import { Component, type ReactNode } from "react";
import { message } from "@/lib/core/i18n/translator";
import { createSharedState } from "./shared-state";

/** Shown when a script of the page fails to load, after a deployment or a lost connection. */
export const MISSING_PART = message(
  "Part of this page could not be loaded. Reload the page to continue. Your entries are saved.",
);

const missing = createSharedState(false);

/** Returns whether an error is the bundler's error for a script that failed to load. */
export const isMissingPart = (error: unknown): error is Error & { name: "ChunkLoadError" } =>
  error instanceof Error && error.name === "ChunkLoadError";

/**
 * Records a script that failed to load for the notice above the page, and sets a readable message, because
 * forms show it. Returns whether the error was of this kind.
 */
export function noteMissingPart(error: unknown): boolean {
  if (!isMissingPart(error)) return false;
  error.message = MISSING_PART;
  missing.set(true);
  return true;
}

/** Returns whether a script of the page failed to load. The state lasts until a reload. */
export const useMissingPart = missing.useValue;

type State = { failure: { error: unknown } | null };

/**
 * An error boundary around lazy components. If a script fails to load, the rest of the page stays and a
 * notice appears.
 */
export class PartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    noteMissingPart(error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (isMissingPart(failure.error)) return null;
    throw failure.error;
  }
}
