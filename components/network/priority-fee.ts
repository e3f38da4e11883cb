import { PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { currentFeeSettings, type FeeSettings } from "@/components/shell/fee-settings";
import {
  chooseVersion,
  hasRoomForPriorityFee,
  LEGACY_ONLY,
  type SupportedVersions,
} from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";
import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import {
  calculatePriorityFee,
  type PriorityFee,
  withPriorityFee,
  writtenAccounts,
} from "@/lib/core/plans/priority-fee";

/** The values from which a fee is computed. `recentPrices` is null if the node does not report them. */
export type FeeBasis = Pick<FeeSettings, "maxLamports"> & {
  recentPrices: readonly bigint[] | null;
  unitsConsumed: bigint | null;
  /** The transaction versions of wallet and network; only legacy if absent. */
  supported?: SupportedVersions;
};

/** Returns the recent prices for the accounts that the plan writes; null if the node does not report them. */
export async function readRecentPrices(plan: SendablePlan): Promise<bigint[] | null> {
  const lockedWritableAccounts = writtenAccounts(plan).map((address) => new PublicKey(address));
  try {
    const fees = await solanaConnection().getRecentPrioritizationFees({ lockedWritableAccounts });
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
export function calculateFee(
  plan: SendablePlan,
  choice: PriorityChoice,
  basis: FeeBasis,
): PriorityFee | null {
  const { recentPrices, unitsConsumed, maxLamports, supported = LEGACY_ONLY } = basis;
  const fits = hasRoomForPriorityFee(plan, chooseVersion(plan, supported));
  const canPay = plan.signers.every((signer) => PublicKey.isOnCurve(signer));
  if (choice === "none" || recentPrices === null || !canPay || !fits) return null;
  return calculatePriorityFee(plan, { level: choice, recentPrices, unitsConsumed, maxLamports });
}

/** A plan and the values from which its fee is computed. */
export type PayablePlan = Omit<FeeBasis, "maxLamports"> & { plan: SendablePlan };

/** Returns the plan with the fee that the user chose, for the prices of recent blocks. */
export async function withCurrentFee<Plan extends SendablePlan>(
  plan: Plan,
  unitsConsumed: bigint | null,
): Promise<Plan> {
  const { choice, maxLamports } = currentFeeSettings();
  if (choice === "none") return plan;
  const recentPrices = await readRecentPrices(plan);
  return withChosenFee(plan, choice, { recentPrices, unitsConsumed, maxLamports });
}

/** Returns the plan with the fee of a choice, or the same plan without one. */
export function withChosenFee<Plan extends SendablePlan>(
  plan: Plan,
  choice: PriorityChoice,
  basis: FeeBasis,
): Plan {
  const fee = calculateFee(plan, choice, basis);
  return fee ? withPriorityFee(plan, fee) : plan;
}
