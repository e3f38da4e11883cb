import { browserStorage } from "@/components/shell/browser-storage";
import { LAST_WALLET_KEY, updateWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import { requestOfflineSigning } from "./offline-signing-store";

const STORAGE_KEY = "vesting-index.elsewhere";

async function signWire(wire: Uint8Array): Promise<Uint8Array> {
  const answer = await requestOfflineSigning({ kind: "wire", wire });
  if ("landed" in answer)
    throw new Error("Import the signed transaction, not a transaction that was already sent.");
  return answer.signed;
}

/** Key files, Ledger devices and multisigs sign both. */
const OFFLINE_VERSIONS: SupportedVersions = ["legacy", 0];

const signPlan =
  (transactionVersions: SupportedVersions): WalletAccount["signPlan"] =>
  (plan, intent) =>
    requestOfflineSigning({ kind: "plan", plan, intent, transactionVersions });

/**
 * Returns a wallet account for an address whose key is not in this browser. Transactions are exported, and
 * their signatures are imported.
 */
const getAccount = (t: Translator, address: string): WalletAccount => ({
  address,
  walletName: t("Offline signer"),
  signsTransactions: true,
  chains: [],
  transactionVersions: OFFLINE_VERSIONS,
  signTransaction: signWire,
  signPlan: signPlan(OFFLINE_VERSIONS),
});

/**
 * Returns a connected wallet whose transactions are exported, in version 1 only if the wallet signs it. The
 * wallet still signs its own proof of identity if it can.
 */
export const exporting = (account: WalletAccount): WalletAccount => {
  const versions = account.transactionVersions?.includes(1)
    ? [...OFFLINE_VERSIONS, 1 as const]
    : OFFLINE_VERSIONS;
  return account.signPlan ? account : { ...account, signPlan: signPlan(versions) };
};

/** Connects an address for offline signing, also after a reload. */
export function connectOfflineAccount(t: Translator, address: string): void {
  browserStorage().setItem(STORAGE_KEY, address);
  // Otherwise the wallet of the last visit would reconnect.
  browserStorage().removeItem(LAST_WALLET_KEY);
  updateWallet({ account: getAccount(t, address), problem: null });
}

export function disconnectOfflineAccount(): void {
  browserStorage().removeItem(STORAGE_KEY);
  updateWallet({ account: null });
}

/** Returns the offline signing address of the last visit, or null. */
export const storedOfflineAccount = (): string | null => browserStorage().getItem(STORAGE_KEY);
