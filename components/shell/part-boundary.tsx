"use client";

import { Component, type ReactNode } from "react";
import { message } from "@/lib/core/words/words";
import { createShared } from "./shared-value";

/** What is said where code of the page could not be fetched: the service was renewed, or the connection was lost. */
export const MISSING_PART = message(
  "A part of this page could not be loaded. Reload the page to go on; what you entered is kept.",
);

const missing = createShared(false);

/** Whether an error is the bundler's, of a script that did not arrive. */
export const isMissingPart = (error: unknown): error is Error & { name: "ChunkLoadError" } =>
  error instanceof Error && error.name === "ChunkLoadError";

/**
 * Notes an error of a part that did not load, for the notice on top of the page, and puts it in words: forms show an
 * error's own message. True when it was one.
 */
export function noteMissingPart(error: unknown): boolean {
  if (!isMissingPart(error)) return false;
  error.message = MISSING_PART;
  missing.set(true);
  return true;
}

/** Whether a part of the page is missing; a reload ends it. */
export const useMissingPart = missing.useValue;

type State = { failure: { error: unknown } | null };

/** Around what loads later: where that does not arrive, the rest of the page stays as it is and a notice says so. */
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
