import type { Translator } from "@/lib/core/i18n/translator";
import { LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { defaultsFor } from "@/lib/core/recipients/file-header";
import { type FileRowReading, fileRowReader } from "@/lib/core/recipients/file-rows";
import { type Answers, QUESTION_IDS, type QuestionId } from "@/lib/core/recipients/questions";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import { RecipientList } from "@/lib/core/recipients/recipient-list";
import type { Proofs } from "@/lib/core/recipients/row-reader";
import type { SheetRow } from "./packed-rows";
import { packedRow } from "./packed-rows";
import type { ColumnDefaults, Sheet } from "./sheet";

/** Pass the same object for the same options, because the cache of readings compares it by identity. */
export type SheetOptions = {
  /** Translates the errors of a row, which the cache keeps. */
  t: Translator;
  decimals: number | undefined;
  defaults: ColumnDefaults;
  /** Whether the list replaces the list of a campaign. An amount of 0 then closes an allocation. */
  isRotation?: boolean;
  /** The mint of the campaign, which cannot be a recipient. */
  mint?: string;
};

const NO_NAMES: KnownNames = new Map();

/** Returns a reader for the rows of a sheet. Names are looked up for a new campaign alone. */
export function rowReader(
  { header, answers, names = NO_NAMES }: Sheet,
  { t, decimals, defaults, isRotation }: SheetOptions,
) {
  const readerOptions = { ...answers, t, decimals, defaults: defaultsFor(header, defaults) };
  const read = fileRowReader(header, { ...readerOptions, ...(!isRotation && { names }) });
  return ({ line, cells }: SheetRow): FileRowReading => read(line, cells);
}

/** The evidence and questions of a row about the formats of the whole file. */
type RowEvidence = { proofs: Proofs; questions: QuestionId[] };

const READ = 1;
const RIGHT = 2;
const READING_LABELS = {
  ...{ comma: 4, point: 8, day: 16, month: 32 },
  ...{ decimalMark: 64, dateOrder: 128, timeNumbers: 256, vestingFrom: 512, lengthUnit: 1_024 },
  ...{ shareNumbers: 2_048, unusedColumns: 4_096 },
};

/** Reads the packed rows of a sheet and caches the results in packed form, so that each row is read once. */
export class Readings {
  /** The leaf of each valid row, as if all rows were valid; the first leaf of a row with several. */
  readonly leaves: Bytes;
  /** The further leaves of rows with several leaves. */
  private readonly rests = new Map<number, Bytes>();
  private readonly marks: Uint16Array;
  /** The leaf index in each row, NaN if a row has none. Null without a column of leaf indexes. */
  readonly leafIndexes: Float64Array | null;
  private readonly read: (row: SheetRow) => FileRowReading;
  private readonly write: ReturnType<typeof leafWriter>;

  constructor(
    private readonly sheet: Sheet,
    options: SheetOptions,
  ) {
    const count = sheet.lines.length;
    this.leaves = new Uint8Array(count * LEAF_BYTES);
    this.marks = new Uint16Array(count);
    this.leafIndexes = sheet.columns.includes("leafIndex") ? new Float64Array(count).fill(Number.NaN) : null;
    this.read = rowReader(sheet, options);
    this.write = leafWriter(this.leaves);
  }

  isRight = (number: number): boolean => (this.getMark(number) & RIGHT) > 0;

  /** Returns the leaves of a row after its first, or null for a row with one leaf. */
  getRest(number: number): Bytes | null {
    this.getMark(number);
    return this.rests.get(number) ?? null;
  }

  getEvidence(number: number): RowEvidence | null {
    const mark = this.getMark(number);
    if (mark <= (READ | RIGHT)) return null;
    const first = <Word extends keyof typeof READING_LABELS>(...words: Word[]) =>
      words.find((word) => (mark & READING_LABELS[word]) > 0) ?? null;
    return {
      proofs: { decimalMark: first("comma", "point"), dateOrder: first("day", "month") },
      questions: QUESTION_IDS.filter((questionId) => first(questionId)),
    };
  }

  private getMark(number: number): number {
    const known = this.marks[number] as number;
    if (known > 0) return known;
    const reading = this.read(packedRow(this.sheet, number));
    let mark = READ;
    for (const proof of Object.values(reading.proofs)) if (proof) mark |= READING_LABELS[proof];
    if ("questions" in reading)
      for (const { question: questionId } of reading.questions) mark |= READING_LABELS[questionId];
    else {
      mark |= RIGHT;
      this.write({ ...reading.recipient, leafIndex: number }, number * LEAF_BYTES);
      if (reading.rest.length > 0) this.rests.set(number, RecipientList.of(reading.rest).leaves.bytes);
      if (this.leafIndexes && reading.leafIndex !== null) this.leafIndexes[number] = reading.leafIndex;
    }
    this.marks[number] = mark;
    return mark;
  }
}

type CachedReadings = {
  header: Sheet["header"];
  answers: Answers;
  names: KnownNames | undefined;
  options: SheetOptions;
  readings: Readings;
};

/** The latest readings of each text, so that after an edit only the edited row is read again. */
const known = new WeakMap<Bytes, CachedReadings>();

export function readSheet(sheet: Sheet, options: SheetOptions): Readings {
  const { text, header, answers, names } = sheet;
  const last = known.get(text);
  const isSame = last?.header === header && last.answers === answers && last.names === names;
  if (isSame && last.options === options) return last.readings;
  const readings = new Readings(sheet, options);
  known.set(text, { header, answers, names, options, readings });
  return readings;
}
