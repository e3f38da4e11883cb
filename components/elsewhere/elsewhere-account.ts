import { LAST_WALLET_KEY, updateWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { askElsewhere } from "./elsewhere-store";

const NAME = "A key elsewhere";
const KEPT = "vesting-index.elsewhere";

async function signWire(wire: Uint8Array): Promise<Uint8Array> {
  const answer = await askElsewhere({ kind: "wire", wire });
  if ("landed" in answer) throw new Error("Bring back the signed transaction, not one that was sent.");
  return answer.signed;
}

/** An address whose key is not in this browser: what it signs is exported, and brought back. */
const accountOf = (address: string): WalletAccount => ({
  address,
  walletName: NAME,
  signsTransactions: true,
  chains: [],
  signTransaction: signWire,
  signPlan: (plan, intent) => askElsewhere({ kind: "plan", plan, intent }),
});

/** A connected wallet whose transactions are signed elsewhere; it proves itself here where it can. */
export const exporting = (account: WalletAccount): WalletAccount =>
  account.signPlan ? account : { ...account, signPlan: accountOf(account.address).signPlan };

/** Goes on as an address whose key is elsewhere, also after a reload. */
export function connectElsewhere(address: string): void {
  localStorage.setItem(KEPT, address);
  // The wallet of the last visit would connect itself again.
  localStorage.removeItem(LAST_WALLET_KEY);
  updateWallet({ account: accountOf(address), problem: null });
}

export function disconnectElsewhere(): void {
  localStorage.removeItem(KEPT);
  updateWallet({ account: null });
}

/** The address of the last visit whose key is elsewhere; null where none was. */
export const keptElsewhere = (): string | null => localStorage.getItem(KEPT);
