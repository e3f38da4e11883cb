import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { rowCount, type Sheet } from "@/components/sheet/sheet";
import type { SheetCheck } from "@/components/sheet/use-checked-sheet";
import type { Translator } from "@/lib/core/i18n/translator";
import { parseAmount } from "@/lib/core/recipients/parse-amount";
import { RecipientList } from "@/lib/core/recipients/recipient-list";
import { findScheduleError, type Recipient } from "@/lib/core/recipients/recipients";
import { unclaimableKind, unclaimableText } from "@/lib/core/recipients/unclaimable";
import { isAddress } from "@/lib/core/solana/addresses";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import type { StepId } from "../wizard/steps";
import { type AuthorityChoices, findAuthorityErrors } from "./authorities";
import { readMonths, type ScheduleDraft, scheduleTimes } from "./schedule-draft";

/** The contents of the create form. */
export type CampaignDraft = AuthorityChoices & {
  /** The visible step when the draft was last changed. */
  step: StepId;
  name: string;
  description: string;
  /** The URL of a picture. */
  logoUri: string;
  /** "" until the user chooses a token. The native mint represents SOL. */
  mint: string;
  /** A single recipient, or a file of many recipients. */
  mode: "one" | "many";
  beneficiary: string;
  amount: string;
  /** Whether the amounts of the file are in tokens or in base units. */
  fileUnits: "tokens" | "base";
  sheet: Sheet | null;
  isReadingFile: boolean;
  schedule: ScheduleDraft;
};

type DraftErrors = Partial<
  Record<
    "mint" | "beneficiary" | "amount" | "schedule" | "list" | "cancelAuthority" | "pauseAuthority",
    string
  >
>;

/** The props of each part of the form: the draft, its setter, and the errors to show. */
export type DraftPart = {
  draft: CampaignDraft;
  set: (change: Partial<CampaignDraft>) => void;
  errors: DraftErrors;
};

export type CheckedDraft = {
  recipients: RecipientList;
  totalAmount: bigint;
  errors: DraftErrors;
  /** The checked rows of the file; null without a file or before the check. */
  sheet: CheckedSheet | null;
  /** Progress of reading and checking the file, in percent. Null when neither is running. */
  checking: number | null;
  isReady: boolean;
};

/** The context of the check: the decimals of the mint (null if unknown) and the check of the rows. */
type DraftFacts = { decimals: number | null; sheet: SheetCheck; maxLeaves: number };

/** Returns the recipients, the total and every error that prevents the creation of the campaign. */
export function checkDraft(t: Translator, draft: CampaignDraft, facts: DraftFacts): CheckedDraft {
  const { decimals } = facts;
  const errors: DraftErrors = findAuthorityErrors(t, draft);
  if (!isAddress(draft.mint)) errors.mint = t("Select SOL, or enter the address of a token mint.");
  else if (decimals === null) errors.mint = t("The decimals of this token are not known yet.");
  const schedule = scheduleProblem(t, draft.schedule);
  if (schedule) errors.schedule = schedule;
  const found = { ...facts, errors };
  return draft.mode === "one" ? checkOne(t, draft, found) : checkMany(t, draft, found);
}

function scheduleProblem(t: Translator, schedule: ScheduleDraft): string | undefined {
  if (schedule.months) {
    const reading = readMonths(t, schedule.months);
    return "message" in reading ? reading.message : undefined;
  }
  const times = scheduleTimes(schedule);
  return times ? findScheduleError(times, t)?.message : t("Enter every date of the schedule.");
}

const NOTHING = {
  recipients: RecipientList.of([]),
  totalAmount: 0n,
  sheet: null,
  checking: null,
  isReady: false,
};

/** The context of the check and the errors found so far. */
type Found = DraftFacts & { errors: DraftErrors };

function checkOne(t: Translator, draft: CampaignDraft, { decimals, errors }: Found): CheckedDraft {
  const read = decimals === null ? null : parseAmount(draft.amount, { decimals, t });
  if (read && "error" in read) errors.amount = read.error;
  else if (read?.amount === 0n) errors.amount = t("The amount must be greater than zero.");
  const unclaimable = unclaimableKind(draft.beneficiary, { mint: draft.mint });
  if (!isAddress(draft.beneficiary)) errors.beneficiary = t("Enter the recipient’s Solana address.");
  else if (unclaimable) errors.beneficiary = unclaimableText(unclaimable, t);
  if (Object.keys(errors).length > 0) return { ...NOTHING, errors };
  const whole = { beneficiary: draft.beneficiary, amount: read && "amount" in read ? read.amount : 0n };
  const allocation = toAllocation(t, whole, draft.schedule);
  if (!Array.isArray(allocation)) {
    return { ...NOTHING, errors: { ...errors, [allocation.field]: allocation.message } };
  }
  const recipients = RecipientList.of(allocation);
  return { ...NOTHING, recipients, totalAmount: whole.amount, errors, isReady: true };
}

/** Returns the leaves of one recipient under the schedule of the form, or the error that prevents them. */
export function toAllocation(
  t: Translator,
  whole: Pick<Recipient, "beneficiary" | "amount">,
  schedule: ScheduleDraft,
): Recipient[] | { field: "amount" | "schedule"; message: string } {
  if (schedule.months) {
    const reading = readMonths(t, schedule.months);
    if ("message" in reading) return { field: "schedule", message: reading.message };
    const composed = composeAllocation({ ...whole, ...reading.spec, startTime: reading.startTime }, t);
    if ("leaves" in composed) return composed.leaves;
    const { field, message } = composed.error;
    return { field: field === "amount" ? "amount" : "schedule", message };
  }
  const times = scheduleTimes(schedule);
  if (!times) return { field: "schedule", message: t("Enter every date of the schedule.") };
  const { releaseType, milestoneIdx } = schedule;
  return [{ ...whole, releaseType, milestoneIdx, ...times }];
}

function checkMany(t: Translator, draft: CampaignDraft, { sheet, maxLeaves, errors }: Found): CheckedDraft {
  const { checked, isCurrent, percent } = sheet;
  if (draft.isReadingFile) return { ...NOTHING, errors, checking: 0 };
  if (!draft.sheet) return { ...NOTHING, errors };
  const checking = isCurrent ? null : percent;
  if (!checked) return { ...NOTHING, errors, checking };
  const { recipients, totalAmount, listError } = checked;
  if (listError) errors.list = listError;
  if (Math.max(rowCount(draft.sheet), recipients.length) > maxLeaves) {
    errors.list = t(
      "A campaign can have at most {count, plural, one {# allocation} other {# allocations}}. Split the list into several campaigns.",
      { count: maxLeaves },
    );
  }
  const isReady = isCurrent && Object.keys(errors).length === 0 && checked.errors.size === 0;
  return { recipients, totalAmount, errors, sheet: checked, checking, isReady };
}
