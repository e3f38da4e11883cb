import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { U64_MAX } from "@/lib/core/solana/integers";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { MAX_TIMED_LEAVES } from "@/lib/core/vesting/schedule-spec/schedule-spec";

/** The input for one allocation before the tree exists; `row` is its row in the file. */
export type Recipient = Omit<Leaf, "leafIndex"> & { row?: number };

/**
 * An error in one recipient. `index` counts from 0 in the given list; null for an error of the whole list.
 */
export type RecipientError = { index: number | null; field: keyof Recipient | null; message: string };

type Rules = {
  /** In a rotation, an amount of 0 closes a leaf, which other checks ignore. */
  isRotation?: boolean;
  /** Maximum number of errors per check; unlimited if absent. */
  maxErrors?: number;
  /** The language of error messages. */
  t?: Translator;
};

/** Recipients in order, with lookups for entries of the same beneficiary and for equal entries. */
export type RecipientRun = {
  readonly length: number;
  /**
   * Returns the recipient at an index. The result may be one reused object, so that a million recipients
   * cause no garbage.
   */
  at(index: number): Omit<Recipient, "beneficiary" | "row">;
  toRow(index: number): number | undefined;
  /** Returns the index of the first entry of the same beneficiary. */
  firstOfBeneficiary(index: number): number;
  /**
   * Returns the index of the first entry that is equal except for its row; must be called in ascending order
   * of index.
   */
  firstEqual(index: number): number;
};

type Recipients = readonly Recipient[] | RecipientRun;

const startRun = (recipients: Recipients): RecipientRun =>
  "firstEqual" in recipients ? recipients : runOfArray(recipients);

function runOfArray(recipients: readonly Recipient[]): RecipientRun {
  const people = new Map<string, number>();
  const first = recipients.map(({ beneficiary }, index) => {
    const known = people.get(beneficiary);
    if (known === undefined) people.set(beneficiary, index);
    return known ?? index;
  });
  // Serializing an allocation is the main cost of a long list, and necessary only for beneficiaries with
  // several entries.
  const spelt = new Map<string, number>();
  const getKey = (index: number) => {
    const { row: _, ...allocation } = recipients[index] as Recipient;
    return Object.values(allocation).join(" ");
  };
  const note = (key: string, index: number) => {
    const known = spelt.get(key);
    if (known === undefined) spelt.set(key, index);
    return known ?? index;
  };
  const firstOfBeneficiary = (index: number) => first[index] as number;
  return {
    length: recipients.length,
    at: (index) => recipients[index] as Recipient,
    toRow: (index) => recipients[index]?.row,
    firstOfBeneficiary,
    firstEqual: (index) => {
      const earliest = firstOfBeneficiary(index);
      if (earliest === index) return index;
      note(getKey(earliest), earliest);
      return note(getKey(index), index);
    },
  };
}

type Check = (recipient: ReturnType<RecipientRun["at"]>, index: number) => RecipientError[] | null;

const CHECKS = [findRowErrors, findSumErrors, duplicateMilestones, cappedBeneficiaries];

/** Recipients between two checks of the clock. */
const RECIPIENTS_PER_CHUNK = 500;

/** Returns the errors found so far, check by check, and a function that checks a range of indexes. */
function listCheck(run: RecipientRun, rules: Rules) {
  const checks = CHECKS.map((make) => ({ look: make(run, rules), errors: [] as RecipientError[] }));
  const { maxErrors = Number.POSITIVE_INFINITY } = rules;
  const work = (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      const recipient = run.at(index);
      for (const { look, errors } of checks) {
        if (errors.length < maxErrors) for (const error of look(recipient, index) ?? []) errors.push(error);
      }
    }
  };
  return { work, errors: () => checks.flatMap(({ errors }) => errors) };
}

/**
 * Returns all errors that would make a list of recipients unusable for the program, with every affected row.
 * Amounts are in base units; the sum must fit into u64. Source: spec 4.6 rule 7, program limits.
 */
export function findRecipientErrors(recipients: Recipients, rules: Rules = {}): RecipientError[] {
  if (recipients.length === 0) return [nobody(rules)];
  const { work, errors } = listCheck(startRun(recipients), rules);
  work(0, recipients.length);
  return errors();
}

