import { z } from "zod";
import type { ActingVault } from "@/components/wallet/wallet-store";

const STORAGE_KEY = "vesting-index.vault";

const stored = z.object({ multisig: z.string(), vaultIndex: z.int().min(0), member: z.string() });

/** Returns the vault as which a member acts in this browser, or null. */
export function findActingVault(): ActingVault | null {
  const text = localStorage.getItem(STORAGE_KEY);
  return text === null ? null : stored.parse(JSON.parse(text));
}

/** Stores the vault, so that the member acts as it after a reload too. */
export const storeActingVault = (vault: ActingVault): void =>
  localStorage.setItem(STORAGE_KEY, JSON.stringify(vault));

export const forgetActingVault = (): void => localStorage.removeItem(STORAGE_KEY);
