"use client";

import type { Intent } from "@/components/network/sent-transactions";
import { createSharedState } from "@/components/shell/shared-state";
import type { SignedOffline } from "@/components/wallet/wallet-store";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";

/** A request for an offline signature. */
export type OfflineRequest =
  | { kind: "plan"; plan: SendablePlan; intent: Intent; transactionVersions: SupportedVersions }
  /** Bytes that must not change: a proof, or a transaction whose lifetime has started. */
  | { kind: "wire"; wire: Uint8Array };

/** The user closed the dialog. The signatures of an exported transaction can be imported later. */
export class SignedOfflineLaterError extends Error {
  override readonly name = "SignedOfflineLaterError";
}

type PendingOfflineRequest = {
  request: OfflineRequest;
  answer: (signed: SignedOffline) => void;
  leave: (reason: string) => void;
};

const pending = createSharedState<PendingOfflineRequest | null>(null);

/**
 * Opens the dialog for offline signing and resolves with the signed transaction.
 * @throws SignedOfflineLaterError with the message of the dialog if the user closes it
 */
export function requestOfflineSigning(request: OfflineRequest): Promise<SignedOffline> {
  const answered = new Promise<SignedOffline>((resolve, reject) => {
    pending.set({ request, answer: resolve, leave: (reason) => reject(new SignedOfflineLaterError(reason)) });
  });
  return answered.finally(() => pending.set(null));
}

export const useOfflineRequest = pending.useValue;
