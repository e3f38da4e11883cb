"use client";

import { createContext, useContext } from "react";
import { browserStorage } from "@/components/shell/browser-storage";
import { createSharedState } from "@/components/shell/shared-state";
import type { ClaimConditions } from "@/lib/contract/deployment";

const STORAGE_KEY = "accepted-terms";

const Conditions = createContext<ClaimConditions>({ terms: null, isBlocked: false });
/** Provides the conditions that the operator sets for claims. */
export const ClaimConditionsProvider = Conditions.Provider;

const accepted = createSharedState<string | null>(null);

/** Remembers in this browser that the visitor accepted the terms at an address. */
export function acceptTerms(terms: string): void {
  accepted.set(terms);
  browserStorage().setItem(STORAGE_KEY, terms);
}

/** Returns the conditions that the visitor does not meet yet, or null. For components that open after a click. */
export function useUnmetConditions(): ClaimConditions | null {
  const conditions = useContext(Conditions);
  const acceptedNow = accepted.useValue();
  const { terms, isBlocked } = conditions;
  if (isBlocked) return conditions;
  if (terms === null || acceptedNow === terms) return null;
  return browserStorage().getItem(STORAGE_KEY) === terms ? null : conditions;
}
