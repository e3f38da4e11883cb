"use client";

import { useNetwork } from "@/components/shell/network";
import { Notice } from "@/components/ui/notice";
import { chainOf } from "@/lib/core/solana/networks";
import { useWallet } from "./wallet-store";

/** Tells whoever has connected an account that their wallet says is for other networks only. */
export function WalletNetworkNotice() {
  const network = useNetwork();
  const { account } = useWallet();
  const chain = network && chainOf(network);
  const named = account?.chains.filter((each) => each.startsWith("solana:")) ?? [];
  if (!account || !chain || named.length === 0 || named.includes(chain)) return null;
  const others = named.map((each) => each.replace("solana:", "")).join(", ");
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4">
      <Notice tone="warn" title={`${account.walletName} is on another network`} live>
        These campaigns are on {network.name}, and the wallet says that this account is for {others}. Change
        the network in its settings before you sign: it would show you balances and effects of another one.
      </Notice>
    </div>
  );
}
