"use client";

import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import { createSharedState } from "./shared-state";

/** The operator's default for priority fees, and the maximum fee of one transaction in lamports. */
export type FeeSettings = { choice: PriorityChoice; maxLamports: bigint };

let settings: FeeSettings = { choice: "none", maxLamports: 0n };

/** The choice of this visit; null until the user changes the default. */
const chosen = createSharedState<PriorityChoice | null>(null);

/** Stores the settings of the service, which every page passes to the browser. */
export const setFeeSettings = (next: FeeSettings): void => {
  settings = next;
};

export const choosePriorityFee = chosen.set;

/** Returns the current choice and the maximum fee. */
export const currentFeeSettings = (): FeeSettings => ({
  ...settings,
  choice: chosen.get() ?? settings.choice,
});

/** Like `currentFeeSettings`; re-renders when the choice changes. */
export const useFeeSettings = (): FeeSettings => ({
  ...settings,
  choice: chosen.useValue() ?? settings.choice,
});
