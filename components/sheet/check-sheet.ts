import { createPacer, inPieces, type Pacer } from "@/lib/core/pacer";
import { type ColumnQuestion, ColumnSurvey } from "@/lib/core/recipients/column-survey";
import {
  headerFaults,
  isInBaseUnits,
  RECIPIENT_COLUMNS,
  unusedTitles,
} from "@/lib/core/recipients/file-header";
import { inLeafOrder, SPLIT_CELL } from "@/lib/core/recipients/leaf-order";
import { type CellFaults, type RowReading, readRow, type Told } from "@/lib/core/recipients/read-row";
import { type Recipient, recipientFaults, recipientWarnings } from "@/lib/core/recipients/recipients";
import { earliestCliff } from "@/lib/core/vesting/leaf";
import type { ColumnDefaults, Sheet, SheetRow } from "./sheet";

export type CheckedSheet = {
  /** Every recipient in the order of the leaves, when no row has a fault; else those that are right by themselves. */
  recipients: Recipient[];
  /** What each row that can be read says, by line. */
  byLine: ReadonlyMap<number, Recipient>;
  /** What has to be said, or was, about how a column is written. */
  questions: readonly ColumnQuestion[];
  /** By line. */
  faults: ReadonlyMap<number, CellFaults>;
  /** What is wrong with the list as a whole. */
  listFault: string | null;
  warnings: readonly string[];
  totalAmount: bigint;
};

/** The same options must be the same object: what rows say under them is remembered by it. */
export type SheetOptions = {
  decimals: number | undefined;
  defaults: ColumnDefaults;
  /** The list replaces a campaign's: an amount of 0 closes an allocation. */
  isRotation?: boolean;
};

type CheckRun = {
  pacer?: Pacer;
  /** Ends the check by throwing its reason. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
};

type Readings = WeakMap<SheetRow, RowReading>;

const ROWS_A_PIECE = 100;

/** What each row says under some options and tellings, so that after an edit only the edited row is read again. */
const readings = new WeakMap<SheetOptions, WeakMap<Told, Readings>>();

function readingsUnder(options: SheetOptions, told: Told): Readings {
  const ofOptions = readings.get(options) ?? new WeakMap<Told, Readings>();
  readings.set(options, ofOptions);
  const known = ofOptions.get(told) ?? new WeakMap();
  ofOptions.set(told, known);
  return known;
}

/** Checks every cell and the list as a whole by the same rules as the service, in pieces so that the page stays alive. */
export async function checkSheet(
  sheet: Sheet,
  options: SheetOptions,
  run: CheckRun = {},
): Promise<CheckedSheet> {
  const { pacer = createPacer(), signal, onProgress } = run;
  const known = readingsUnder(options, sheet.told);
  const survey = new ColumnSurvey(sheet.told);
  const faults = new Map<number, CellFaults>();
  const read: { line: number; reading: RowReading }[] = [];
  const count = sheet.rows.length;
  const onPause = (done: number) => {
    signal?.throwIfAborted();
    onProgress?.(done, count);
  };
  await inPieces({ count, piece: ROWS_A_PIECE, pacer, onPause }, (from, to) => {
    for (const row of sheet.rows.slice(from, to)) {
      const reading = known.get(row) ?? readSheetRow(sheet, row, options);
      known.set(row, reading);
      survey.add(row.line, reading);
      read.push({ line: row.line, reading });
    }
  });
  const rows: ReadRow[] = [];
  await inPieces(
    { count, piece: ROWS_A_PIECE, pacer, onPause: () => signal?.throwIfAborted() },
    (from, to) => {
      for (const { line, reading } of read.slice(from, to)) {
        const fault = "faults" in reading ? reading.faults : survey.conflict(reading.proofs);
        if (fault) faults.set(line, fault);
        else if ("recipient" in reading) rows.push(reading);
      }
    },
  );
  // Each of these goes over the whole list once.
  const pause = async () => {
    signal?.throwIfAborted();
    if (pacer.due()) await pacer.pause();
  };
  await pause();
  const recipients = recipientsOf(sheet, rows, faults);
  await pause();
  const byLine = new Map(recipients.map((recipient) => [recipient.row ?? 0, recipient]));
  await pause();
  const listFault = sheetFault(sheet, options) ?? addListFaults(recipients, faults, options);
  await pause();
  const warnings = recipientWarnings(recipients);
  await pause();
  const totalAmount = recipients.reduce((sum, { amount }) => sum + amount, 0n);
  const questions = survey.questions();
  return { recipients, byLine, questions, faults, listFault, warnings, totalAmount };
}

type ReadRow = Extract<RowReading, { recipient: Recipient }>;

/** What stands in the way of the file as a whole: its header, and columns that nobody has said to leave out. */
function sheetFault({ header, acceptsUnused }: Sheet, { defaults }: SheetOptions): string | null {
  const [fault] = headerFaults(header, (column) => defaults[column] !== undefined);
  if (fault) return `${fault.message} Choose what each column holds.`;
  const unused = unusedTitles(header);
  if (unused.length === 0 || acceptsUnused) return null;
  return `Say that these columns are to be left out: ${unused.join(", ")}.`;
}

/** The recipients as their leaves will be: in the order of the leaf indexes where the file has them. */
function recipientsOf(sheet: Sheet, rows: readonly ReadRow[], faults: Map<number, CellFaults>): Recipient[] {
  if (!sheet.columns.includes("leafIndex")) return rows.map(({ recipient }) => recipient);
  // A row that could not be read leaves a gap that says nothing about the others.
  if (faults.size > 0) return rows.map(({ recipient }) => recipient);
  const ordered = inLeafOrder(rows);
  for (const { row, message } of ordered.faults) faults.set(row, { leafIndex: message });
  return ordered.recipients;
}

/** Notes at their rows what is wrong between rows; what no row is to blame for is the answer. */
function addListFaults(
  recipients: readonly Recipient[],
  faults: Map<number, CellFaults>,
  { isRotation }: SheetOptions,
): string | null {
  let listFault: string | null = null;
  for (const { index, field, message } of recipientFaults(recipients, { isRotation })) {
    const line = index === null ? undefined : recipients[index]?.row;
    if (line === undefined) listFault ??= message;
    else faults.set(line, { ...faults.get(line), [faultPlace(field)]: message });
  }
  if (listFault === null && recipients.length > 0 && earliestCliff(recipients) === 0n) {
    return "The earliest cliff cannot be the very second 1970 began; the program refuses it.";
  }
  return listFault;
}

const faultPlace = (field: keyof Recipient | null): keyof CellFaults =>
  RECIPIENT_COLUMNS.find((column) => column === field) ?? "row";

function readSheetRow(sheet: Sheet, { line, cells, rest }: SheetRow, options: SheetOptions): RowReading {
  const { header, told } = sheet;
  const decimals = header.some(isInBaseUnits) ? undefined : options.decimals;
  const reading = readRow(line, (column) => cells[column] ?? options.defaults[column], { ...told, decimals });
  if (!rest || !Object.keys(rest).some((position) => Number(position) >= header.length)) return reading;
  const faults = "faults" in reading ? reading.faults : {};
  const message = `This row has more cells than the header: ${SPLIT_CELL}`;
  return { faults: { ...faults, row: message }, asks: [], proofs: { decimalMark: null, dateOrder: null } };
}
