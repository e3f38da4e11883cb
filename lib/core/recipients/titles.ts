import type { ScheduleSpecField } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { withoutInvisible } from "./number-text";
import { type LengthUnit, UNIT_WORDS } from "./parse-length";

/** Possible meanings of a column in a recipients file. */
export type RecipientColumn =
  | ScheduleSpecField
  | "beneficiary"
  | "amount"
  | "releaseType"
  | "startTime"
  | "cliffTime"
  | "endTime"
  | "milestoneIdx"
  | "leafIndex"
  | "unlockedAmount"
  | "lockedAmount"
  | "cliffAmount"
  | "periodAmount";

/** Additional information that a column's title states. */
export type TitleTraits = {
  /** Unit of bare numbers in a column of lengths; null if the title does not name one. */
  unit?: LengthUnit | null;
  /** The start of the vesting duration; null if the title does not state it. */
  countsFrom?: "start" | "cliff" | null;
  /** A column of shares whose title does not mention percent. */
  isShareUnspecified?: boolean;
  /** A documented name: a number below 1 is also a percentage. */
  isOwn?: boolean;
  /** A column of dates whose cells can also be lengths, such as “Cliff”. */
  canBeLength?: boolean;
};

type Titles = { own: readonly string[]; known: readonly string[] };

/** Titles of amounts that state base units. */
const BASE_UNITS = [
  "amountbaseunits",
  "baseunits",
  "amountraw",
  "rawamount",
  "amountlamports",
  "lamports",
  "betragbasiseinheiten",
];

/** Normalized titles: our own names, then those of other services, spreadsheets and German files. */
const TITLES: Record<RecipientColumn, Titles> = {
  beneficiary: {
    own: ["beneficiary", "recipient", "address", "wallet"],
    known: [
      ...["walletaddress", "recipientaddress", "recipientwallet", "recipientwalletaddress"],
      ...["beneficiaryaddress", "beneficiarywallet", "stakeholderwallet", "stakeholderaddress"],
      ...["solanaaddress", "solanawallet", "pubkey", "publickey", "claimant", "solanawalletaddress"],
      ...["empfaenger", "empfaengeradresse", "adresse", "walletadresse", "solanaadresse"],
      "walletdesempfaengers",
    ],
  },
  amount: {
    own: ["amount", "amountbaseunits"],
    known: [
      ...["tokens", "tokenamount", "amounttokens", "tokensamount", "numberoftokens", "totalamount"],
      ...["totaltokens", "allocation", "allocationamount", "tokenallocation", "totalallocation"],
      ...["depositamount", "betrag", "menge", "anzahl", "anzahltoken", "anzahltokens"],
      ...["tokenanzahl", "tokenmenge", "zuteilung", ...BASE_UNITS],
    ],
  },
  releaseType: {
    own: ["releasetype"],
    known: ["type", "release", "schedule", "scheduletype", "vestingtype", "art", "typ", "freigabeart"],
  },
  startTime: {
    own: ["starttime"],
    known: [
      ...["start", "startdate", "startdatetime", "starttimestamp", "startson", "vestingstart"],
      ...["vestingstartdate", "vestingstarttime", "vestingcommencementdate", "unlockstart"],
      ...["unlockstartdate", "tgedate", "beginn", "startdatum", "anfang", "anfangsdatum", "startzeit"],
    ],
  },
  cliffTime: {
    own: ["clifftime"],
    known: [
      ...["cliff", "cliffdate", "cliffdatetime", "clifftimestamp", "cliffend", "cliffenddate"],
      ...["vestingcliff", "vestingcliffdate", "vestingclifftime", "unlockcliff", "cliffdatum"],
    ],
  },
  endTime: {
    own: ["endtime"],
    known: [
      ...["end", "enddate", "enddatetime", "endtimestamp", "endson", "vestingend", "vestingenddate"],
      ...["vestingendtime", "unlockend", "unlockenddate", "fullyvested", "fullyvestedon"],
      ...["ende", "enddatum", "endzeit"],
    ],
  },
  milestoneIdx: {
    own: ["milestoneidx"],
    known: ["milestoneindex", "milestone", "milestonenumber", "meilenstein", "nummerdesmeilensteins"],
  },
  leafIndex: { own: ["leafindex"], known: ["indexdesblatts"] },
  upfrontPercent: { own: ["upfrontpercent", "upfront"], known: [] },
  cliffPercent: { own: ["cliffpercent"], known: [] },
  cliffMonths: { own: ["cliffmonths"], known: [] },
  durationMonths: { own: ["durationmonths"], known: [] },
  steps: {
    own: ["steps"],
    known: [
      ...["unlockfrequency", "vestingfrequency", "releasefrequency", "frequency", "schritte"],
      ...["frequenz", "rhythmus"],
    ],
  },
  unlockedAmount: { own: ["unlockedamount"], known: ["amountunlocked"] },
  lockedAmount: { own: ["lockedamount"], known: ["amountlocked"] },
  cliffAmount: { own: ["cliffamount"], known: ["cliffunlockamount"] },
  periodAmount: { own: ["periodamount"], known: ["amountperperiod"] },
};

