import { newSheet, type Sheet, type SheetRow } from "@/components/create/sheet";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import { RECIPIENT_COLUMNS } from "@/lib/recipients/file-header";
import { amountCell } from "@/lib/recipients/parse-amount";
import { timeCell } from "@/lib/recipients/parse-time";
import type { LeafView, LeavesPage } from "@/lib/views/leaf";

const LEAVES_A_REQUEST = 1_000;

type FetchRun = { signal: AbortSignal; onProgress: (done: number, total: number) => void };

/** Every current leaf of a campaign as a sheet to edit: amounts in tokens, times as people read them, in UTC. */
export async function fetchCurrentSheet(
  { treeAddress, decimals }: { treeAddress: string; decimals: number },
  { signal, onProgress }: FetchRun,
): Promise<Sheet> {
  const rows: SheetRow[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await fetchLeaves(treeAddress, cursor);
    signal.throwIfAborted();
    for (const leaf of page.leaves) rows.push({ line: leaf.leafIndex + 2, cells: cells(leaf, decimals) });
    onProgress(rows.length, page.total);
    cursor = page.nextCursor;
  } while (cursor);
  const columns = RECIPIENT_COLUMNS.filter((column) => column !== "leafIndex");
  return newSheet(
    columns.map((column) => ({ title: column, column })),
    rows,
  );
}

/** A page of leaves. The longest lists take more requests than the service allows in a minute, so it may have to wait. */
async function fetchLeaves(treeAddress: string, cursor: string | null | undefined): Promise<LeavesPage> {
  for (;;) {
    try {
      return await new ApiClient({ baseUrl: "" }).leaves(treeAddress, { limit: LEAVES_A_REQUEST, cursor });
    } catch (error) {
      if (!(error instanceof ApiClientError) || error.code !== "RATE_LIMITED") throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1_000));
    }
  }
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
