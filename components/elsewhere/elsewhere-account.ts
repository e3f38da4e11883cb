import { LAST_WALLET_KEY, updateWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Words } from "@/lib/core/words/words";
import { askElsewhere } from "./elsewhere-store";

const KEPT = "vesting-index.elsewhere";

async function signWire(wire: Uint8Array): Promise<Uint8Array> {
  const answer = await askElsewhere({ kind: "wire", wire });
  if ("landed" in answer) throw new Error("Bring back the signed transaction, not one that was sent.");
  return answer.signed;
}

const signPlan: WalletAccount["signPlan"] = (plan, intent) => askElsewhere({ kind: "plan", plan, intent });

/** An address whose key is not in this browser: what it signs is exported, and brought back. */
const accountOf = (t: Words, address: string): WalletAccount => ({
  address,
  walletName: t("A key elsewhere"),
  signsTransactions: true,
  chains: [],
  signTransaction: signWire,
  signPlan,
});

/** A connected wallet whose transactions are signed elsewhere; it proves itself here where it can. */
export const exporting = (account: WalletAccount): WalletAccount =>
  account.signPlan ? account : { ...account, signPlan };

/** Goes on as an address whose key is elsewhere, also after a reload. */
export function connectElsewhere(t: Words, address: string): void {
  localStorage.setItem(KEPT, address);
  // The wallet of the last visit would connect itself again.
  localStorage.removeItem(LAST_WALLET_KEY);
  updateWallet({ account: accountOf(t, address), problem: null });
}

export function disconnectElsewhere(): void {
  localStorage.removeItem(KEPT);
  updateWallet({ account: null });
}

/** The address of the last visit whose key is elsewhere; null where none was. */
export const keptElsewhere = (): string | null => localStorage.getItem(KEPT);
