import { english, type Translator } from "@/lib/core/i18n/translator";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { isAddress } from "@/lib/core/solana/addresses";
import { isNameText } from "@/lib/core/solana/sol-names/sol-name";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { SCHEDULE_SPEC_FIELDS } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import type { ColumnTraits } from "./file-header";
import { foreignCharacter, withoutInvisible } from "./number-text";
import { type AmountOptions, type DecimalMark, parseAmount } from "./parse-amount";
import { isLengthText } from "./parse-length";
import { type DateOrder, parseTime } from "./parse-time";
import { type Answers, CHOICES, type QuestionId, type Readings } from "./questions";
import { type KnownNames, readNameCell } from "./read-name-cell";
import { amountText, timeText } from "./reading-text";
import { readReleaseType } from "./release-type-text";
import type { RecipientColumn } from "./titles";

/** `t` is the language of error messages, `traits` contains the meanings of the column titles. */
export type RowOptions = Answers &
  Partial<AmountOptions> & {
    traits?: ColumnTraits;
    /** The addresses of names in the recipient column. Without it, names are errors. */
    names?: KnownNames | undefined;
    /** True while the result of a possible answer is computed. */
    isHypothetical?: boolean;
  };

export type CellErrors = Partial<Record<RecipientColumn | "row", string>>;

/** Choices for the whole column that the spelling of a row proves. */
export type Proofs = { decimalMark: DecimalMark | null; dateOrder: DateOrder | null };

/**
 * A question that must be answered before a row can be read: the cell that raises it, and the result of each
 * answer there.
 */
export type RowQuestion = { question: QuestionId; column: RecipientColumn; readings: Readings };

/**
 * A row as recipients; `rest` contains the additional leaves of an allocation that does not fit into one
 * leaf.
 */
export type RowReading = { proofs: Proofs } & (
  | { recipient: Recipient; rest: readonly Recipient[]; leafIndex: number | null }
  | {
      errors: CellErrors;
      questions: RowQuestion[];
      /** The name in the recipient column, if it has no address. */
      unresolved?: string | undefined;
    }
);

export type CellReader = (column: RecipientColumn) => string | undefined;

export type ReadRow = (row: number, cell: CellReader, options: RowOptions) => RowReading;

const NOTHING_MORE: readonly Recipient[] = [];

/** One row with the errors and questions found so far. */
export class RowReader {
  readonly t: Translator;
  readonly errors: CellErrors = {};
  private readonly questions: RowQuestion[] = [];
  private unresolved: string | undefined;
  private readonly proofs: Proofs = { decimalMark: null, dateOrder: null };

  constructor(
    readonly row: number,
    readonly cell: CellReader,
    readonly options: RowOptions,
    private readonly readRow: ReadRow,
  ) {
    this.t = options.t ?? english;
  }

  traits = (column: RecipientColumn) => this.options.traits?.[column];

  isInMonths(): boolean {
    return SCHEDULE_SPEC_FIELDS.some((field) => this.cell(field)) || this.cliffLength() !== undefined;
  }

  /** Returns the cell of a cliff date column if it contains a length of time instead. */
  cliffLength(): string | undefined {
    const text = this.traits("cliffTime")?.canBeLength ? this.cell("cliffTime")?.trim() : undefined;
    return text && (/^\d{1,4}$/.test(text) || isLengthText(text)) ? text : undefined;
  }

  /** Reads the row as one leaf whose schedule is in times. */
  readTimes(): RowReading {
    const recipient: Recipient = { row: this.row, ...this.recipient() };
    const leafIndex = this.number("leafIndex", 0xffff_ffff);
    const { errors, questions, proofs, unresolved } = this;
    return Object.keys(errors).length > 0
      ? { errors, questions, proofs, unresolved }
      : { recipient, rest: NOTHING_MORE, leafIndex, proofs };
  }

  /**
   * Reads one leaf whose schedule is in times. A cliff or milestone leaf has one date, which also serves as
   * its missing start and end.
   */
  private recipient(): Omit<Recipient, "row"> {
    const beneficiary = this.beneficiary();
    const amount = this.amount();
    const releaseType = this.releaseType();
    const isTimed = releaseType === ReleaseType.Linear || !this.cell("cliffTime");
    const timed = (column: "startTime" | "endTime") => isTimed || this.cell(column);
    const startTime = timed("startTime") ? this.time("startTime") : null;
    const cliffTime = this.time("cliffTime");
    const endTime = timed("endTime") ? this.time("endTime") : null;
    const milestoneIdx = this.number("milestoneIdx", 255) ?? 0;
    const times = { startTime: startTime ?? cliffTime, cliffTime, endTime: endTime ?? cliffTime };
    return { beneficiary, amount, releaseType, ...times, milestoneIdx };
  }

