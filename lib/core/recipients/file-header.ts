import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { SCHEDULE_SPEC_FIELDS } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import {
  isNoteTitle,
  isOwnTitle,
  isScheduleTitle,
  namesBaseUnits,
  RECIPIENT_COLUMNS,
  type RecipientColumn,
  readTitle,
  type TitleTraits,
} from "./titles";

export { RECIPIENT_COLUMNS, type RecipientColumn } from "./titles";

/** A column of a file: its title in the file, and its meaning; null if it is not used. */
export type FileColumn = { title: string; column: RecipientColumn | null };

/** Display name of each column. */
export const COLUMN_NAMES: Record<RecipientColumn, Message> = {
  beneficiary: message("recipient"),
  amount: message("amount"),
  releaseType: message("release type"),
  startTime: message("start time"),
  cliffTime: message("cliff time"),
  endTime: message("end time"),
  milestoneIdx: message("milestone number"),
  leafIndex: message("leaf index"),
  upfrontPercent: message("share at the start in percent"),
  cliffPercent: message("share at the cliff in percent"),
  cliffMonths: message("months until the cliff"),
  durationMonths: message("months until the end"),
  steps: message("steps after the cliff"),
  unlockedAmount: message("amount unlocked at the start"),
  lockedAmount: message("amount that vests"),
  cliffAmount: message("amount unlocked at the cliff"),
  periodAmount: message("amount per period"),
};

/**
 * Parses a header line. If several columns could have the same meaning, none is used: the user has to choose.
 */
export function readHeader(titles: readonly string[]): FileColumn[] {
  const columns = titles.map((title) => ({ title, column: readTitle(title)?.column ?? null }));
  return columns.map(({ title, column }) =>
    columns.filter((other) => other.column === column).length > 1
      ? { title, column: null }
      : { title, column },
  );
}

/**
 * The title and traits of each used column. A column that the user chose has the default traits of its
 * meaning.
 */
export type ColumnTraits = Partial<Record<RecipientColumn, TitleTraits & { title: string }>>;

export function columnTraits(header: readonly FileColumn[]): ColumnTraits {
  const traits: ColumnTraits = {};
  for (const { title, column } of header) {
    if (column === null) continue;
    const reading = readTitle(title);
    const own = { unit: "months", countsFrom: "start", isOwn: true } as const;
    traits[column] = { title: shortTitle(title), ...(reading?.column === column ? reading.traits : own) };
  }
  return traits;
}

/** Returns the errors of a header: ambiguous columns, and missing required columns. */
export function findHeaderErrors(
  header: readonly FileColumn[],
  hasDefault: (column: RecipientColumn) => boolean,
  t: Translator = english,
): { column: RecipientColumn; message: string }[] {
  const errors: { column: RecipientColumn; message: string }[] = [];
  const isTaken = (column: RecipientColumn) => header.some((item) => item.column === column);
  const isNeeded = neededColumns(header, (column) => isTaken(column) || hasDefault(column));
  for (const column of RECIPIENT_COLUMNS) {
    if (isTaken(column)) continue;
    const rivals = header.filter((item) => item.column === null && readTitle(item.title)?.column === column);
    if (rivals.length > 1) {
      const titles = rivals
        .map(({ title }) => t("“{text}”", { text: shortTitle(title) }))
        .reduce((list, next) => t("{list} and {next}", { list, next }));
      const name = t(COLUMN_NAMES[column]);
      errors.push({
        column,
        message: t("{titles} could both contain the {name}. Keep one of them.", { titles, name }),
      });
    } else if (isNeeded(column) && !hasDefault(column)) {
      errors.push({ column, message: t("The header has no column for {column}.", { column }) });
    }
  }
  return errors;
}

const OTHER_COLUMNS: ReadonlySet<RecipientColumn> = new Set(["beneficiary", "amount", "leafIndex"]);

/** Returns whether a column sets a part of the schedule, so that rows can have schedules of their own. */
export const isScheduleColumn = (column: RecipientColumn): boolean => !OTHER_COLUMNS.has(column);

/** Columns of a schedule in times. */
export const TIMES_COLUMNS = ["releaseType", "cliffTime", "endTime", "milestoneIdx"] as const;
const TIMES = new Set<RecipientColumn>(TIMES_COLUMNS);
const MONTHS = new Set<RecipientColumn>(SCHEDULE_SPEC_FIELDS);
/** Amounts that together replace the single amount of a row. */
const DISTRIBUTOR = new Set<RecipientColumn>(["unlockedAmount", "lockedAmount"]);
const LOCKER = new Set<RecipientColumn>(["cliffAmount", "periodAmount"]);

