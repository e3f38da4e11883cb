import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import {
  type ConfirmationRecipientInput,
  type LineProblem,
  recipientKey,
  recipientProblem,
} from "@/lib/core/recipients/confirmation-lines";
import { isAddress } from "@/lib/core/solana/addresses";
import { packChanges, withText } from "./grid/edits";
import type { SheetRow } from "./packed-rows";
import { getLine, getRow, numberAt, rowCount, type Sheet } from "./sheet";

/** The confirmed wallets of a list, and the confirmed wallets of invited recipients by reference. */
export type ConfirmedWallets = { wallets: ReadonlySet<string>; invited: ReadonlyMap<string, string> };

/** Returns the confirmed wallets of the rows of a list; other rows are ignored. */
export function confirmedWallets(
  rows: readonly { wallet: string | null; reference: string | null; invited: boolean; status: string }[],
): ConfirmedWallets {
  const wallets = new Set<string>();
  const invited = new Map<string, string>();
  for (const row of rows) {
    if (row.status !== "confirmed" || row.wallet === null) continue;
    wallets.add(row.wallet);
    if (row.invited && row.reference !== null) invited.set(row.reference, row.wallet);
  }
  return { wallets, invited };
}

/** Returns the confirmed wallet for an address cell: its address, or the wallet of its reference; null if there is none. */
export function getConfirmedWallet(cell: string, { wallets, invited }: ConfirmedWallets): string | null {
  const text = cell.trim();
  if (isAddress(text)) return wallets.has(text) ? text : null;
  return invited.get(text) ?? null;
}

/** The sheet with its confirmed rows only, and the number of rows that stay, go and receive their wallet. */
export type ConfirmedRows = { sheet: Sheet; remaining: number; removed: number; filled: number };

const ROWS_PER_CHUNK = 500;

type RowVisit = (row: SheetRow, cell: string, number: number) => void;

/** Visits the rows of a sheet in display order, with their address cells. */
async function visitRows(sheet: Sheet, scheduler: CooperativeScheduler, visit: RowVisit): Promise<void> {
  const position = addressPosition(sheet);
  await processInChunks({ count: rowCount(sheet), chunkSize: ROWS_PER_CHUNK, scheduler }, (from, to) => {
    for (let at = from; at < to; at++) {
      const number = numberAt(sheet, at);
      const row = getRow(sheet, number);
      visit(row, position < 0 ? "" : (row.cells[position] ?? ""), number);
    }
  });
}

/** Returns the position of the address cells; negative if the sheet has none. */
const addressPosition = ({ header }: Sheet): number =>
  header.findIndex(({ column }) => column === "beneficiary");

/**
 * Removes the rows whose wallet is not confirmed, and writes the confirmed wallets of invited recipients into
 * the address cells that have their references. Other cells and the order of the rows stay unchanged.
 */
export async function selectConfirmedRows(
  sheet: Sheet,
  confirmed: ConfirmedWallets,
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<ConfirmedRows> {
  const order: number[] = [];
  const changed = new Map<number, SheetRow>();
  let filled = 0;
  const position = addressPosition(sheet);
  await visitRows(sheet, scheduler, (row, cell, number) => {
    const wallet = getConfirmedWallet(cell, confirmed);
    if (wallet === null) return;
    order.push(number);
    const isFilled = wallet !== cell.trim();
    if (isFilled) filled++;
    if (isFilled) changed.set(number, { ...row, cells: withText(row.cells, position, wallet) });
    else if (sheet.changed.has(number)) changed.set(number, row);
  });
  const removed = rowCount(sheet) - order.length;
  if (removed === 0 && filled === 0) return { sheet, remaining: order.length, removed, filled };
  const selected = await packChanges({ ...sheet, changed, order: Uint32Array.from(order) }, scheduler);
  return { sheet: selected, remaining: order.length, removed, filled };
}

/** `line` is the line of the row with the problem. */
export type SheetRecipients =
  | { recipients: ConfirmationRecipientInput[] }
  | { problem: LineProblem; line: number };

/**
 * Returns the recipients of a sheet for a confirmation list, each once: the wallets, and the texts of address
 * cells without an address as references of invited recipients. Skips rows with an empty address cell.
 */
export async function sheetRecipients(
  sheet: Sheet,
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<SheetRecipients> {
  const found = new Map<string, ConfirmationRecipientInput>();
  let refused: { problem: LineProblem; line: number } | null = null;
  await visitRows(sheet, scheduler, (_, cell, number) => {
    const text = cell.trim();
    if (text === "" || refused) return;
    const recipient = isAddress(text) ? { wallet: text } : { reference: text };
    const key = recipientKey(recipient);
    if (found.has(key)) return;
    const problem = recipientProblem(recipient, found.size);
    if (problem) refused = { problem, line: getLine(sheet, number) };
    else found.set(key, recipient);
  });
  return refused ?? { recipients: [...found.values()] };
}
