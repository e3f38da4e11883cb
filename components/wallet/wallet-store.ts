"use client";

import { useEffect } from "react";
import type { Intent, SendableUntil } from "@/components/ledger/sent-transactions";
import { createShared } from "@/components/shell/shared-value";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { SendablePlan } from "@/lib/core/plans/plan";

/** Where the wallet code remembers the wallet of the last visit. */
export const LAST_WALLET_KEY = "vesting-index.wallet";

/** A connected wallet; without `signMessage` it proves itself by a transaction. Nothing here needs a Solana library. */
export type WalletAccount = RequestSigner & {
  walletName: string;
  /** False for wallets that only send what they sign: here nothing goes out that was not kept first. */
  signsTransactions: boolean;
  /** The chains that the wallet says the account is for, such as `solana:devnet`; empty where it does not say. */
  chains: readonly string[];
  /** Adds the wallet's signature and keeps those that are there. */
  signTransaction(wireTransaction: Uint8Array): Promise<Uint8Array>;
  /** The same for several, in their order, which the person at the wallet is asked for once; where wallets can. */
  signTransactions?: (wireTransactions: readonly Uint8Array[]) => Promise<Uint8Array[]>;
  /** Has a plan signed elsewhere, which may take days; where the key is not in this browser. */
  signPlan?: (plan: SendablePlan, intent: Intent) => Promise<SignedElsewhere>;
};

/** What came back from a key elsewhere: the signed transaction, or the signature of one that has landed. */
export type SignedElsewhere = { signed: Uint8Array; until: SendableUntil } | { landed: string };

/** A wallet that could be connected; the address is known in advance for the local ledger's demo accounts only. */
export type WalletOption = { name: string; icon: string; isDemo: boolean; address: string | null };

export type WalletState = {
  /** `idle`: the wallet code is not loaded; `ready`: wallets are listed. */
  phase: "idle" | "loading" | "ready";
  options: readonly WalletOption[];
  account: WalletAccount | null;
  connecting: boolean;
  /** The dialog to choose a wallet is open. */
  choosing: boolean;
  problem: string | null;
  select(name: string): void;
  disconnect(): void;
};

const nothing = () => undefined;

const wallet = createShared<WalletState>({
  phase: "idle",
  options: [],
  account: null,
  connecting: false,
  choosing: false,
  problem: null,
  select: nothing,
  disconnect: nothing,
});

export const useWallet = wallet.useValue;

export const updateWallet = (change: Partial<WalletState>): void =>
  wallet.set({ ...wallet.get(), ...change });

/** Has the wallet code loaded, once; wallets then appear in the state. */
export function requestWallets(): void {
  if (wallet.get().phase === "idle") updateWallet({ phase: "loading" });
}

/** Opens the dialog to choose a wallet. */
export function chooseWallet(): void {
  requestWallets();
  updateWallet({ choosing: true });
}

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
