"use client";

import { useEffect } from "react";
import type { Intent, SendableUntil } from "@/components/network/sent-transactions";
import { createSharedState } from "@/components/shell/shared-state";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { SendablePlan } from "@/lib/core/plans/plan";
import type { SquadsVault } from "@/lib/core/squads/addresses";

/** The localStorage key for the wallet of the last visit. */
export const LAST_WALLET_KEY = "vesting-index.wallet";

/**
 * A connected wallet. Without `signMessage` the wallet proves its owner with a transaction. This module needs
 * no Solana library.
 */
export type WalletAccount = RequestSigner & {
  walletName: string;
  /**
   * False for wallets that only send what they sign. Such wallets cannot be used, because a transaction must
   * be stored before it is sent.
   */
  signsTransactions: boolean;
  /**
   * The chains of the account according to the wallet, such as `solana:devnet`. Empty if the wallet states
   * none.
   */
  chains: readonly string[];
  /** Adds the signature of the wallet and keeps existing signatures. */
  signTransaction(wireTransaction: Uint8Array): Promise<Uint8Array>;
  /** Signs several transactions in order with a single prompt. Missing if the wallet does not support it. */
  signTransactions?: (wireTransactions: readonly Uint8Array[]) => Promise<Uint8Array[]>;
  /** Set for a Squads vault. It has no key: a member's wallet proposes its transactions. */
  vault?: ActingVault;
  /** Requests an offline signature for a plan, which can take days. Missing if the wallet signs here. */
  signPlan?: (plan: SendablePlan, intent: Intent) => Promise<SignedOffline>;
};

/** A vault, and the address of the connected member that acts as it. */
export type ActingVault = SquadsVault & { member: string };

/**
 * The result of offline signing: the signed transaction, or the signature of a transaction that has landed.
 * `isEarlier` if it had landed before this signature was requested.
 */
export type SignedOffline =
  | { signed: Uint8Array; until: SendableUntil }
  | { landed: string; isEarlier?: boolean };

/**
 * A wallet that can be connected. The address is known in advance only for demo accounts of the local ledger.
 */
export type WalletOption = { name: string; icon: string; isDemo: boolean; address: string | null };

export type WalletState = {
  /** `idle`: the wallet code is not loaded. `ready`: `options` lists the wallets. */
  phase: "idle" | "loading" | "ready";
  options: readonly WalletOption[];
  account: WalletAccount | null;
  connecting: boolean;
  /** Whether the dialog to choose a wallet is open. */
  choosing: boolean;
  problem: string | null;
  select(name: string): void;
  disconnect(): void;
};

const nothing = () => undefined;

const wallet = createSharedState<WalletState>({
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

const accountListeners = new Set<() => void>();

/** Calls a listener whenever the wallet is disconnected or another one is connected. */
export const onAccountChange = (listener: () => void): void => void accountListeners.add(listener);

export function updateWallet(change: Partial<WalletState>): void {
  const before = wallet.get().account?.address;
  wallet.set({ ...wallet.get(), ...change });
  if (wallet.get().account?.address === before) return;
  for (const listener of accountListeners) listener();
}

/** Starts loading the wallet code, once. The wallets then appear in the state. */
export function requestWallets(): void {
  if (wallet.get().phase === "idle") updateWallet({ phase: "loading" });
}

/** Opens the dialog to choose a wallet. */
export function chooseWallet(): void {
  requestWallets();
  updateWallet({ choosing: true });
}

/**
 * Preloads code after a wallet connects, so that a later network failure does not break the page. Callers
 * import the code again. `load` must be a stable function.
 */
export function useLoadedAhead(load: () => Promise<unknown>): void {
  const isConnected = useWallet().account !== null;
  useEffect(() => {
    if (isConnected) load().catch(() => undefined);
  }, [isConnected, load]);
}
