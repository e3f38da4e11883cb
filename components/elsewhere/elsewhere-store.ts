"use client";

import { useSyncExternalStore } from "react";
import type { Intent } from "@/components/ledger/sent-transactions";
import type { SignedElsewhere } from "@/components/wallet/wallet-store";
import type { SendablePlan } from "@/lib/core/plans/plan";

/** What has to be signed by a key that is not in this browser. */
export type Wanted =
  | { kind: "plan"; plan: SendablePlan; intent: Intent }
  /** Bytes that are as they are: a proof, or a transaction whose time runs already. */
  | { kind: "wire"; wire: Uint8Array };

/** The person has closed the dialog; what was exported can be brought back later. */
export class WaitsElsewhere extends Error {
  override readonly name = "WaitsElsewhere";
}

type Asked = { wanted: Wanted; answer: (signed: SignedElsewhere) => void; leave: (why: string) => void };

let current: Asked | null = null;
const listeners = new Set<() => void>();

function set(asked: Asked | null): void {
  current = asked;
  for (const listener of listeners) listener();
}

/**
 * Shows what is to be signed elsewhere, until its signatures are brought back. Throws WaitsElsewhere when it is left, with
 * the sentence that the dialog gives.
 */
export function askElsewhere(wanted: Wanted): Promise<SignedElsewhere> {
  return new Promise((resolve, reject) => {
    set({
      wanted,
      answer: (signed) => {
        set(null);
        resolve(signed);
      },
      leave: (why) => {
        set(null);
        reject(new WaitsElsewhere(why));
      },
    });
  });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAskedElsewhere(): Asked | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
