"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { LAST_WALLET_KEY, requestWallets, useWallet } from "./wallet-store";

const WalletRuntime = dynamic(() => import("./wallet-runtime"), { ssr: false });

/**
 * The place of the wallet code. It is heavy and most visitors only read, so it loads when a wallet is asked for,
 * or was connected at the last visit.
 */
export function WalletSlot({ isLocalLedger }: { isLocalLedger: boolean }) {
  const { phase } = useWallet();
  useEffect(() => {
    if (localStorage.getItem(LAST_WALLET_KEY)) requestWallets();
  }, []);
  return phase === "idle" ? null : <WalletRuntime isLocalLedger={isLocalLedger} />;
}