/** Returns the same errors; yields to other work between chunks. */
export async function findRecipientErrorsInChunks(
  recipients: Recipients,
  rules: Rules = {},
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<RecipientError[]> {
  if (recipients.length === 0) return [nobody(rules)];
  const { work, errors } = listCheck(startRun(recipients), rules);
  await processInChunks({ count: recipients.length, chunkSize: RECIPIENTS_PER_CHUNK, scheduler }, work);
  return errors();
}

const nobody = ({ t = english }: Rules): RecipientError => ({
  ...{ index: null, field: null },
  message: t("Add at least one recipient."),
});

function findRowErrors(_run: RecipientRun, { isRotation = false, t = english }: Rules): Check {
  return (recipient, index) => {
    const schedule = findScheduleError(recipient, t);
    const isEmpty = recipient.amount === 0n && !isRotation;
    if (!isEmpty) return schedule && [{ index, ...schedule }];
    const empty: RecipientError = {
      ...{ index, field: "amount" },
      message: t("The amount must be greater than zero."),
    };
    return schedule ? [empty, { index, ...schedule }] : [empty];
  };
}

/** Returns the field that violates start ≤ cliff ≤ end, or null. Source: spec 2.3. */
export function findScheduleError(
  leaf: Pick<Leaf, "startTime" | "cliffTime" | "endTime">,
  t: Translator = english,
): { field: "cliffTime" | "endTime"; message: string } | null {
  if (leaf.startTime > leaf.cliffTime) {
    return { field: "cliffTime", message: t("The cliff must not be before the start.") };
  }
  if (leaf.cliffTime > leaf.endTime) {
    return { field: "endTime", message: t("The end must not be before the cliff.") };
  }
  return null;
}

function findSumErrors(_run: RecipientRun, { t = english }: Rules): Check {
  let sum = 0n;
  return ({ amount }, index) => {
    const isFirst = sum <= U64_MAX;
    sum += amount;
    if (!isFirst || sum <= U64_MAX) return null;
    const max = `${U64_MAX}`;
    const message = t(
      "From this recipient on, the amounts add up to more than {max}, the maximum of a campaign.",
      { max },
    );
    return [{ index, field: "amount", message }];
  };
}

const MILESTONES = 256;

function duplicateMilestones(run: RecipientRun, { t = english }: Rules): Check {
  const seen = new Map<number, number>();
  return ({ releaseType, amount, milestoneIdx }, index) => {
    if (releaseType !== ReleaseType.Milestone || amount === 0n) return null;
    const key = run.firstOfBeneficiary(index) * MILESTONES + milestoneIdx;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      return null;
    }
    const row = run.toRow(first);
    const milestone = `${milestoneIdx}`;
    const message =
      row === undefined
        ? t(
            "This wallet already has milestone {milestone} in recipient {recipient}. Only one of them could be claimed.",
            { milestone, recipient: `${first}` },
          )
        : t(
            "This wallet already has milestone {milestone} in row {row}. Only one of them could be claimed.",
            {
              milestone,
              row: `${row}`,
            },
          );
    return [{ index, field: "milestoneIdx", message }];
  };
}

function cappedBeneficiaries(run: RecipientRun, { t = english }: Rules): Check {
  const counts = new Uint32Array(run.length);
  const message = t("A recipient can have at most {max} cliff and linear allocations in a campaign.", {
    max: MAX_TIMED_LEAVES,
  });
  return ({ releaseType, amount }, index) => {
    if (releaseType === ReleaseType.Milestone || amount === 0n) return null;
    const first = run.firstOfBeneficiary(index);
    const count = (counts[first] as number) + 1;
    counts[first] = count;
    return count > MAX_TIMED_LEAVES ? [{ index, field: "beneficiary", message }] : null;
  };
}

const EARLIEST_LIKELY = 946_684_800n;
const LATEST_LIKELY = 7_258_118_400n;

const MAX_WARNINGS = 10;

/**
 * Returns warnings about valid but probably unintended input: repeated rows and implausible times. There are
 * at most about ten, one sentence each.
 */
export function recipientWarnings(recipients: Recipients, t: Translator = english): string[] {
  const { work, warnings } = listWarnings(startRun(recipients), t);
  work(0, recipients.length);
  return warnings;
}

/** Returns the same warnings; yields to other work between chunks. */
export async function findRecipientWarningsInChunks(
  recipients: Recipients,
  scheduler: CooperativeScheduler = createScheduler(),
  t: Translator = english,
): Promise<string[]> {
  const { work, warnings } = listWarnings(startRun(recipients), t);
  await processInChunks({ count: recipients.length, chunkSize: RECIPIENTS_PER_CHUNK, scheduler }, work);
  return warnings;
}

function listWarnings(run: RecipientRun, t: Translator) {
  const warnings: string[] = [];
  const work = (from: number, to: number) => {
    for (let index = from; index < to && warnings.length < MAX_WARNINGS; index++) {
      const { startTime, endTime } = run.at(index);
      const first = run.firstEqual(index);
      if (first !== index) warnings.push(duplicateWarning(t, run, [index, first]));
      if (startTime < EARLIEST_LIKELY || endTime > LATEST_LIKELY) warnings.push(timeWarning(t, run, index));
    }
  };
  return { work, warnings };
}

function duplicateWarning(t: Translator, run: RecipientRun, [index, first]: [number, number]): string {
  const [row, firstRow] = [run.toRow(index), run.toRow(first)];
  return row === undefined || firstRow === undefined
    ? t("Recipient {name} is identical to recipient {first}. Check for a duplicate.", {
        name: `${index}`,
        first: `${first}`,
      })
    : t("Row {name} is identical to row {first}. Check for a duplicate.", {
        name: `${row}`,
        first: `${firstRow}`,
      });
}

function timeWarning(t: Translator, run: RecipientRun, index: number): string {
  const row = run.toRow(index);
  return row === undefined
    ? t(
        "Recipient {name} has a date before 2000 or after 2200. Times must be Unix seconds, not milliseconds.",
        {
          name: `${index}`,
        },
      )
    : t("Row {name} has a date before 2000 or after 2200. Times must be Unix seconds, not milliseconds.", {
        name: `${row}`,
      });
}
