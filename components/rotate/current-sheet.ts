import { newSheet, type Sheet, type SheetRow } from "@/components/create/sheet";
import { type FetchRun, fetchAllLeaves } from "@/lib/client/all-leaves";
import { ApiClient } from "@/lib/client/api-client";
import { RECIPIENT_COLUMNS } from "@/lib/recipients/file-header";
import { amountCell } from "@/lib/recipients/parse-amount";
import { timeCell } from "@/lib/recipients/parse-time";
import type { LeafView } from "@/lib/views/leaf";

/** Every current leaf of a campaign as a sheet to edit: amounts in tokens, times as people read them, in UTC. */
export async function fetchCurrentSheet(
  { treeAddress, decimals }: { treeAddress: string; decimals: number },
  run: FetchRun,
): Promise<Sheet> {
  const { leaves } = await fetchAllLeaves(new ApiClient({ baseUrl: "" }), treeAddress, run);
  const columns = RECIPIENT_COLUMNS.filter((column) => column !== "leafIndex");
  return newSheet(
    columns.map((column) => ({ title: column, column })),
    leaves.map((leaf): SheetRow => ({ line: leaf.leafIndex + 2, cells: cells(leaf, decimals) })),
  );
}

function cells(leaf: LeafView, decimals: number) {
  return {
    beneficiary: leaf.beneficiary,
    amount: amountCell(BigInt(leaf.amount), decimals),
    releaseType: ["cliff", "linear", "milestone"][leaf.releaseType] ?? String(leaf.releaseType),
    startTime: timeCell(BigInt(leaf.startTime)),
    cliffTime: timeCell(BigInt(leaf.cliffTime)),
    endTime: timeCell(BigInt(leaf.endTime)),
    milestoneIdx: String(leaf.milestoneIdx),
  };
}
