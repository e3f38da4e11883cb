import { type Message, message } from "@/lib/core/i18n/translator";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";

/** The labels of the fields of a row. */
export const FIELD_TITLES: Record<RecipientColumn, Message> = {
  beneficiary: message("Recipient"),
  amount: message("Amount"),
  releaseType: message("Release"),
  startTime: message("Start"),
  cliffTime: message("Cliff"),
  endTime: message("End"),
  milestoneIdx: message("Milestone number"),
  leafIndex: message("Leaf index"),
  upfrontPercent: message("Share at the start (%)"),
  cliffPercent: message("Share at the cliff (%)"),
  cliffMonths: message("Months until the cliff"),
  durationMonths: message("Months until the end"),
  steps: message("Remainder after the cliff"),
  unlockedAmount: message("Unlocked at the start"),
  lockedAmount: message("Vesting amount"),
  cliffAmount: message("Unlocked at the cliff"),
  periodAmount: message("Amount per period"),
};

type ColumnLook = { title: Message; width: string; unit?: string };

const narrow = (title: Message): ColumnLook => ({ title, width: "min-w-18" });
const time = (title: Message): ColumnLook => ({ title, width: "min-w-26", unit: "UTC" });

/**
 * The short titles and the widths of the columns. The columns of a campaign fit in a window of 1280 px, because half an
 * address fits in its column.
 */
export const COLUMN_LOOKS: Record<RecipientColumn, ColumnLook> = {
  beneficiary: { title: FIELD_TITLES.beneficiary, width: "min-w-44" },
  amount: { title: FIELD_TITLES.amount, width: "min-w-39" },
  releaseType: { title: FIELD_TITLES.releaseType, width: "min-w-22" },
  startTime: time(FIELD_TITLES.startTime),
  cliffTime: time(FIELD_TITLES.cliffTime),
  endTime: time(FIELD_TITLES.endTime),
  milestoneIdx: narrow(message("Milestone")),
  leafIndex: narrow(FIELD_TITLES.leafIndex),
  upfrontPercent: narrow(message("At start (%)")),
  cliffPercent: narrow(message("At cliff (%)")),
  cliffMonths: narrow(message("Cliff months")),
  durationMonths: narrow(message("Total months")),
  steps: narrow(message("Steps")),
  unlockedAmount: narrow(message("At start")),
  lockedAmount: narrow(message("Vesting")),
  cliffAmount: narrow(message("At cliff")),
  periodAmount: narrow(message("Per period")),
};
