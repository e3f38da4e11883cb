import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { TranslatorContext } from "@/components/i18n/translator-context";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { createTranslator } from "@/lib/core/i18n/translator";
import catalog from "@/messages/de";

// The first load is slow on a busy machine; the test's own timeout ends a wait that never succeeds.
configure({ asyncUtilTimeout: 20_000 });

/** Renders parts of a page within the page's providers. */
export function show(parts: ReactNode): RenderResult & { queries: QueryClient; text: () => string } {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const shown = render(<QueryClientProvider client={queries}>{parts}</QueryClientProvider>);
  return { ...shown, queries, text: () => (shown.container.textContent ?? "").replaceAll(/\s+/g, " ") };
}

export const german = createTranslator("de", catalog);

/** Renders the same in German. */
export const showGerman = (parts: ReactNode) =>
  show(<TranslatorContext value={german}>{parts}</TranslatorContext>);

/** Returns a connected wallet that signs everything. */
export const getWallet = (address: string): WalletAccount => ({
  address,
  walletName: "Test wallet",
  signsTransactions: true,
  chains: [],
  signMessage: undefined,
  signTransaction: async (wire) => wire,
});
