import { newSheet, type Sheet, type SheetRow } from "@/components/sheet/sheet";
import { ApiClient } from "@/lib/client/api-client";
import { type FetchRun, fetchAllLeaves, fetchAllPayouts } from "@/lib/client/whole-lists";
import { RECIPIENT_COLUMNS } from "@/lib/core/recipients/file-header";
import { amountCell } from "@/lib/core/recipients/parse-amount";
import { timeCell } from "@/lib/core/recipients/parse-time";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { Payouts } from "@/lib/core/vesting/rotation/payouts";

/** What a campaign gives and has paid, and the same as a sheet to edit. */
export type CurrentAllocations = {
  leaves: Leaf[];
  payouts: Payouts;
  merkleRoot: string;
  /** The ledger has another root, whose leaves are not registered: these are not to be changed before that. */
  isBehind: boolean;
  /** As indexed when the payouts were read. */
  totalClaimed: bigint;
  sheet: Sheet;
};

/** Every current leaf and all payouts; the sheet has amounts in tokens, times as people read them, in UTC. */
export async function fetchCurrentAllocations(
  { treeAddress, decimals }: { treeAddress: string; decimals: number },
  run: FetchRun,
): Promise<CurrentAllocations> {
  const api = new ApiClient({ baseUrl: "" });
  const { leaves, merkleRoot } = await fetchAllLeaves(api, treeAddress, run);
  const paid = await fetchAllPayouts(api, treeAddress, run);
  const { payouts, totalClaimed } = paid;
  const isBehind = paid.merkleRoot !== merkleRoot;
  return { leaves, payouts, merkleRoot, isBehind, totalClaimed, sheet: toSheet(leaves, decimals) };
}

/** The columns of a list of allocations; the leaf index is kept beside, as nobody may change it. */
export const EDITED_COLUMNS = RECIPIENT_COLUMNS.filter((column) => column !== "leafIndex");

/** Leaves as rows; those that were closed without a claim are nobody's any more. */
function toSheet(leaves: readonly Leaf[], decimals: number): Sheet {
  return newSheet(
    EDITED_COLUMNS.map((column) => ({ title: column, column })),
    leaves
      .filter(({ amount }) => amount > 0n)
      .map(
        (leaf): SheetRow => ({
          line: leaf.leafIndex + 2,
          leafIndex: leaf.leafIndex,
          cells: cells(leaf, decimals),
        }),
      ),
  );
}

function cells(leaf: Leaf, decimals: number) {
  return {
    beneficiary: leaf.beneficiary,
    amount: amountCell(leaf.amount, decimals),
    releaseType: ["cliff", "linear", "milestone"][leaf.releaseType] ?? String(leaf.releaseType),
    startTime: timeCell(leaf.startTime),
    cliffTime: timeCell(leaf.cliffTime),
    endTime: timeCell(leaf.endTime),
    milestoneIdx: String(leaf.milestoneIdx),
  };
}
