"use client";

import type { Intent } from "@/components/ledger/sent-transactions";
import { createShared } from "@/components/shell/shared-value";
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

const asked = createShared<Asked | null>(null);

/**
 * Shows what is to be signed elsewhere, until its signatures are brought back. Throws WaitsElsewhere when it is left, with
 * the sentence that the dialog gives.
 */
export function askElsewhere(wanted: Wanted): Promise<SignedElsewhere> {
  const answered = new Promise<SignedElsewhere>((resolve, reject) => {
    asked.set({ wanted, answer: resolve, leave: (why) => reject(new WaitsElsewhere(why)) });
  });
  return answered.finally(() => asked.set(null));
}

export const useAskedElsewhere = asked.useValue;
