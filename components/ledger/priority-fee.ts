import { PublicKey } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import type { FeeSettings } from "@/components/shell/fee-settings";
import { hasRoomForPriorityFee } from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";
import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import {
  type PriorityFee,
  priorityFeeOf,
  withPriorityFee,
  writtenAccounts,
} from "@/lib/core/plans/priority-fee";

/** The values from which a fee is computed. `recentPrices` is null if the node does not report them. */
export type FeeBasis = Pick<FeeSettings, "maxLamports"> & {
  recentPrices: readonly bigint[] | null;
  unitsConsumed: bigint | null;
};

/** Returns the recent prices for the accounts that the plan writes; null if the node does not report them. */
export async function readRecentPrices(plan: SendablePlan): Promise<bigint[] | null> {
  const lockedWritableAccounts = writtenAccounts(plan).map((address) => new PublicKey(address));
  try {
    const fees = await ledger().getRecentPrioritizationFees({ lockedWritableAccounts });
    return fees.map(({ prioritizationFee }) => BigInt(prioritizationFee));
  } catch {
    // The fee is optional, so the transaction can be signed without it.
    return null;
  }
}

/**
 * Returns the fee of a choice. Returns null for `none`, for a transaction without room for a fee, and for a
 * signer without a private key: the member of a multisig who executes the transaction sets the fee.
 */
export function feeOf(plan: SendablePlan, choice: PriorityChoice, basis: FeeBasis): PriorityFee | null {
  const { recentPrices, unitsConsumed, maxLamports } = basis;
  const canPay = plan.signers.every((signer) => PublicKey.isOnCurve(signer));
  if (choice === "none" || recentPrices === null || !canPay || !hasRoomForPriorityFee(plan)) return null;
  return priorityFeeOf(plan, { level: choice, recentPrices, unitsConsumed, maxLamports });
}

/** Returns the plan with the fee of a choice, or the same plan without one. */
export function withChosenFee<Plan extends SendablePlan>(
  plan: Plan,
  choice: PriorityChoice,
  basis: FeeBasis,
): Plan {
  const fee = feeOf(plan, choice, basis);
  return fee ? withPriorityFee(plan, fee) : plan;
}
