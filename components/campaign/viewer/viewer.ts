"use client";

import { useEffect, useState } from "react";
import { useWallet } from "@/components/wallet/wallet-store";

/** Whom the server expects: the wallet of the last visit, and whether the campaign has an allocation for it. */
export type ExpectedViewer = { address: string; isRecipient: boolean };

export type Viewer = {
  /** Whose page it is; null for everybody. */
  address: string | null;
  /** Whether they are a recipient, as far as the server has looked it up. */
  isRecipient: boolean | null;
};

/** How long the page is kept for a wallet that has not connected again. */
const PATIENCE_MS = 5_000;

/** Who looks at the page. Until their wallet is here again it is made for who was connected last, so that nothing jumps. */
export function useViewer(expected: ExpectedViewer | null): Viewer {
  const { account, phase, connecting } = useWallet();
  const [wasHere, setWasHere] = useState(false);
  const isGone = phase === "ready" && !connecting && account === null;
  useEffect(() => {
    if (account) setWasHere(true);
  }, [account]);
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(() => setWasHere(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isGone]);
  const isAwaited = account === null && expected !== null && !wasHere;
  const address = account?.address ?? (isAwaited ? expected.address : null);
  return { address, isRecipient: expected && address === expected.address ? expected.isRecipient : null };
}
