import { MEANT_FIELDS, type MeantField } from "@/lib/core/vesting/meant/meant-schedule";
import { english, type Message, message, type Words } from "@/lib/core/words/words";

/** What the columns of a recipients file can hold. */
export type RecipientColumn =
  | MeantField
  | "beneficiary"
  | "amount"
  | "releaseType"
  | "startTime"
  | "cliffTime"
  | "endTime"
  | "milestoneIdx"
  | "leafIndex";

/** A column of a file: its title as it stands there, and what it holds; null when it is not used. */
export type FileColumn = { title: string; column: RecipientColumn | null };

type Titles = {
  /** Our own names of it. */
  own: readonly string[];
  /** Names from the templates of other vesting services and from spreadsheets. */
  known: readonly string[];
};

/** Titles of amounts that say that they are base units. */
const BASE_UNITS = ["amountbaseunits", "baseunits", "amountraw", "rawamount", "amountlamports", "lamports"];

/** Titles in lower case with everything but letters and digits removed. */
const TITLES: Record<RecipientColumn, Titles> = {
  beneficiary: {
    own: ["beneficiary", "recipient", "address", "wallet"],
    known: [
      "walletaddress",
      "recipientaddress",
      "recipientwallet",
      "recipientwalletaddress",
      "beneficiaryaddress",
      "beneficiarywallet",
      "stakeholderwallet",
      "stakeholderaddress",
      "solanaaddress",
      "solanawallet",
      "pubkey",
      "publickey",
    ],
  },
  amount: {
    own: ["amount", "amountbaseunits"],
    known: [
      "tokens",
      "tokenamount",
      "amounttokens",
      "tokensamount",
      "numberoftokens",
      "totalamount",
      "totaltokens",
      "allocation",
      "allocationamount",
      "tokenallocation",
      "totalallocation",
      "depositamount",
      ...BASE_UNITS,
    ],
  },
  releaseType: {
    own: ["releasetype"],
    known: ["type", "release", "schedule", "scheduletype", "vestingtype"],
  },
  startTime: {
    own: ["starttime"],
    known: [
      "start",
      "startdate",
      "startdatetime",
      "starttimestamp",
      "startson",
      "vestingstart",
      "vestingstartdate",
      "vestingstarttime",
      "vestingcommencementdate",
      "unlockstart",
      "unlockstartdate",
    ],
  },
  cliffTime: {
    own: ["clifftime"],
    known: [
      "cliff",
      "cliffdate",
      "cliffdatetime",
      "clifftimestamp",
      "cliffend",
      "cliffenddate",
      "vestingcliff",
      "vestingcliffdate",
      "vestingclifftime",
      "unlockcliff",
    ],
  },
  endTime: {
    own: ["endtime"],
    known: [
      "end",
      "enddate",
      "enddatetime",
      "endtimestamp",
      "endson",
      "vestingend",
      "vestingenddate",
      "vestingendtime",
      "unlockend",
      "unlockenddate",
      "fullyvested",
      "fullyvestedon",
    ],
  },
  milestoneIdx: { own: ["milestoneidx"], known: ["milestoneindex", "milestone", "milestonenumber"] },
  leafIndex: { own: ["leafindex"], known: [] },
  upfrontPercent: {
    own: ["upfrontpercent", "upfront"],
    known: ["upfrontshare", "initialunlock", "initialunlockpercent", "tgepercent", "tgeunlock"],
  },
  cliffPercent: { own: ["cliffpercent"], known: ["cliffshare", "cliffunlock", "cliffunlockpercent"] },
  cliffMonths: { own: ["cliffmonths"], known: ["cliffperiodmonths", "clifflengthmonths", "monthstocliff"] },
  durationMonths: {
    own: ["durationmonths"],
    known: ["vestingmonths", "vestingdurationmonths", "vestingperiodmonths", "totalmonths"],
  },
  steps: { own: ["steps"], known: ["unlockfrequency", "vestingfrequency", "releasefrequency", "frequency"] },
};

/** The columns in the order in which they are shown and written. */
export const RECIPIENT_COLUMNS = Object.keys(TITLES) as RecipientColumn[];

/** What each column is called in sentences. */
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
};

const plain = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, "");

const COLUMN_OF = new Map(
  RECIPIENT_COLUMNS.flatMap((column) =>
    [...TITLES[column].own, ...TITLES[column].known].map((title) => [title, column] as const),
  ),
);

