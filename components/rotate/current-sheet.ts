import type { Sheet, SheetRow } from "@/components/create/sheet";
import { toDate } from "@/components/format/time";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import { amountCell } from "@/lib/recipients/parse-amount";
import { RECIPIENT_COLUMNS } from "@/lib/registration/recipient-columns";
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
  return { columns: RECIPIENT_COLUMNS, rows };
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
    startTime: time(leaf.startTime),
    cliffTime: time(leaf.cliffTime),
    endTime: time(leaf.endTime),
    milestoneIdx: String(leaf.milestoneIdx),
  };
}

const LAST_PLAIN_YEAR = 9_999;

/** ISO 8601 without its empty milliseconds; unix seconds for years that do not have four digits. */
function time(seconds: string): string {
  const date = toDate(BigInt(seconds));
  const year = date?.getUTCFullYear() ?? 0;
  return date && year > 0 && year <= LAST_PLAIN_YEAR ? date.toISOString().replace(".000Z", "Z") : seconds;
}
