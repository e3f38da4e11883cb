import type { Recipient } from "@/lib/core/recipients/recipients";
import { isAddress } from "@/lib/core/solana/addresses";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { RecipientColumn } from "./file-header";
import { type AmountOptions, type DecimalMark, parseAmount } from "./parse-amount";
import { type DateOrder, parseTime, type TimeOptions } from "./parse-time";

/** What somebody has said about the columns of a file. */
export type Told = Pick<AmountOptions, "decimalMark"> & TimeOptions;

/** What would have to be said before a cell can be read. */
export type Asked = keyof Pick<Told, "decimalMark" | "dateOrder" | "timeNumbers">;

export type RowOptions = Told & Partial<AmountOptions>;

export type CellFaults = Partial<Record<RecipientColumn | "row", string>>;

/** What the spellings of a row prove about the whole column. */
export type Proofs = { decimalMark: DecimalMark | null; dateOrder: DateOrder | null };

export type RowReading = { proofs: Proofs } & (
  | { recipient: Recipient; leafIndex: number | null }
  | { faults: CellFaults; asks: Asked[] }
);

const RELEASE_TYPES: Record<string, ReleaseType> = {
  "0": ReleaseType.Cliff,
  cliff: ReleaseType.Cliff,
  "1": ReleaseType.Linear,
  linear: ReleaseType.Linear,
  "2": ReleaseType.Milestone,
  milestone: ReleaseType.Milestone,
};

/** Reads the cells of one row, the same for files in the browser, over HTTP and at the command line. */
export function readRow(
  row: number,
  cell: (column: RecipientColumn) => string | undefined,
  options: RowOptions,
): RowReading {
  return new RowReader(cell, options).read(row);
}

class RowReader {
  private readonly faults: CellFaults = {};
  private readonly asks: Asked[] = [];
  private readonly proofs: Proofs = { decimalMark: null, dateOrder: null };

  constructor(
    private readonly cell: (column: RecipientColumn) => string | undefined,
    private readonly options: RowOptions,
  ) {}

  read(row: number): RowReading {
    const recipient: Recipient = {
      row,
      beneficiary: this.beneficiary(),
      amount: this.amount(),
      releaseType: this.releaseType(),
      startTime: this.time("startTime"),
      cliffTime: this.time("cliffTime"),
      endTime: this.time("endTime"),
      milestoneIdx: this.number("milestoneIdx", 255) ?? 0,
    };
    const leafIndex = this.number("leafIndex", 0xffff_ffff);
    const { faults, asks, proofs } = this;
    return Object.keys(faults).length > 0 ? { faults, asks, proofs } : { recipient, leafIndex, proofs };
  }

  /** The text of a cell that must not be empty. */
  private text(column: RecipientColumn): string | null {
    const text = this.cell(column) ?? "";
    if (text !== "") return text;
    this.faults[column] = "This cell is empty.";
    return null;
  }

  private beneficiary(): string {
    const text = this.text("beneficiary");
    if (text !== null && !isAddress(text))
      this.faults.beneficiary = "Not a Solana address (base58, 32 bytes).";
    return text ?? "";
  }

  private amount(): bigint {
    const text = this.text("amount");
    if (text === null) return 0n;
    const { decimals, decimalMark } = this.options;
    const reading = parseAmount(text, { decimals, decimalMark });
    if ("amount" in reading) {
      this.proofs.decimalMark = reading.proves;
      return reading.amount;
    }
    this.faults.amount = reading.fault;
    if (reading.isAmbiguous) this.asks.push("decimalMark");
    return 0n;
  }

  private time(column: "startTime" | "cliffTime" | "endTime"): bigint {
    const text = this.text(column);
    if (text === null) return 0n;
    const reading = parseTime(text, this.options);
    if ("time" in reading) {
      if (reading.proves && this.proofs.dateOrder && reading.proves !== this.proofs.dateOrder) {
        this.faults[column] = "Dates in this row are written in two orders: write them as YYYY-MM-DD.";
      }
      this.proofs.dateOrder ??= reading.proves;
      return reading.time;
    }
    this.faults[column] = reading.fault;
    if (reading.asks) this.asks.push(reading.asks);
    return 0n;
  }

  private releaseType(): ReleaseType {
    const text = this.text("releaseType");
    const releaseType = text === null ? undefined : RELEASE_TYPES[text.toLowerCase()];
    if (text !== null && releaseType === undefined) {
      this.faults.releaseType = "Use cliff, linear or milestone (or 0, 1, 2).";
    }
    return releaseType ?? ReleaseType.Cliff;
  }

  private number(column: "milestoneIdx" | "leafIndex", max: number): number | null {
    const text = this.cell(column) ?? "";
    if (text === "") return null;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    const name = column === "milestoneIdx" ? "milestone index" : "leaf index";
    this.faults[column] = `The ${name} is a whole number from 0 to ${max}.`;
    return null;
  }
}
