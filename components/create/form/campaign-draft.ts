import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { rowCount, type Sheet } from "@/components/sheet/sheet";
import type { SheetCheck } from "@/components/sheet/use-checked-sheet";
import { parseAmount } from "@/lib/core/recipients/parse-amount";
import { RecipientList } from "@/lib/core/recipients/recipient-list";
import { scheduleFault } from "@/lib/core/recipients/recipients";
import { isAddress } from "@/lib/core/solana/addresses";
import { type AuthorityHolder, authorityFaults } from "./authorities";
import { type ScheduleDraft, scheduleTimes } from "./schedule-draft";

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
  isReadingFile: boolean;
  schedule: ScheduleDraft;
  cancellable: boolean;
  /** Who may cancel, where it can be cancelled; the address counts for `other` alone. */
  cancelBy: AuthorityHolder;
  cancelAuthority: string;
  pausable: boolean;
  pauseBy: AuthorityHolder;
  pauseAuthority: string;
};

export type DraftFaults = Partial<
  Record<
    "mint" | "beneficiary" | "amount" | "schedule" | "list" | "cancelAuthority" | "pauseAuthority",
    string
  >
>;

export type CheckedDraft = {
  recipients: RecipientList;
  totalAmount: bigint;
  faults: DraftFaults;
  /** Of a file, once its rows are checked. */
  sheet: CheckedSheet | null;
  /** How far the check of a file's rows has got, in percent; null when nothing is being read or checked. */
  checking: number | null;
  isReady: boolean;
};

/** What a draft is checked against: the mint's decimals, null while it is not known, and the rows' own check. */
type DraftFacts = { decimals: number | null; sheet: SheetCheck; maxLeaves: number };

/** Everything that stands in the way of creating the campaign. */
export function checkDraft(draft: CampaignDraft, facts: DraftFacts): CheckedDraft {
  const { decimals } = facts;
  const faults: DraftFaults = authorityFaults(draft);
  if (!isAddress(draft.mint)) faults.mint = "Choose SOL, or give the address of a token mint.";
  else if (decimals === null) faults.mint = "The ledger has not told the decimals of this token.";
  const times = scheduleTimes(draft.schedule);
  const schedule = times ? scheduleFault(times)?.message : "Give every date of the schedule.";
  if (schedule) faults.schedule = schedule;
  return draft.mode === "one" ? checkOne(draft, decimals, faults) : checkMany(draft, facts, faults);
}

const NOTHING = {
  recipients: RecipientList.of([]),
  totalAmount: 0n,
  sheet: null,
  checking: null,
  isReady: false,
};

function checkOne(draft: CampaignDraft, decimals: number | null, faults: DraftFaults): CheckedDraft {
  const times = scheduleTimes(draft.schedule);
  const amount = decimals === null ? null : readAmount(draft.amount, decimals, faults);
  if (!isAddress(draft.beneficiary)) faults.beneficiary = "Give the recipient's Solana address.";
  if (!times || Object.keys(faults).length > 0) {
    return { ...NOTHING, faults };
  }
  const { releaseType, milestoneIdx } = draft.schedule;
  const recipient = {
    beneficiary: draft.beneficiary,
    amount: amount ?? 0n,
    releaseType,
    milestoneIdx,
    ...times,
  };
  return {
    ...NOTHING,
    recipients: RecipientList.of([recipient]),
    totalAmount: recipient.amount,
    faults,
    isReady: true,
  };
}

/** The typed amount in base units; what is wrong with it is noted. */
function readAmount(text: string, decimals: number, faults: DraftFaults): bigint {
  const read = parseAmount(text, { decimals });
  if ("fault" in read) faults.amount = read.fault;
  else if (read.amount === 0n) faults.amount = "Give an amount above zero.";
  return "fault" in read ? 0n : read.amount;
}

function checkMany(
  draft: CampaignDraft,
  { sheet: { checked, isCurrent, percent }, maxLeaves }: DraftFacts,
  faults: DraftFaults,
): CheckedDraft {
  if (draft.isReadingFile) return { ...NOTHING, faults, checking: 0 };
  if (!draft.sheet) return { ...NOTHING, faults };
  const checking = isCurrent ? null : percent;
  if (!checked) return { ...NOTHING, faults, checking };
  const { recipients, totalAmount, listFault } = checked;
  if (listFault) faults.list = listFault;
  if (rowCount(draft.sheet) > maxLeaves) {
    faults.list = `A campaign holds at most ${maxLeaves.toLocaleString("en")} allocations; make several campaigns.`;
  }
  const isReady = isCurrent && Object.keys(faults).length === 0 && checked.faults.size === 0;
  return { recipients, totalAmount, faults, sheet: checked, checking, isReady };
}