  /** Returns the row with these leaves, or its errors. */
  end(leaves: readonly Omit<Recipient, "row">[]): RowReading {
    const { errors, questions, proofs, unresolved, row } = this;
    const [recipient, ...rest] = leaves.map((leaf) => ({ row, ...leaf }));
    if (Object.keys(errors).length > 0 || !recipient) return { errors, questions, proofs, unresolved };
    return { recipient, rest: rest.length > 0 ? rest : NOTHING_MORE, leafIndex: null, proofs };
  }

  /** Records a question with the result of each answer. */
  addQuestion(
    questionId: QuestionId,
    column: RecipientColumn,
    getReading: (choice: string) => string | null,
  ): Readings {
    const readings: Record<string, string> = {};
    for (const choice of CHOICES[questionId]) {
      const reading = getReading(choice);
      if (reading !== null) readings[choice] = reading;
    }
    this.questions.push({ question: questionId, column, readings });
    return readings;
  }

  /** Reads this row with an answer. */
  readUnder = (answer: Partial<RowOptions>): RowReading =>
    this.readRow(this.row, this.cell, { ...this.options, ...answer });

  /** Returns the text of a required cell, or null with an error. */
  private text(column: RecipientColumn): string | null {
    const text = this.cell(column) ?? "";
    if (withoutInvisible(text) !== "") return text;
    const { t } = this;
    this.errors[column] = t("This cell is empty.");
    return null;
  }

  beneficiary(): string {
    const { t } = this;
    const input = this.text("beneficiary");
    const text = input && withoutInvisible(input);
    if (text === null || isAddress(text)) return text ?? "";
    if (isNameText(text)) return this.named(text);
    const foreign = foreignCharacter(text);
    this.errors.beneficiary = foreign
      ? t("Not a Solana address: character {position} ({code}) is not allowed in addresses.", foreign)
      : t("Not a Solana address (base58, 32 bytes).");
    return "";
  }

  private named(text: string): string {
    const cell = readNameCell(text, this.options.names, this.t);
    if ("address" in cell) return cell.address;
    this.errors.beneficiary = cell.error;
    this.unresolved = cell.unresolved;
    return "";
  }

  amount(column: RecipientColumn = "amount"): bigint {
    const text = this.text(column);
    if (text === null) return 0n;
    const { t } = this;
    const { decimals, decimalMark } = this.options;
    const reading = parseAmount(text, { decimals, decimalMark, t });
    if ("amount" in reading) {
      this.proofs.decimalMark ??= reading.proves;
      return reading.amount;
    }
    this.errors[column] = reading.error;
    if (reading.isAmbiguous) {
      this.addQuestion("decimalMark", column, (choice) => {
        const under = parseAmount(text, { decimals, decimalMark: choice as DecimalMark, t });
        return "amount" in under ? amountText(under.amount, decimals) : under.error;
      });
    }
    return 0n;
  }

  time(column: "startTime" | "cliffTime" | "endTime"): bigint {
    const { t } = this;
    const text = this.text(column);
    if (text === null) return 0n;
    const reading = parseTime(text, this.options);
    if ("time" in reading) {
      if (reading.proves && this.proofs.dateOrder && reading.proves !== this.proofs.dateOrder) {
        this.errors[column] = t("The dates in this row use two formats. Use YYYY-MM-DD.");
      }
      this.proofs.dateOrder ??= reading.proves;
      return reading.time;
    }
    this.errors[column] = reading.error;
    const { question } = reading;
    if (question) {
      this.addQuestion(question, column, (choice) => {
        const under = parseTime(text, { ...this.options, [question]: choice });
        return "time" in under ? timeText(under.time) : null;
      });
    }
    return 0n;
  }

  private releaseType(): ReleaseType {
    const { t } = this;
    const text = this.text("releaseType");
    const releaseType = text === null ? undefined : readReleaseType(text);
    if (text !== null && releaseType === undefined) {
      this.errors.releaseType = t("Use cliff, linear or milestone (or 0, 1, 2).");
    }
    return releaseType ?? ReleaseType.Cliff;
  }

  private number(column: "milestoneIdx" | "leafIndex", max: number): number | null {
    const text = withoutInvisible(this.cell(column) ?? "");
    if (text === "") return null;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    const { t } = this;
    const maxText = `${max}`;
    this.errors[column] =
      column === "milestoneIdx"
        ? t("The milestone index must be a whole number from 0 to {max}.", { max: maxText })
        : t("The leaf index must be a whole number from 0 to {max}.", { max: maxText });
    return null;
  }
}
