import { browserStorage } from "@/components/shell/browser-storage";
import type { ActingVault } from "@/components/wallet/wallet-store";

const STORAGE_KEY = "vesting-index.vault";

/** Returns the vault as which a member acts in this browser, or null. */
export function findActingVault(): ActingVault | null {
  const [multisig, vaultIndex, member] = browserStorage().getItem(STORAGE_KEY)?.split(" ") ?? [];
  return multisig && vaultIndex && member ? { multisig, vaultIndex: Number(vaultIndex), member } : null;
}

/** Stores the vault, so that the member acts as it after a reload too. */
export const storeActingVault = ({ multisig, vaultIndex, member }: ActingVault): void =>
  browserStorage().setItem(STORAGE_KEY, `${multisig} ${vaultIndex} ${member}`);

export const deleteActingVault = (): void => browserStorage().removeItem(STORAGE_KEY);
