import * as z from "zod";
import { vaultShortfall } from "@/lib/core/vesting/payable";
import { baseUnits, integerText, textOrNull } from "./field-schemas";

export const payableText = baseUnits(
  "amount that the program would pay now from the last known vault balance, each claim in full or not at all; null while unknown",
).nullable();

/** The balance of a campaign's vault at the last read. */
export const vaultView = z
  .object({
    balance: baseUnits("balance for claims; for native SOL, the lamports above the rent of the tree account"),
    slot: integerText.describe("slot at which it was read; u64 as a decimal string"),
    shortfall: baseUnits(
      "base units owed beyond the balance: unclaimed for an open campaign, vested and unclaimed for a cancelled one, 0 after its end; null in lists if leaves would have to be read",
    ).nullable(),
  })
  .meta({ id: "Vault" })
  .nullable()
  .describe("last known state of the campaign's vault; null if it was never read");

export type VaultView = z.infer<typeof vaultView>;

/** The fields of a stored campaign that the view of its vault uses. */
export type VaultRow = Parameters<typeof vaultShortfall>[0] & { vaultSlot?: bigint | null };

/**
 * Returns the view of a campaign's vault. `unclaimed` is the vested but unclaimed amount of a cancelled
 * campaign; null if it was not read.
 */
export function toVaultView(row: VaultRow, unclaimed: bigint | null = null): VaultView {
  const { vaultBalance = null, vaultSlot = null } = row;
  if (vaultBalance === null || vaultSlot === null) return null;
  const shortfall = textOrNull(vaultShortfall(row, unclaimed));
  return { balance: vaultBalance.toString(), slot: vaultSlot.toString(), shortfall };
}
