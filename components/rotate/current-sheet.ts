import type { Sheet } from "@/components/create/sheet";
import { formatAmount } from "@/components/format/amount";
import { toDate } from "@/components/format/time";
import { ApiClient } from "@/lib/client/api-client";
import { RECIPIENT_COLUMNS } from "@/lib/registration/recipient-columns";
import type { LeafView } from "@/lib/views/leaf";

const LEAVES_A_REQUEST = 1_000;

/** Every current leaf of a campaign as a sheet to edit: amounts in tokens, times as people read them, in UTC. */
export async function fetchCurrentSheet(treeAddress: string, decimals: number): Promise<Sheet> {
  const api = new ApiClient({ baseUrl: "" });
  const leaves: LeafView[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await api.leaves(treeAddress, { limit: LEAVES_A_REQUEST, cursor });
    leaves.push(...page.leaves);
    cursor = page.nextCursor;
  } while (cursor);
  return {
    columns: RECIPIENT_COLUMNS,
    rows: leaves.map((leaf) => ({ line: leaf.leafIndex + 2, cells: cells(leaf, decimals) })),
  };
}

function cells(leaf: LeafView, decimals: number) {
  return {
    beneficiary: leaf.beneficiary,
    amount: formatAmount(BigInt(leaf.amount), decimals).replaceAll(",", ""),
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
