"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ActionHost } from "@/components/actions/action-host";
import { WalletSlot } from "@/components/wallet/wallet-slot";
import { ClockProvider } from "./clock";

type ProvidersProps = { serverNow: string; isLocalLedger: boolean; children: ReactNode };

/** What client components share: cached answers, the service's clock, the wallet. */
export function Providers({ serverNow, isLocalLedger, children }: ProvidersProps) {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { staleTime: 15_000, retry: 1, refetchOnWindowFocus: false } },
      }),
  );
  return (
    <QueryClientProvider client={queries}>
      <ClockProvider serverNow={serverNow}>
        {children}
        <ActionHost />
        <WalletSlot isLocalLedger={isLocalLedger} />
      </ClockProvider>
    </QueryClientProvider>
  );
}
