"use client";

import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { closeAction, useOpenAction } from "@/components/actions/action-request";
import { ClaimConditionsProvider } from "@/components/claim/claim-conditions";
import { ClaimWithConditions } from "@/components/claim/claim-with-conditions";
import { useTranslator } from "@/components/i18n/use-translator";
import { connectOfflineAccount, storedOfflineAccount } from "@/components/offline-signing/offline-account";
import { useOfflineRequest } from "@/components/offline-signing/offline-signing-store";
import { useVaultRequest } from "@/components/squads/vault-signing-store";
import { useToasts } from "@/components/ui/toast-store";
import { LAST_WALLET_KEY, requestWallets, useLoadedAhead, useWallet } from "@/components/wallet/wallet-store";
import type { ClaimConditions } from "@/lib/contract/deployment";
import type { Network } from "@/lib/core/solana/networks";
import { browserStorage } from "./browser-storage";
import { ClockProvider } from "./clock";
import { type FeeSettings, setFeeSettings } from "./fee-settings";
import { NetworkProvider } from "./network";
import { noteMissingPart, PartBoundary } from "./part-boundary";

// The default scheduler uses a timer, which could run after the next click. A microtask disables the buttons
// of a pending mutation before that.
notifyManager.setScheduler(queueMicrotask);

const loadActionDialog = () => import("@/components/actions/action-dialog");
const ActionDialog = dynamic(loadActionDialog, { ssr: false });
const OfflineSigningDialog = dynamic(() => import("@/components/offline-signing/offline-signing-dialog"), {
  ssr: false,
});
const ProposalDialog = dynamic(() => import("@/components/squads/proposal-dialog"), { ssr: false });
const Toaster = dynamic(() => import("@/components/ui/toaster"), { ssr: false });
const WalletRuntime = dynamic(() => import("@/components/wallet/wallet-runtime"), { ssr: false });

export type ProvidersProps = {
  serverNow: string;
  network: Network | null;
  isLocalLedger: boolean;
  feeSettings: FeeSettings;
  claimConditions: ClaimConditions;
  children: ReactNode;
};

/** Provides shared state to client components: the query cache, the clock of the service and the wallet. */
export function Providers({
  serverNow,
  network,
  isLocalLedger,
  feeSettings,
  claimConditions,
  children,
}: ProvidersProps) {
  // Code outside of components reads the settings too. The server does not use them.
  if (typeof window !== "undefined") setFeeSettings(feeSettings);
  const [queries] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: noteMissingPart }),
        mutationCache: new MutationCache({ onError: noteMissingPart }),
        defaultOptions: {
          // Offline requests fail immediately. A paused request would run later, when the user no longer
          // expects it, and local data (drafts, files) needs no network.
          queries: { staleTime: 15_000, retry: 1, refetchOnWindowFocus: false, networkMode: "always" },
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={queries}>
      <ClockProvider serverNow={serverNow}>
        <NetworkProvider network={network}>
          <ClaimConditionsProvider value={claimConditions}>
            {children}
            <PartBoundary>
              <ActionHost />
              <OfflineSigningHost />
              <VaultSigningHost />
              <ToastHost />
            </PartBoundary>
          </ClaimConditionsProvider>
        </NetworkProvider>
        <PartBoundary>
          <WalletSlot isLocalLedger={isLocalLedger} />
        </PartBoundary>
      </ClockProvider>
    </QueryClientProvider>
  );
}

/** The host of the action dialog. The code that builds transactions loads after a wallet connects. */
function ActionHost() {
  const request = useOpenAction();
  const { account } = useWallet();
  useLoadedAhead(loadActionDialog);
  if (!request || !account) return null;
  const dialog = <ActionDialog request={request} account={account} onClose={closeAction} />;
  return request.kind === "claim" ? (
    <ClaimWithConditions onClose={closeAction}>{dialog}</ClaimWithConditions>
  ) : (
    dialog
  );
}

/** The host of the dialog for offline signing, above the dialog that opened it. */
function OfflineSigningHost() {
  return useOfflineRequest() ? <OfflineSigningDialog /> : null;
}

/** The host of the dialog that proposes a transaction of a vault, above the dialog that opened it. */
function VaultSigningHost() {
  return useVaultRequest() ? <ProposalDialog /> : null;
}

/** The host of toasts, which loads with the first toast of the visit. */
function ToastHost() {
  const isNeeded = useToasts().length > 0;
  const wasNeeded = useRef(isNeeded);
  wasNeeded.current ||= isNeeded;
  return wasNeeded.current ? <Toaster /> : null;
}

/**
 * The host of the wallet code. The code is large and most visitors only read, so it loads on request or if a
 * wallet was connected in the last visit.
 */
function WalletSlot({ isLocalLedger }: { isLocalLedger: boolean }) {
  const t = useTranslator();
  const { phase } = useWallet();
  useEffect(() => {
    const offlineAccount = storedOfflineAccount();
    if (browserStorage().getItem(LAST_WALLET_KEY)) requestWallets();
    else if (offlineAccount) connectOfflineAccount(t, offlineAccount);
  }, [t]);
  return phase === "idle" ? null : <WalletRuntime isLocalLedger={isLocalLedger} />;
}
