import type { SheetRow } from "@/components/sheet/packed-rows";
import { cellOf, newSheet, rowsBetween, type Sheet } from "@/components/sheet/sheet";
import { ApiClient } from "@/lib/client/api-client";
import { type FetchRun, fetchAllLeaves, fetchAllPayouts } from "@/lib/client/whole-lists";
import { RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/core/recipients/file-header";
import { amountCell } from "@/lib/core/recipients/parse-amount";
import { timeCell } from "@/lib/core/recipients/parse-time";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { MEANT_FIELDS } from "@/lib/core/vesting/meant/meant-schedule";
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
  const { leaves: packed, merkleRoot } = await fetchAllLeaves(api, treeAddress, run);
  const leaves = [...packed];
  const paid = await fetchAllPayouts(api, treeAddress, run);
  const { payouts, totalClaimed } = paid;
  const isBehind = paid.merkleRoot !== merkleRoot;
  return { leaves, payouts, merkleRoot, isBehind, totalClaimed, sheet: toSheet(leaves, decimals) };
}

/** The columns of a list of allocations; the leaf index is kept beside, as nobody may change it. */
const NOT_EDITED = new Set<RecipientColumn>([
  ...(["leafIndex", "unlockedAmount", "lockedAmount", "cliffAmount", "periodAmount"] as const),
  ...MEANT_FIELDS,
]);
export const EDITED_COLUMNS = RECIPIENT_COLUMNS.filter((column) => !NOT_EDITED.has(column));

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

/** In the order of `EDITED_COLUMNS`. */
const cells = (leaf: Leaf, decimals: number): string[] => [
  leaf.beneficiary,
  amountCell(leaf.amount, decimals),
  ["cliff", "linear", "milestone"][leaf.releaseType] ?? String(leaf.releaseType),
  timeCell(leaf.startTime),
  timeCell(leaf.cliffTime),
  timeCell(leaf.endTime),
  String(leaf.milestoneIdx),
];

/**
 * A recipients file as the new list: what it does not say is taken from the same wallet's current allocation, the first
 * that no row of the file has taken yet. A file's leaf indexes name the allocations that its rows go on from.
 */
export function mergeFile(current: Sheet, file: Sheet): Sheet {
  const missing = EDITED_COLUMNS.filter((column) => !file.columns.includes(column));
  const open = new Map<string, SheetRow[]>();
  for (const row of rowsBetween(current)) {
    const wallet = cellOf(current, row, "beneficiary") ?? "";
    const rows = open.get(wallet);
    if (rows) rows.push(row);
    else open.set(wallet, [row]);
  }
  const width = file.header.length;
  const rows = rowsBetween(file).map(({ line, cells }): SheetRow => {
    const row = { line, cells };
    const indexCell = cellOf(file, row, "leafIndex");
    const named = indexCell !== undefined && /^\d{1,10}$/.test(indexCell) ? Number(indexCell) : undefined;
    const own = open.get(cellOf(file, row, "beneficiary") ?? "") ?? [];
    const at = Math.max(0, named === undefined ? 0 : own.findIndex(({ leafIndex }) => leafIndex === named));
    const [from] = missing.length > 0 || named !== undefined ? own.splice(at, 1) : [];
    const filled = missing.map((column) => (from && cellOf(current, from, column)) ?? "");
    const inFile = Array.from({ length: width }, (_, position) => cells[position] ?? "");
    // Columns are added behind the file's own: what stood beyond its header has to stay beyond.
    const all = { line, cells: [...inFile, ...filled, ...cells.slice(width)] };
    return named === undefined ? all : { ...all, leafIndex: named };
  });
  const header = [...file.header, ...missing.map((column) => ({ title: column, column }))];
  const { told, acceptsUnused } = file;
  return { ...newSheet(header, rows), columns: EDITED_COLUMNS, told, acceptsUnused };
}
