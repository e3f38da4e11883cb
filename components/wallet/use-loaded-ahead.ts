"use client";

import { useEffect } from "react";
import { useWallet } from "./wallet-store";

/**
 * Loads code once a wallet is connected, so that a network lost by then does not cost the page; whoever needs it imports
 * it again. `load` is the same function in every rendering.
 */
export function useLoadedAhead(load: () => Promise<unknown>): void {
  const isConnected = useWallet().account !== null;
  useEffect(() => {
    if (isConnected) load().catch(() => undefined);
  }, [isConnected, load]);
}
