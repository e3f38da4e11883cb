import { EVENT_LABELS } from "@/lib/core/events/event-labels";
import { type Message, message } from "@/lib/core/i18n/translator";
import { LIFECYCLE_LABELS } from "@/lib/core/vesting/lifecycle-labels";
import { WordCell } from "./csv-text";

/** Display texts of cell values, by their machine-readable names. */
const RELEASE_TYPES: Readonly<Record<string, Message>> = {
  cliff: message("Cliff"),
  linear: message("Linear"),
  milestone: message("Milestone"),
};

const KINDS = {
  claim: message("Claimed"),
  settlement: message("Settlement"),
  returned: message("Returned"),
  withdrawal: message("Withdrawal"),
  refund: message("Refund"),
  funding: message("Funding"),
};

const MONTHS: Readonly<Record<string, Message>> = {
  later: message("Later"),
  "with a milestone": message("With a milestone"),
};

const wordIn =
  <Name extends string>(words: Readonly<Record<Name, Message>>) =>
  (name: Name) =>
    new WordCell(name, words[name]);

export const eventCell = wordIn(EVENT_LABELS);
export const kindCell = wordIn(KINDS);
export const statusCell = wordIn(LIFECYCLE_LABELS);
/** Returns a cell for a month; a month such as 2027-01 has no translation and stays unchanged. */
export const monthCell = (month: string) => new WordCell(month, MONTHS[month]);
export const releaseTypeCell = (name: string) => new WordCell(name, RELEASE_TYPES[name]);
export const booleanCell = (value: boolean) =>
  value ? new WordCell("true", message("Yes")) : new WordCell("false", message("No"));
