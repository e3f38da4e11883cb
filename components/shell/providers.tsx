"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ActionHost } from "@/components/actions/action-host";
import { WalletSlot } from "@/components/wallet/wallet-slot";
import { ClockProvider } from "./clock";
import { noteMissingPart } from "./missing-part";
import { PartBoundary } from "./part-boundary";

type ProvidersProps = { serverNow: string; isLocalLedger: boolean; children: ReactNode };

/** What client components share: cached answers, the service's clock, the wallet. */
export function Providers({ serverNow, isLocalLedger, children }: ProvidersProps) {
  const [queries] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: noteMissingPart }),
        mutationCache: new MutationCache({ onError: noteMissingPart }),
        defaultOptions: {
          // Without a network a request fails at once: one that waited would send what nobody remembers asking for,
          // and much of what is asked (drafts, files) needs no network.
          queries: { staleTime: 15_000, retry: 1, refetchOnWindowFocus: false, networkMode: "always" },
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={queries}>
      <ClockProvider serverNow={serverNow}>
        {children}
        <PartBoundary>
          <ActionHost />
        </PartBoundary>
        <PartBoundary>
          <WalletSlot isLocalLedger={isLocalLedger} />
        </PartBoundary>
      </ClockProvider>
    </QueryClientProvider>
  );
}