/** Returns whether a file needs a column, depending on how the file states amounts and schedules. */
function neededColumns(
  header: readonly FileColumn[],
  isGiven: (column: RecipientColumn) => boolean,
): (column: RecipientColumn) => boolean {
  const needed = new Set<RecipientColumn>(["beneficiary"]);
  const need = (columns: Iterable<RecipientColumn>) => {
    for (const column of columns) needed.add(column);
  };
  const isLocker = has(header, LOCKER);
  const isDistributor = has(header, DISTRIBUTOR);
  if (isLocker) need(LOCKER);
  else need(isDistributor ? DISTRIBUTOR : ["amount"]);
  if (isLocker || usesMonths(header) || isGiven("durationMonths")) need(["startTime", "durationMonths"]);
  else if (isDistributor) need(["startTime"]);
  // A cliff or milestone row has one date; the release type is only known after the row is read.
  else if (isGiven("releaseType") && isGiven("cliffTime")) need(["releaseType", "cliffTime"]);
  else need(["releaseType", "startTime", "cliffTime", "endTime"]);
  return (column) => needed.has(column);
}

/** Returns whether a file has columns of shares and months; a row may still contain times. */
export const usesMonths = (header: readonly FileColumn[]) => has(header, MONTHS);
const has = (header: readonly FileColumn[], columns: ReadonlySet<RecipientColumn>) =>
  header.some(({ column }) => column !== null && columns.has(column));

/**
 * Returns the defaults that apply to a file: a file with a schedule in months does not use defaults for
 * times, and vice versa.
 */
export function defaultsFor<Defaults extends Partial<Record<RecipientColumn, string | undefined>>>(
  header: readonly FileColumn[],
  defaults: Defaults,
): Partial<Defaults> {
  const inMonths = has(header, MONTHS) || has(header, LOCKER);
  const inTimes = has(
    header.filter(({ title }) => !inMonths || !readTitle(title)?.traits.canBeLength),
    TIMES,
  );
  const isUnused = (column: RecipientColumn) =>
    (inMonths && TIMES.has(column)) || (inTimes && MONTHS.has(column));
  const entries = Object.entries(defaults).filter(([column]) => !isUnused(column as RecipientColumn));
  return Object.fromEntries(entries) as Partial<Defaults>;
}

/** Returns the titles of the unused columns. */
export const unusedTitles = (header: readonly FileColumn[], t: Translator = english): string[] =>
  getTitles(header, () => true, t);

/**
 * Returns the titles of unused columns that seem to describe a schedule: ignoring them may change the
 * unlocks.
 */
export const unusedScheduleTitles = (header: readonly FileColumn[], t: Translator = english): string[] =>
  getTitles(header, isScheduleTitle, t);

/** Returns the titles of unused columns that are neither notes nor part of a schedule. */
export const unusedOtherTitles = (header: readonly FileColumn[], t: Translator = english): string[] =>
  getTitles(header, (title) => !isNoteTitle(title) && !isScheduleTitle(title), t);

const getTitles = (
  header: readonly FileColumn[],
  isListed: (title: string) => boolean,
  t: Translator,
): string[] =>
  header.flatMap(({ title, column }, position) =>
    column === null && isListed(title)
      ? [shortTitle(title) || t("column {number} (no title)", { number: `${position + 1}` })]
      : [],
  );

/** Returns a sentence about the interpretation of each title that is not one of our own names. */
export const aliasNotes = (header: readonly FileColumn[], t: Translator = english): string[] =>
  header.flatMap(({ title, column }) =>
    column && !isOwnTitle(title)
      ? [
          isInBaseUnits({ title, column })
            ? t("“{title}” was read as the amount in base units.", { title: shortTitle(title) })
            : t("“{title}” was read as {name}.", {
                title: shortTitle(title),
                name: t(getName(title, column)),
              }),
        ]
      : [],
  );

const CLIFF_LENGTH = message("time until the cliff");
const VESTING_LENGTH = message("vesting duration");

/** A length that is not in months from the start has a separate name. */
function getName(title: string, column: RecipientColumn): Message {
  const { unit, countsFrom } = readTitle(title)?.traits ?? {};
  if (column === "cliffMonths" && unit !== "months") return CLIFF_LENGTH;
  const isPlain = unit === "months" && countsFrom === "start";
  return column === "durationMonths" && !isPlain ? VESTING_LENGTH : COLUMN_NAMES[column];
}

/** Returns whether the title of an amount column states base units, regardless of other settings. */
export const isInBaseUnits = ({ title, column }: FileColumn) => column === "amount" && namesBaseUnits(title);

const shortTitle = (title: string) => title.trim().slice(0, 40);
