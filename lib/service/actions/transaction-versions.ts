import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import { ALL_VERSIONS } from "@/lib/core/plans/serialize-plan";
import { isFeatureActive, VERSION_1_FEATURE_ID } from "@/lib/core/solana/transaction/version-1";
import { type Chain, REQUEST_DEADLINE } from "@/lib/service/chain/chain";

/**
 * Returns the versions of a built transaction: those that the request states, without version 1 on a network that does
 * not execute it. Every wallet signs legacy ones.
 */
export async function readSupportedVersions(
  chain: Pick<Chain, "getAccounts">,
  stated: SupportedVersions | null | undefined,
  byDefault: SupportedVersions,
): Promise<SupportedVersions> {
  if (!stated) return byDefault;
  const signed = ALL_VERSIONS.filter((version) => version === "legacy" || stated.includes(version));
  if (!signed.includes(1)) return signed;
  const { accounts } = await chain.getAccounts([VERSION_1_FEATURE_ID], REQUEST_DEADLINE);
  return isFeatureActive(accounts[0] ?? null) ? signed : signed.filter((version) => version !== 1);
}
