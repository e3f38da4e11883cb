import type { Recipient } from "@/lib/core/recipients/recipients";
import { isAddress } from "@/lib/core/solana/addresses";
import { RELEASE_TYPE_NAMES, ReleaseType } from "@/lib/core/vesting/leaf";
import { composeAllocation } from "@/lib/core/vesting/meant/compose";
import { MEANT_FIELDS } from "@/lib/core/vesting/meant/meant-schedule";
import { readMeant } from "@/lib/core/vesting/meant/read-meant";
import { english, type Words } from "@/lib/core/words/words";
import { type RecipientColumn, TIMES_COLUMNS } from "./file-header";
import { plainText } from "./number-text";
import { type AmountOptions, type DecimalMark, parseAmount } from "./parse-amount";
import { type DateOrder, parseTime, type TimeOptions } from "./parse-time";

/** What somebody has said about the columns of a file. */
export type Told = Pick<AmountOptions, "decimalMark"> & TimeOptions;

/** What would have to be said before a cell can be read. */
export type Asked = keyof Pick<Told, "decimalMark" | "dateOrder" | "timeNumbers">;

/** `t` says faults in the language of whoever reads them. */
export type RowOptions = Told & Partial<AmountOptions>;

export type CellFaults = Partial<Record<RecipientColumn | "row", string>>;

/** What the spellings of a row prove about the whole column. */
export type Proofs = { decimalMark: DecimalMark | null; dateOrder: DateOrder | null };

/** What a row says; `rest` are the further leaves of an allocation that one leaf does not hold. */
export type RowReading = { proofs: Proofs } & (
  | { recipient: Recipient; rest: readonly Recipient[]; leafIndex: number | null }
  | { faults: CellFaults; asks: Asked[] }
);

const NOTHING_MORE: readonly Recipient[] = [];

const releaseTypeOf = (text: string): ReleaseType | undefined =>
  Object.values(ReleaseType).find((type) => text === `${type}` || text === RELEASE_TYPE_NAMES[type]);

/** Reads the cells of one row, the same for files in the browser, over HTTP and at the command line. */
export function readRow(
  row: number,
  cell: (column: RecipientColumn) => string | undefined,
  options: RowOptions,
): RowReading {
  return new RowReader(cell, options).read(row);
}

class RowReader {
  private readonly t: Words;
  private readonly faults: CellFaults = {};
  private readonly asks: Asked[] = [];
  private readonly proofs: Proofs = { decimalMark: null, dateOrder: null };

  constructor(
    private readonly cell: (column: RecipientColumn) => string | undefined,
    private readonly options: RowOptions,
  ) {
    this.t = options.t ?? english;
  }

  read(row: number): RowReading {
    if (MEANT_FIELDS.some((field) => this.cell(field))) return this.readMeant(row);
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
    return Object.keys(faults).length > 0
      ? { faults, asks, proofs }
      : { recipient, rest: NOTHING_MORE, leafIndex, proofs };
  }

  /** A row that says in shares and months when its allocation unlocks. */
  private readMeant(row: number): RowReading {
    const { t } = this;
    const whole = {
      beneficiary: this.beneficiary(),
      amount: this.amount(),
      startTime: this.time("startTime"),
    };
    for (const column of TIMES_COLUMNS) {
      if (!this.cell(column)) continue;
      this.faults[column] = t("Leave this empty in a row that says in months when it unlocks.");
    }
    if (this.cell("leafIndex"))
      this.faults.leafIndex = t("A row in months can be several leaves: give no index.");
    const reading = readMeant((field) => plainText(this.cell(field) ?? "") ?? "?", t);
    if ("faults" in reading) {
      for (const { field, message } of reading.faults) this.faults[field] = message;
    }
    const { faults, asks, proofs } = this;
    if ("faults" in reading || Object.keys(faults).length > 0) return { faults, asks, proofs };
    const composed = composeAllocation({ ...whole, ...reading.meant }, t);
    if ("fault" in composed) {
      const { field, message } = composed.fault;
      return { faults: { [field]: message }, asks, proofs };
    }
    const [recipient, ...rest] = composed.leaves.map((leaf) => ({ row, ...leaf }));
    if (!recipient) throw new RangeError("An allocation has a leaf at least.");
    return { recipient, rest: rest.length > 0 ? rest : NOTHING_MORE, leafIndex: null, proofs };
  }

  /** The text of a cell that must not be empty. */
  private text(column: RecipientColumn): string | null {
    const text = this.cell(column) ?? "";
    if (text !== "") return text;
    const { t } = this;
    this.faults[column] = t("This cell is empty.");
    return null;
  }

  private beneficiary(): string {
    const { t } = this;
    const text = this.text("beneficiary");
    if (text !== null && !isAddress(text))
      this.faults.beneficiary = t("Not a Solana address (base58, 32 bytes).");
    return text ?? "";
  }

  private amount(): bigint {
    const text = this.text("amount");
    if (text === null) return 0n;
    const { t } = this;
    const { decimals, decimalMark } = this.options;
    const reading = parseAmount(text, { decimals, decimalMark, t });
    if ("amount" in reading) {
      this.proofs.decimalMark = reading.proves;
      return reading.amount;
    }
    this.faults.amount = reading.fault;
    if (reading.isAmbiguous) this.asks.push("decimalMark");
    return 0n;
  }

  private time(column: "startTime" | "cliffTime" | "endTime"): bigint {
    const { t } = this;
    const text = this.text(column);
    if (text === null) return 0n;
    const reading = parseTime(text, this.options);
    if ("time" in reading) {
      if (reading.proves && this.proofs.dateOrder && reading.proves !== this.proofs.dateOrder) {
        this.faults[column] = t("Dates in this row are written in two orders: write them as YYYY-MM-DD.");
      }
      this.proofs.dateOrder ??= reading.proves;
      return reading.time;
    }
    this.faults[column] = reading.fault;
    if (reading.asks) this.asks.push(reading.asks);
    return 0n;
  }

  private releaseType(): ReleaseType {
    const { t } = this;
    const text = this.text("releaseType");
    const releaseType = text === null ? undefined : releaseTypeOf(text.toLowerCase());
    if (text !== null && releaseType === undefined) {
      this.faults.releaseType = t("Use cliff, linear or milestone (or 0, 1, 2).");
    }
    return releaseType ?? ReleaseType.Cliff;
  }

  private number(column: "milestoneIdx" | "leafIndex", max: number): number | null {
    const text = this.cell(column) ?? "";
    if (text === "") return null;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    const { t } = this;
    const most = `${max}`;
    this.faults[column] =
      column === "milestoneIdx"
        ? t("The milestone index is a whole number from 0 to {most}.", { most })
        : t("The leaf index is a whole number from 0 to {most}.", { most });
    return null;
  }
}
