"use client";

import { Component, type ReactNode } from "react";
import { isMissingPart, noteMissingPart } from "./missing-part";

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
