"use client";

import { disconnectOfflineAccount } from "@/components/offline-signing/offline-account";
import { deleteActingVault } from "@/components/squads/acting-vault-store";
import { useWallet } from "./wallet-store";

/** Returns the function that disconnects the current account, also a vault or one with offline signing. */
export function useDisconnect(): () => void {
  const { account, disconnect } = useWallet();
  if (account?.vault)
    return () => {
      deleteActingVault();
      disconnect();
    };
  return account?.signPlan ? disconnectOfflineAccount : disconnect;
}
