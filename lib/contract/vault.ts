import { z } from "zod";
import { vaultShortfall } from "@/lib/core/vesting/payable";
import { baseUnits, integerText, textOrNull } from "./wire";

export const payableText = baseUnits(
  "what the program would pay now, each claim whole or not at all, out of what the vault held when it was last read; null while that is unknown",
).nullable();

/** The balance of a campaign's vault at the last read. */
export const vaultView = z
  .object({
    balance: baseUnits("held for claims; of native SOL the lamports above the tree account's rent"),
    slot: integerText.describe("the slot at which it was read; u64 as a decimal string"),
    shortfall: baseUnits(
      "base units owed beyond the balance: what is unclaimed of an open campaign, vested and unclaimed of a cancelled one, 0 once it is over; null in lists where it takes reading leaves",
    ).nullable(),
  })
  .meta({ id: "Vault" })
  .nullable()
  .describe("the campaign's vault as it was last read; null while it never was");

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
