"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { useNetwork } from "@/components/shell/network";
import { PageNotice } from "@/components/shell/service-notice";
import { getChain } from "@/lib/core/solana/networks";
import { useWallet } from "./wallet-store";

/** Warns about a connected account that the wallet assigns only to other networks. */
export function WalletNetworkNotice() {
  const t = useTranslator();
  const network = useNetwork();
  const { account } = useWallet();
  const chain = network && getChain(network);
  const named = account?.chains.filter((each) => each.startsWith("solana:")) ?? [];
  if (!account || !chain || named.length === 0 || named.includes(chain)) return null;
  const others = named.map((each) => each.replace("solana:", "")).join(", ");
  return (
    <PageNotice title={t("{wallet} is on another network", { wallet: account.walletName })}>
      {t(
        "These campaigns are on {network}, but this wallet account is for {others}. Change the network in the wallet settings before you sign. Otherwise, the wallet shows balances and effects of another network.",
        { network: network.name, others },
      )}
    </PageNotice>
  );
}
