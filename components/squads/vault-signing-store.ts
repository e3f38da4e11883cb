"use client";

import type { Intent } from "@/components/network/sent-transactions";
import { SignedOfflineLaterError } from "@/components/offline-signing/offline-signing-store";
import { createSharedState } from "@/components/shell/shared-state";
import type { SignedOffline, WalletAccount } from "@/components/wallet/wallet-store";
import type { SendablePlan } from "@/lib/core/plans/plan";
import type { SquadsVault } from "@/lib/core/squads/addresses";

/** A plan that a vault executes, and the wallet of a member. */
export type VaultRequest = { plan: SendablePlan; intent: Intent; vault: SquadsVault; member: WalletAccount };

type PendingVaultRequest = {
  /** Differs from that of an equal request before, whose proposal must not be shown. */
  id: number;
  request: VaultRequest;
  answer: (executed: { landed: string; isEarlier: boolean }) => void;
  leave: (reason: string) => void;
};

const pending = createSharedState<PendingVaultRequest | null>(null);
let requestCount = 0;

/**
 * Opens the dialog that proposes a transaction of a vault, and resolves when the transaction is executed.
 * @throws SignedOfflineLaterError with the message of the dialog if the user closes it
 */
export function requestVaultSigning(request: VaultRequest): Promise<SignedOffline> {
  const answered = new Promise<SignedOffline>((resolve, reject) => {
    requestCount += 1;
    pending.set({
      ...{ id: requestCount, request },
      answer: resolve,
      leave: (reason) => reject(new SignedOfflineLaterError(reason)),
    });
  });
  return answered.finally(() => pending.set(null));
}

export const useVaultRequest = pending.useValue;
