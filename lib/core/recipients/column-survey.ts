import { english, type Words } from "@/lib/core/words/words";
import type { RecipientColumn } from "./file-header";
import type { DecimalMark } from "./parse-amount";
import type { DateOrder } from "./parse-time";
import type { Asked, CellFaults, Proofs, Told } from "./read-row";

/** A choice for a whole column, with how many rows wait for it and how many are written in each way. */
export type ColumnQuestion = {
  asks: Asked;
  waiting: number;
  /** Rows whose spelling proves a choice, by choice; they never decide for the others. */
  proving: Readonly<Record<string, number>>;
};

type Seen = { waiting: number; rows: Map<string, { count: number; firstRow: number }> };

const PLACES = { decimalMark: "amount", dateOrder: "startTime" } as const;

/** Gathers what the rows of a file ask and prove, because two spellings can each be plain and still contradict each other. */
export class ColumnSurvey {
  private readonly seen: Record<Asked, Seen> = {
    decimalMark: { waiting: 0, rows: new Map() },
    dateOrder: { waiting: 0, rows: new Map() },
    timeNumbers: { waiting: 0, rows: new Map() },
  };

  constructor(
    private readonly told: Told,
    private readonly t: Words = english,
  ) {}

  add(row: number, reading: { proofs: Proofs; asks?: readonly Asked[] }): void {
    for (const asks of new Set(reading.asks)) this.seen[asks].waiting++;
    for (const asks of ["decimalMark", "dateOrder"] as const) {
      const choice = reading.proofs[asks];
      if (!choice) continue;
      const known = this.seen[asks].rows.get(choice);
      if (known) known.count++;
      else this.seen[asks].rows.set(choice, { count: 1, firstRow: row });
    }
  }

  /** The choices that are open, or were made. */
  questions(): ColumnQuestion[] {
    return (["decimalMark", "dateOrder", "timeNumbers"] as const).flatMap((asks) => {
      const { waiting, rows } = this.seen[asks];
      if (waiting === 0 && rows.size < 2 && this.told[asks] === undefined) return [];
      return [
        {
          asks,
          waiting,
          proving: Object.fromEntries([...rows].map(([choice, { count }]) => [choice, count])),
        },
      ];
    });
  }

  get hasConflict(): boolean {
    return this.isContradicted("decimalMark") || this.isContradicted("dateOrder");
  }

  /** What is wrong with a row that is plain by itself, and contradicts others; null when nothing is. */
  conflict(proofs: Proofs): CellFaults | null {
    const faults: Partial<Record<RecipientColumn, string>> = {};
    for (const asks of ["decimalMark", "dateOrder"] as const) {
      const mine = proofs[asks];
      const other =
        mine && this.isContradicted(asks) && [...this.seen[asks].rows].find(([choice]) => choice !== mine);
      if (!other) continue;
      faults[PLACES[asks]] = CONTRADICTIONS[mine](this.t, { row: `${other[1].firstRow}` });
    }
    return Object.keys(faults).length > 0 ? faults : null;
  }

  private isContradicted(asks: keyof typeof PLACES): boolean {
    return this.told[asks] === undefined && this.seen[asks].rows.size > 1;
  }
}

/** What a row proves, against what another one does. */
const CONTRADICTIONS: Record<DecimalMark | DateOrder, (t: Words, of: { row: string }) => string> = {
  point: (t, of) =>
    t("Here the decimal mark is the point, in row {row} it is the comma: say which one the file uses.", of),
  comma: (t, of) =>
    t("Here the decimal mark is the comma, in row {row} it is the point: say which one the file uses.", of),
  day: (t, of) =>
    t(
      "Here the first number of a date is the day, in row {row} it is the month: say which one the file uses.",
      of,
    ),
  month: (t, of) =>
    t(
      "Here the first number of a date is the month, in row {row} it is the day: say which one the file uses.",
      of,
    ),
};
