import type { PendingCampaign } from "@/components/drafts/pending-store";
import { solanaConnection } from "@/components/network/connection";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { planCreateCampaign, planCreateStream } from "@/lib/core/plans/create-campaign";
import { needsLookupTable, withNewLookupTable } from "@/lib/core/plans/lookup-table";
import type { TransactionPlan } from "@/lib/core/plans/plan";

/**
 * Returns all transactions of a campaign that is not on the Solana network yet, in order. A single leaf makes
 * a stream. A deep tree gets a lookup table, whose address derives from `tableSlot`; null omits the table.
 */
export function creationPlans(pending: PendingCampaign, tableSlot: number | null): TransactionPlan[] {
  const { leaves } = pending;
  if (leaves.length === 1) return [planCreateStream({ ...pending, ...leaves.at(0) })];
  const [first, ...others] = planCreateCampaign({ ...pending, leafCount: leaves.length });
  if (!first) return [];
  return [tableSlot === null ? first : withNewLookupTable(first, pending, tableSlot), ...others];
}

/** Returns whether the creation makes a lookup table. An exported one does not: it may be sent too late. */
export const makesTable = ({ mint, leaves }: PendingCampaign, account: WalletAccount): boolean =>
  account.signPlan === undefined && needsLookupTable({ mint, leafCount: leaves.length });

/** Returns a recent slot for the lookup table of a creation; null if it makes none. */
export async function readTableSlot(
  pending: PendingCampaign,
  account: WalletAccount,
): Promise<number | null> {
  if (!makesTable(pending, account)) return null;
  return (await solanaConnection().getLatestBlockhashAndContext("finalized")).context.slot;
}
