import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";

type IndexedCampaign = {
  mint: string;
  totalSupply: bigint;
  totalClaimed: bigint;
  settled: boolean;
  cancellable: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
  accountCreatedAt: bigint | null;
  creationTime: bigint | null;
};

type TreeAccount = Pick<
  VestingTree,
  | "createdAt"
  | "totalSupply"
  | "totalClaimed"
  | "cancelledAt"
  | "cancellable"
  | "cancelAuthority"
  | "pauseAuthority"
>;

/** Fields that stay constant during the life of an account. */
const FIXED = ["totalSupply", "cancellable", "cancelAuthority", "pauseAuthority"] as const;

/**
 * Returns the creation time of a campaign in unix seconds, or null while it is unknown. The account repeats
 * that time as `created_at`.
 */
export const getGenerationStart = ({
  creationTime,
  accountCreatedAt,
}: Pick<IndexedCampaign, "creationTime" | "accountCreatedAt">): bigint | null =>
  creationTime ?? accountCreatedAt;

/**
 * Returns whether the address of a campaign can be created again: the program closes only accounts of native
 * campaigns.
 */
export const isReusable = ({ mint }: Pick<IndexedCampaign, "mint">): boolean => mint === NATIVE_MINT;

/**
 * Returns whether the program has closed the account of a campaign. The program closes it after the last
 * native payment.
 */
export const hasClosed = ({ mint, settled, totalSupply, totalClaimed }: IndexedCampaign): boolean =>
  isReusable({ mint }) && (settled || (totalSupply > 0n && totalClaimed >= totalSupply));

/**
 * Returns whether a verified campaign is an earlier generation of its address than the account that exists
 * now.
 */
export function isEarlierGeneration(campaign: IndexedCampaign, account: TreeAccount): boolean {
  if (!isReusable(campaign)) return false;
  const start = getGenerationStart(campaign);
  if (start !== null && start !== account.createdAt) return start < account.createdAt;
  if (start === null && FIXED.some((name) => campaign[name] !== account[name])) return true;
  const isOpen = account.cancelledAt === null && account.totalClaimed < account.totalSupply;
  return isOpen && hasClosed(campaign);
}
