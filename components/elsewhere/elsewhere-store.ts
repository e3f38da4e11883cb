"use client";

import type { Intent } from "@/components/ledger/sent-transactions";
import { createShared } from "@/components/shell/shared-value";
import type { SignedElsewhere } from "@/components/wallet/wallet-store";
import type { SendablePlan } from "@/lib/core/plans/plan";

/** A request for an offline signature. */
export type Wanted =
  | { kind: "plan"; plan: SendablePlan; intent: Intent }
  /** Bytes that must not change: a proof, or a transaction whose lifetime has started. */
  | { kind: "wire"; wire: Uint8Array };

/** The user closed the dialog. The signatures of an exported transaction can be imported later. */
export class WaitsElsewhere extends Error {
  override readonly name = "WaitsElsewhere";
}

type Asked = { wanted: Wanted; answer: (signed: SignedElsewhere) => void; leave: (why: string) => void };

const asked = createShared<Asked | null>(null);

/**
 * Opens the dialog for offline signing and resolves with the signed transaction.
 * @throws WaitsElsewhere with the message of the dialog if the user closes it
 */
export function askElsewhere(wanted: Wanted): Promise<SignedElsewhere> {
  const answered = new Promise<SignedElsewhere>((resolve, reject) => {
    asked.set({ wanted, answer: resolve, leave: (why) => reject(new WaitsElsewhere(why)) });
  });
  return answered.finally(() => asked.set(null));
}

export const useAskedElsewhere = asked.useValue;
