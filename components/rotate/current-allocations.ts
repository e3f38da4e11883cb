import { newSheet, type Sheet, type SheetRow } from "@/components/sheet/sheet";
import { ApiClient } from "@/lib/client/api-client";
import { type FetchRun, fetchAllLeaves, fetchAllPayouts } from "@/lib/client/whole-lists";
import { RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/core/recipients/file-header";
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

/**
 * A recipients file as the new list: what it does not say is taken from the same wallet's current allocation, the first
 * that no row of the file has taken yet. A file's leaf indexes name the allocations that its rows go on from.
 */
export function mergeFile(current: Sheet, file: Sheet): Sheet {
  const missing = EDITED_COLUMNS.filter((column) => !file.columns.includes(column));
  const open = new Map<string, SheetRow[]>();
  for (const row of current.rows) {
    const rows = open.get(row.cells.beneficiary ?? "");
    if (rows) rows.push(row);
    else open.set(row.cells.beneficiary ?? "", [row]);
  }
  const width = file.header.length;
  const rows = file.rows.map((row): SheetRow => {
    const { leafIndex: indexCell, ...cells } = row.cells;
    const named = indexCell !== undefined && /^\d{1,10}$/.test(indexCell) ? Number(indexCell) : undefined;
    const own = open.get(cells.beneficiary ?? "") ?? [];
    const at = Math.max(0, named === undefined ? 0 : own.findIndex(({ leafIndex }) => leafIndex === named));
    const [from] = missing.length > 0 || named !== undefined ? own.splice(at, 1) : [];
    return {
      ...row,
      cells: { ...cells, ...filled(missing, from) },
      leafIndex: named,
      // Columns are added behind the file's own: what stood beyond its header has to stay beyond.
      ...(row.rest && { rest: shifted(row.rest, width, missing.length) }),
    };
  });
  return {
    ...file,
    header: [...file.header, ...missing.map((column) => ({ title: column, column }))],
    columns: EDITED_COLUMNS,
    rows,
  };
}

const filled = (missing: readonly RecipientColumn[], from: SheetRow | undefined) =>
  Object.fromEntries(missing.map((column) => [column, from?.cells[column] ?? ""]));

const shifted = (rest: Readonly<Record<number, string>>, width: number, by: number) =>
  Object.fromEntries(
    Object.entries(rest).map(([position, text]) => [
      Number(position) >= width ? Number(position) + by : position,
      text,
    ]),
  );