/** The columns in display and output order. */
export const RECIPIENT_COLUMNS = Object.keys(TITLES) as RecipientColumn[];

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Names of lengths, by their meaning. */
const LENGTHS = {
  cliff: words(
    "cliff cliffperiod clifflength cliffduration cliffterm vestingcliff unlockcliff lockup lockupperiod lockupduration lockperiod tocliff untilcliff cliffdauer sperrfrist",
  ),
  vesting: words(
    "vesting vestingperiod vestingduration vestinglength vestingterm vestingtime vest duration period length term unlockperiod unlockduration releaseperiod releaseduration linearvesting linear streamduration vestingdauer dauer laufzeit",
  ),
  total: words(
    "total totalduration totalperiod totallength totalvesting totalvestingperiod totalvestingduration toend untilend untilfullyvested gesamtdauer gesamtlaufzeit",
  ),
  afterCliff: words(
    "aftercliff vestingaftercliff vestingperiodaftercliff vestingdurationaftercliff postcliff postcliffvesting linearaftercliff nachcliff",
  ),
};
/** Names that mean a length even without a unit; the other names need one. */
const UNITLESS = words(
  "cliffperiod clifflength cliffduration cliffterm lockupperiod lockupduration lockperiod cliffdauer sperrfrist vestingperiod vestingduration vestinglength duration unlockperiod unlockduration releaseperiod releaseduration streamduration vestingdauer dauer laufzeit totalduration totalvestingperiod totalvestingduration gesamtdauer gesamtlaufzeit",
);
const CAN_BE_LENGTH = words("cliff vestingcliff unlockcliff");

const UPFRONT = words(
  "tge tgeunlock unlocktge unlockattge unlockedattge attge ontge tgerelease releaseattge initialunlock initialrelease immediateunlock upfront upfrontunlock unlockatstart",
);
/** Shares only together with a word for percent; alone, these names have other meanings. */
const UPFRONT_WITH_PERCENT = words("start atstart initial upfront");
const CLIFF_SHARE = words("cliffunlock unlockatcliff cliffrelease");
const CLIFF_SHARE_WITH_PERCENT = words("cliff atcliff");

/** Columns for human readers, which are never part of a campaign. */
const NOTES = words(
  "name names recipientname beneficiaryname walletname fullname firstname lastname nickname label note notes comment comments remark remarks memo description email mail recipientemail contact category notiz notizen bemerkung bemerkungen kommentar kommentare vorname nachname beschreibung kategorie",
);

const LETTERS: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  "%": "percent",
  "％": "percent",
};

/** Returns a title in lower case with only letters and digits; the percent sign becomes a word. */
const normalize = (title: string): string =>
  withoutInvisible(title)
    .toLowerCase()
    .replace(/[äöüß%％]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/prozent|percentage|pct/g, "percent")
    .replace(/[^a-z0-9]/g, "");

const COLUMN_OF = new Map(
  RECIPIENT_COLUMNS.flatMap((column) =>
    [...TITLES[column].own, ...TITLES[column].known].map((title) => [title, column] as const),
  ),
);

type Reading = { column: RecipientColumn; traits: TitleTraits };

/** Returns the meaning of a title; null for an unknown title. */
export function readTitle(title: string): Reading | null {
  const name = normalize(title);
  const column = COLUMN_OF.get(name);
  if (column && TITLES[column].own.includes(name)) {
    const isLength = column === "cliffMonths" || column === "durationMonths";
    return {
      column,
      traits: isLength ? { unit: "months", countsFrom: "start", isOwn: true } : { isOwn: true },
    };
  }
  if (column) return { column, traits: CAN_BE_LENGTH.has(name) ? { canBeLength: true } : {} };
  return readShareTitle(name) ?? readLengthTitle(name);
}

function readShareTitle(name: string): Reading | null {
  const base = name.replace(/^(?:percent|anteil)(?:at|of)?|(?:percent|share|anteil)$/g, "");
  const isPercent = base !== name;
  const traits = { isShareUnspecified: !isPercent };
  if (UPFRONT.has(base) || (isPercent && UPFRONT_WITH_PERCENT.has(base)))
    return { column: "upfrontPercent", traits };
  if (CLIFF_SHARE.has(base) || (isPercent && CLIFF_SHARE_WITH_PERCENT.has(base)))
    return { column: "cliffPercent", traits };
  return null;
}

const UNIT_AT_END = (Object.keys(UNIT_WORDS) as LengthUnit[]).map(
  (unit) =>
    [unit, new RegExp(`^(.*?)(?:in)?(?:${UNIT_WORDS[unit].replaceAll(/\|[a-z](?=\|)/g, "")})$`)] as const,
);
const UNIT_AT_START = /^(months|days|years)(.*)$/;

function readLengthTitle(name: string): Reading | null {
  const atStart = UNIT_AT_START.exec(name);
  if (atStart) return lengthColumn(atStart[2] ?? "", atStart[1] as LengthUnit);
  for (const [unit, pattern] of UNIT_AT_END) {
    const reading = lengthColumn(pattern.exec(name)?.[1] ?? "", unit);
    if (reading) return reading;
  }
  return UNITLESS.has(name) ? lengthColumn(name, null) : null;
}

function lengthColumn(base: string, unit: LengthUnit | null): Reading | null {
  if (LENGTHS.cliff.has(base)) return { column: "cliffMonths", traits: { unit } };
  const countsFrom = LENGTHS.total.has(base) ? "start" : LENGTHS.afterCliff.has(base) ? "cliff" : null;
  if (countsFrom === null && !LENGTHS.vesting.has(base)) return null;
  return { column: "durationMonths", traits: { unit, countsFrom } };
}

/** Returns whether a title is one of our own, documented names. */
export const isOwnTitle = (title: string) => readTitle(title)?.traits.isOwn === true;

/** Returns whether a title states that amounts are in base units. */
export const namesBaseUnits = (title: string) => BASE_UNITS.includes(normalize(title));

/** Returns whether a column is for human readers: a name, a note, an email address. */
export const isNoteTitle = (title: string) => NOTES.has(normalize(title));

/** Returns whether a title describes a schedule, so that ignoring its column may change the unlocks. */
export function isScheduleTitle(title: string): boolean {
  const spaced = title.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return /(?:^|[^a-z])(?:tge|unlock|unvest|cliff|vest|lock-?up|release)|[%％]|percent|prozent/.test(spaced);
}
