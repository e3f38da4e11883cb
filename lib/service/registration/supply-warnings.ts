import type { UnlockSums } from "@/lib/core/vesting/unlock-months";

/** Warnings about an accepted list; absent if there are none. */
export type SupplyWarnings = { warnings?: string[] };

/**
 * Returns a warning if the leaves of a list exceed the supply, which the program accepts. Claims never receive more
 * than the supply. Source: program interface, claim (OverClaim).
 */
export function supplyWarnings(
  { amounts, milestoneAmounts }: UnlockSums,
  { totalSupply }: { totalSupply: bigint },
): SupplyWarnings {
  const allocated = [...amounts, ...milestoneAmounts].reduce((sum, amount) => sum + amount, 0n);
  if (allocated <= totalSupply) return {};
  const warning = `The leaves total ${allocated}, but the supply is ${totalSupply}. The last recipients to claim will not be paid.`;
  return { warnings: [warning] };
}
