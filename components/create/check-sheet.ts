import { createPacer, inPieces, type Pacer } from "@/lib/merkle/pacer";
import {
  CellError,
  readAddress,
  readAmount,
  readMilestoneIdx,
  readReleaseType,
  readTime,
} from "@/lib/registration/cells";
import { RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/registration/recipient-columns";
import { type Recipient, recipientFaults, recipientWarnings } from "@/lib/registration/recipients";
import type { ColumnDefaults, Sheet, SheetRow } from "./sheet";

export type CellFaults = Partial<Record<RecipientColumn | "row", string>>;

export type CheckedSheet = {
  /** Every recipient, when no row has a fault; else those that are right by themselves. */
  recipients: Recipient[];
  /** By line. */
  faults: ReadonlyMap<number, CellFaults>;
  /** What is wrong with the list as a whole. */
  listFault: string | null;
  warnings: readonly string[];
  totalAmount: bigint;
};

/** The same options must be the same object: what rows say under them is remembered by it. */
export type SheetOptions = { decimals: number | undefined; defaults: ColumnDefaults };

type CheckRun = {
  pacer?: Pacer;
  /** Ends the check by throwing its reason. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
};

type Reading = { recipient: Recipient } | { faults: CellFaults };

const ROWS_A_PIECE = 100;

/** What each row says under some options, so that after an edit only the edited row is read again. */
const readings = new WeakMap<SheetOptions, WeakMap<SheetRow, Reading>>();

/** Checks every cell and the list as a whole by the same rules as the service, in pieces so that the page stays alive. */
export async function checkSheet(
  sheet: Sheet,
  options: SheetOptions,
  run: CheckRun = {},
): Promise<CheckedSheet> {
  const { pacer = createPacer(), signal, onProgress } = run;
  const known = readings.get(options) ?? new WeakMap<SheetRow, Reading>();
  readings.set(options, known);
  const faults = new Map<number, CellFaults>();
  const recipients: Recipient[] = [];
  const onPause = (done: number) => {
    signal?.throwIfAborted();
    onProgress?.(done, sheet.rows.length);
  };
  await inPieces({ count: sheet.rows.length, piece: ROWS_A_PIECE, pacer, onPause }, (from, to) => {
    for (const row of sheet.rows.slice(from, to)) {
      const read = known.get(row) ?? readRow(row, options);
      known.set(row, read);
      if ("faults" in read) faults.set(row.line, read.faults);
      else recipients.push(read.recipient);
    }
  });
  // Each of these goes over the whole list once.
  const pause = async () => {
    signal?.throwIfAborted();
    if (pacer.due()) await pacer.pause();
  };
  await pause();
  const listFault = addListFaults(recipients, faults);
  await pause();
  const warnings = recipientWarnings(recipients);
  await pause();
  const totalAmount = recipients.reduce((sum, { amount }) => sum + amount, 0n);
  return { recipients, faults, listFault, warnings, totalAmount };
}

/** The earliest cliff over all recipients. Source: spec 2.2. */
export function earliestCliff(recipients: readonly Pick<Recipient, "cliffTime">[]): bigint {
  let least = recipients[0]?.cliffTime ?? 0n;
  for (const { cliffTime } of recipients) if (cliffTime < least) least = cliffTime;
  return least;
}

/** Notes at their rows what is wrong between rows; what no row is to blame for is the answer. */
function addListFaults(recipients: readonly Recipient[], faults: Map<number, CellFaults>): string | null {
  let listFault: string | null = null;
  for (const { index, field, message } of recipientFaults(recipients)) {
    const line = index === null ? undefined : recipients[index]?.row;
    if (line === undefined) listFault ??= message;
    else faults.set(line, { ...faults.get(line), [faultPlace(field)]: message });
  }
  if (listFault === null && recipients.length > 0 && earliestCliff(recipients) === 0n) {
    return "The earliest cliff cannot be the very second 1970 began; the program refuses it.";
  }
  return listFault;
}

const faultPlace = (field: keyof Recipient | null): RecipientColumn | "row" =>
  RECIPIENT_COLUMNS.find((column) => column === field) ?? "row";

function readRow(row: SheetRow, { decimals, defaults }: SheetOptions): Reading {
  const faults: CellFaults = {};
  const cell = <T>(column: RecipientColumn, read: (text: string) => T, fallback: T): T => {
    const text = row.cells[column] ?? defaults[column] ?? "";
    if (text === "" && column === "milestoneIdx") return fallback;
    try {
      if (text === "") throw new CellError("This cell is empty.");
      return read(text);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      faults[column] = error.message;
      return fallback;
    }
  };
  const recipient: Recipient = {
    row: row.line,
    beneficiary: cell("beneficiary", readAddress, ""),
    amount: cell("amount", (text) => readAmount(text, { decimals }), 0n),
    releaseType: cell("releaseType", readReleaseType, 0),
    startTime: cell("startTime", readTime, 0n),
    cliffTime: cell("cliffTime", readTime, 0n),
    endTime: cell("endTime", readTime, 0n),
    milestoneIdx: cell("milestoneIdx", readMilestoneIdx, 0),
  };
  return Object.keys(faults).length > 0 ? { faults } : { recipient };
}
