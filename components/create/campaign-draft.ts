import { parseAmount } from "@/components/format/amount";
import { type Recipient, recipientFaults } from "@/lib/registration/recipients";
import { isAddress } from "@/lib/solana/addresses";
import { ReleaseType } from "@/lib/vesting/leaf";
import { type ScheduleDraft, scheduleCells, scheduleTimes } from "./schedule-draft";
import { type CheckedSheet, checkSheet, type Sheet } from "./sheet";

/** What the create form holds. */
export type CampaignDraft = {
  name: string;
  description: string;
  /** "" until chosen; the native mint stands for SOL. */
  mint: string;
  /** One recipient, or a file of many. */
  mode: "one" | "many";
  beneficiary: string;
  amount: string;
  /** Whether the file's amounts are in tokens or in base units. */
  fileUnits: "tokens" | "base";
  sheet: Sheet | null;
  schedule: ScheduleDraft;
  cancellable: boolean;
  pausable: boolean;
};

export type DraftFaults = Partial<Record<"mint" | "beneficiary" | "amount" | "schedule" | "list", string>>;

export type CheckedDraft = {
  recipients: Recipient[];
  totalAmount: bigint;
  faults: DraftFaults;
  /** Of a file. */
  sheet: CheckedSheet | null;
  isReady: boolean;
};

/** Everything that stands in the way of creating the campaign. `decimals` is null while the mint is not known. */
export function checkDraft(draft: CampaignDraft, decimals: number | null): CheckedDraft {
  const faults: DraftFaults = {};
  if (!isAddress(draft.mint)) faults.mint = "Choose SOL, or give the address of a token mint.";
  const schedule = scheduleFault(draft.schedule);
  if (schedule) faults.schedule = schedule;
  return draft.mode === "one" ? checkOne(draft, decimals, faults) : checkMany(draft, decimals, faults);
}

function checkOne(draft: CampaignDraft, decimals: number | null, faults: DraftFaults): CheckedDraft {
  const times = scheduleTimes(draft.schedule);
  const amount = decimals === null ? null : parseAmount(draft.amount, decimals);
  if (!isAddress(draft.beneficiary)) faults.beneficiary = "Give the recipient's Solana address.";
  if (amount === null || amount === 0n) {
    faults.amount = `Give an amount above zero${decimals === null ? "" : ` with at most ${decimals} decimals`}.`;
  }
  if (!times || Object.keys(faults).length > 0) {
    return { recipients: [], totalAmount: 0n, faults, sheet: null, isReady: false };
  }
  const { releaseType, milestoneIdx } = draft.schedule;
  const recipient = {
    beneficiary: draft.beneficiary,
    amount: amount ?? 0n,
    releaseType,
    milestoneIdx,
    ...times,
  };
  return { recipients: [recipient], totalAmount: recipient.amount, faults, sheet: null, isReady: true };
}

function checkMany(draft: CampaignDraft, decimals: number | null, faults: DraftFaults): CheckedDraft {
  if (!draft.sheet) return { recipients: [], totalAmount: 0n, faults, sheet: null, isReady: false };
  const unit = draft.fileUnits === "tokens" ? (decimals ?? undefined) : undefined;
  const sheet = checkSheet(draft.sheet, { decimals: unit, defaults: scheduleCells(draft.schedule) });
  const listFault = recipientFaults(sheet.recipients).find(({ index }) => index === null);
  if (listFault) faults.list = listFault.message;
  if (sheet.recipients.length > 0 && earliestCliff(sheet.recipients) === 0n) {
    faults.list = "The earliest cliff cannot be the very second 1970 began; the program refuses it.";
  }
  const isReady = Object.keys(faults).length === 0 && sheet.faults.size === 0;
  return { recipients: sheet.recipients, totalAmount: sheet.totalAmount, faults, sheet, isReady };
}

/** The earliest cliff over all recipients. Source: spec 2.2. */
export function earliestCliff(recipients: readonly Pick<Recipient, "cliffTime">[]): bigint {
  let least = recipients[0]?.cliffTime ?? 0n;
  for (const { cliffTime } of recipients) if (cliffTime < least) least = cliffTime;
  return least;
}

function scheduleFault(schedule: ScheduleDraft): string | null {
  const times = scheduleTimes(schedule);
  if (!times) return "Give every date of the schedule.";
  if (times.startTime > times.cliffTime) return "The cliff must not come before the start.";
  if (schedule.releaseType === ReleaseType.Linear && times.cliffTime > times.endTime) {
    return "The end must not come before the cliff.";
  }
  return null;
}
