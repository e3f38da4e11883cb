import type { SheetRow } from "@/components/sheet/packed-rows";
import { getCell, newSheet, rowsBetween, type Sheet, withAddedRows } from "@/components/sheet/sheet";
import { ApiClient } from "@/lib/client/api-client";
import { type FetchRun, fetchAllLeaves, fetchAllPayouts } from "@/lib/client/fetch-all";
import { RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/core/recipients/file-header";
import { amountCell } from "@/lib/core/recipients/parse-amount";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { SCHEDULE_SPEC_FIELDS } from "@/lib/core/vesting/schedule-spec/schedule-spec";

/** The allocations and payouts of a campaign, and the allocations as an editable sheet. */
export type CurrentAllocations = {
  leaves: Leaf[];
  payouts: Payouts;
  merkleRoot: string;
  /** The root on the Solana network, as indexed. */
  currentRoot: string;
  /**
   * Whether the root on the Solana network has unregistered leaves. Changes are not possible until these are
   * registered.
   */
  isBehind: boolean;
  /** The indexed total at the time the payouts were read. */
  totalClaimed: bigint;
  sheet: Sheet;
};

/** Fetches all current leaves and payouts. The sheet has amounts in tokens and readable times in UTC. */
export async function fetchCurrentAllocations(
  { treeAddress, decimals }: { treeAddress: string; decimals: number },
  run: FetchRun,
): Promise<CurrentAllocations> {
  const api = new ApiClient({ baseUrl: "" });
  const { leaves: packed, merkleRoot } = await fetchAllLeaves(api, treeAddress, run);
  const leaves = [...packed];
  const paid = await fetchAllPayouts(api, treeAddress, run);
  const { payouts, totalClaimed, merkleRoot: currentRoot } = paid;
  const isBehind = currentRoot !== merkleRoot;
  return {
    leaves,
    payouts,
    merkleRoot,
    currentRoot,
    isBehind,
    totalClaimed,
    sheet: toSheet(leaves, decimals),
  };
}

/**
 * Columns that the list of allocations omits. The leaf index is stored separately, because it is not
 * editable.
 */
const NOT_EDITED = new Set<RecipientColumn>([
  ...(["leafIndex", "unlockedAmount", "lockedAmount", "cliffAmount", "periodAmount"] as const),
  ...SCHEDULE_SPEC_FIELDS,
]);
export const EDITED_COLUMNS = RECIPIENT_COLUMNS.filter((column) => !NOT_EDITED.has(column));

/** Converts leaves to rows. Omits leaves that were closed without a claim. */
function toSheet(leaves: readonly Leaf[], decimals: number): Sheet {
  return newSheet(
    EDITED_COLUMNS.map((column) => ({ title: column, column })),
    leaves
      .filter(({ amount }) => amount > 0n)
      .map(
        (leaf): SheetRow => ({
          line: leaf.leafIndex + 1,
          leafIndex: leaf.leafIndex,
          cells: cells(leaf, decimals),
        }),
      ),
  );
}

/** Cells in the order of `EDITED_COLUMNS`. */
const cells = (leaf: Leaf, decimals: number): string[] => [
  leaf.beneficiary,
  amountCell(leaf.amount, decimals),
  ["cliff", "linear", "milestone"][leaf.releaseType] ?? String(leaf.releaseType),
  timeCell(leaf.startTime),
  timeCell(leaf.cliffTime),
  timeCell(leaf.endTime),
  // The milestone of another release type has no effect. It stays in the list if it is set, because it is part of the leaf.
  leaf.releaseType === ReleaseType.Milestone || leaf.milestoneIdx > 0 ? String(leaf.milestoneIdx) : "",
];

/** Returns a list to which a current allocation is added again. */
export function withRestoredRow(sheet: Sheet, { cells, leafIndex }: SheetRow): Sheet {
  const getText = (column: RecipientColumn | null) =>
    (column === null ? undefined : cells[EDITED_COLUMNS.indexOf(column)]) ?? "";
  const texts = sheet.header.map(({ column }) => getText(column));
  return withAddedRows(sheet, [{ cells: texts, ...(leafIndex !== undefined && { leafIndex }) }]);
}

/**
 * Merges a recipients file into the new list. Missing columns come from the current allocation of the same
 * wallet: the first that no earlier row uses. Leaf indexes in the file select the allocation that a row
 * continues.
 */
export function mergeFile(current: Sheet, file: Sheet): Sheet {
  const missing = EDITED_COLUMNS.filter((column) => !file.columns.includes(column));
  const open = new Map<string, SheetRow[]>();
  for (const row of rowsBetween(current)) {
    const wallet = getCell(current, row, "beneficiary") ?? "";
    const rows = open.get(wallet);
    if (rows) rows.push(row);
    else open.set(wallet, [row]);
  }
  const width = file.header.length;
  const rows = rowsBetween(file).map(({ line, cells }): SheetRow => {
    const row = { line, cells };
    const indexCell = getCell(file, row, "leafIndex");
    const named = indexCell !== undefined && /^\d{1,10}$/.test(indexCell) ? Number(indexCell) : undefined;
    const own = open.get(getCell(file, row, "beneficiary") ?? "") ?? [];
    const at = Math.max(0, named === undefined ? 0 : own.findIndex(({ leafIndex }) => leafIndex === named));
    const [from] = missing.length > 0 || named !== undefined ? own.splice(at, 1) : [];
    const filled = missing.map((column) => (from && getCell(current, from, column)) ?? "");
    const inFile = Array.from({ length: width }, (_, position) => cells[position] ?? "");
    // New columns follow the columns of the file. Cells beyond its header must stay beyond all columns.
    const all = { line, cells: [...inFile, ...filled, ...cells.slice(width)] };
    return named === undefined ? all : { ...all, leafIndex: named };
  });
  const header = [...file.header, ...missing.map((column) => ({ title: column, column }))];
  const { answers, acceptsUnused } = file;
  return { ...newSheet(header, rows), columns: EDITED_COLUMNS, answers, acceptsUnused };
}