/** The columns of a header line. Of several that could hold the same, none is taken: somebody has to choose. */
export function readHeader(titles: readonly string[]): FileColumn[] {
  const columns = titles.map((title) => ({ title, column: COLUMN_OF.get(plain(title)) ?? null }));
  return columns.map(({ title, column }) =>
    columns.filter((other) => other.column === column).length > 1
      ? { title, column: null }
      : { title, column },
  );
}

/** What is wrong with a header: columns that could hold the same, and columns that a campaign cannot do without. */
export function headerFaults(
  header: readonly FileColumn[],
  hasDefault: (column: RecipientColumn) => boolean,
  t: Words = english,
): { column: RecipientColumn; message: string }[] {
  const faults: { column: RecipientColumn; message: string }[] = [];
  const inMonths = usesMonths(header) || hasDefault("durationMonths");
  for (const column of RECIPIENT_COLUMNS) {
    const isTaken = header.some((of) => of.column === column);
    const rivals = header.filter((of) => of.column === null && COLUMN_OF.get(plain(of.title)) === column);
    if (isTaken) continue;
    if (rivals.length > 1) {
      const titles = rivals
        .map(({ title }) => t("“{text}”", { text: shortTitle(title) }))
        .reduce((list, next) => t("{list} and {next}", { list, next }));
      const name = t(COLUMN_NAMES[column]);
      faults.push({ column, message: t("{titles} could both hold the {name}; keep one.", { titles, name }) });
    } else if (!isOptional(column, inMonths) && !hasDefault(column)) {
      faults.push({ column, message: t("The header has no column for {column}.", { column }) });
    }
  }
  return faults;
}

/** What only a schedule in times has. */
export const TIMES_COLUMNS = ["releaseType", "cliffTime", "endTime", "milestoneIdx"] as const;
const TIMES = new Set<RecipientColumn>(TIMES_COLUMNS);
const MONTHS = new Set<RecipientColumn>(MEANT_FIELDS);

/** A file says in months or in times when its rows unlock; one that names the months of the end says neither has to be there. */
const isOptional = (column: RecipientColumn, inMonths: boolean) =>
  column === "milestoneIdx" ||
  column === "leafIndex" ||
  (inMonths ? TIMES.has(column) || (MONTHS.has(column) && column !== "durationMonths") : MONTHS.has(column));

/** Whether a file has columns of shares and months; a row may then still give times. */
export const usesMonths = (header: readonly FileColumn[]) => has(header, MONTHS);
const has = (header: readonly FileColumn[], columns: ReadonlySet<RecipientColumn>) =>
  header.some(({ column }) => column !== null && columns.has(column));

/** The defaults that a file goes on from: one that says in months when its rows unlock takes no times, and the other way. */
export function defaultsFor<Defaults extends Partial<Record<RecipientColumn, string | undefined>>>(
  header: readonly FileColumn[],
  defaults: Defaults,
): Partial<Defaults> {
  const [inMonths, inTimes] = [has(header, MONTHS), has(header, TIMES)];
  const isUnused = (column: RecipientColumn) =>
    (inMonths && TIMES.has(column)) || (inTimes && MONTHS.has(column));
  const entries = Object.entries(defaults).filter(([column]) => !isUnused(column as RecipientColumn));
  return Object.fromEntries(entries) as Partial<Defaults>;
}

/** The columns that are not used, by their titles. */
export const unusedTitles = (header: readonly FileColumn[], t: Words = english): string[] =>
  header.flatMap(({ title, column }, position) =>
    column === null
      ? [shortTitle(title) || t("column {number}, without a title", { number: `${position + 1}` })]
      : [],
  );

/** How titles that are not our own names were taken, one sentence each. */
export const aliasNotes = (header: readonly FileColumn[], t: Words = english): string[] =>
  header.flatMap(({ title, column }) =>
    column && !TITLES[column].own.includes(plain(title))
      ? [
          isInBaseUnits({ title, column })
            ? t("Read “{title}” as amount in base units.", { title: shortTitle(title) })
            : t("Read “{title}” as {name}.", { title: shortTitle(title), name: t(COLUMN_NAMES[column]) }),
        ]
      : [],
  );

/** Whether a column of amounts says by its title that they are base units, whatever the others are. */
export const isInBaseUnits = ({ title, column }: FileColumn) =>
  column === "amount" && BASE_UNITS.includes(plain(title));

const shortTitle = (title: string) => title.trim().slice(0, 40);

/** How csv-parse is told to read a recipients file, wherever it is read; the delimiter is the file's own. */
export const CSV_DIALECT = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
} as const;

/** Spreadsheets separate by comma, semicolon or tab, as their locale has it: the header tells which. */
export function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
}
