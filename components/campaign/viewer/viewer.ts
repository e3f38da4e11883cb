"use client";

import { useEffect, useState } from "react";
import { useWallet } from "@/components/wallet/wallet-store";

/**
 * The viewer that the server expects: the wallet of the last visit, and whether the campaign has an
 * allocation for it.
 */
export type ExpectedViewer = { address: string; isRecipient: boolean };

export type Viewer = {
  /** The wallet whose view is shown; null without a wallet. */
  address: string | null;
  /** Whether the viewer is a recipient; null if the server has not checked. */
  isRecipient: boolean | null;
};

/** Time to keep the view of a wallet that has not reconnected. */
const TIMEOUT_MS = 5_000;

/**
 * Returns the viewer of the page. Until the wallet reconnects, this is the wallet of the last visit, to
 * prevent a layout shift.
 */
export function useViewer(expected: ExpectedViewer | null): Viewer {
  const { account, phase, connecting } = useWallet();
  const [wasHere, setWasHere] = useState(false);
  const isGone = phase === "ready" && !connecting && account === null;
  useEffect(() => {
    if (account) setWasHere(true);
  }, [account]);
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(() => setWasHere(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isGone]);
  const isAwaited = account === null && expected !== null && !wasHere;
  const address = account?.address ?? (isAwaited ? expected.address : null);
  return { address, isRecipient: expected && address === expected.address ? expected.isRecipient : null };
}
