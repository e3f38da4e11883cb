"use client";

import { disconnectOfflineAccount } from "@/components/offline-signing/offline-account";
import { useWallet } from "./wallet-store";

/** Returns the function that disconnects the current account, also one with offline signing. */
export function useDisconnect(): () => void {
  const { account, disconnect } = useWallet();
  return account?.signPlan ? disconnectOfflineAccount : disconnect;
}
