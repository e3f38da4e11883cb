import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { WalletAccount } from "@/components/wallet/wallet-store";

// What loads first loads slowly on a busy machine: a test that waits in vain is ended by its own limit.
configure({ asyncUtilTimeout: 20_000 });

/** Renders parts of a page with what the page's providers give them. */
export function show(parts: ReactNode): RenderResult & { queries: QueryClient; text: () => string } {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const shown = render(<QueryClientProvider client={queries}>{parts}</QueryClientProvider>);
  return { ...shown, queries, text: () => (shown.container.textContent ?? "").replaceAll(/\s+/g, " ") };
}

/** A connected wallet that signs whatever it is given. */
export const walletOf = (address: string): WalletAccount => ({
  address,
  walletName: "Test wallet",
  signsTransactions: true,
  chains: [],
  signMessage: undefined,
  signTransaction: async (wire) => wire,
});
