import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { WordsContext } from "@/components/words/words-context";
import { makeWords } from "@/lib/core/words/words";
import catalogue from "@/messages/de";

// What loads first loads slowly on a busy machine: a test that waits in vain is ended by its own limit.
configure({ asyncUtilTimeout: 20_000 });

/** Renders parts of a page with what the page's providers give them. */
export function show(parts: ReactNode): RenderResult & { queries: QueryClient; text: () => string } {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const shown = render(<QueryClientProvider client={queries}>{parts}</QueryClientProvider>);
  return { ...shown, queries, text: () => (shown.container.textContent ?? "").replaceAll(/\s+/g, " ") };
}

export const german = makeWords("de", catalogue);

/** The same for somebody who reads German. */
export const showGerman = (parts: ReactNode) => show(<WordsContext value={german}>{parts}</WordsContext>);

/** A connected wallet that signs whatever it is given. */
export const walletOf = (address: string): WalletAccount => ({
  address,
  walletName: "Test wallet",
  signsTransactions: true,
  chains: [],
  signMessage: undefined,
  signTransaction: async (wire) => wire,
});
