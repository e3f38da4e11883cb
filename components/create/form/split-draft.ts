import { checkSheet } from "@/components/sheet/check-sheet";
import { rowCount } from "@/components/sheet/sheet";
import { sheetOfLeaves } from "@/components/sheet/sheet-of-leaves";
import type { Translator } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { type Leaf, RELEASE_TYPE_NAMES, ReleaseType } from "@/lib/core/vesting/leaf";
import { splitMonthly } from "@/lib/core/vesting/schedule-spec/compose";
import { PLAIN_TEMPLATE } from "@/lib/core/vesting/templates";
import { type CampaignDraft, type CheckedDraft, checkDraft } from "./campaign-draft";
import { applyTemplate, type MonthsDraft, readMonthsOf } from "./schedule-draft";

type SplitOptions = { decimals: number | null; maxLeaves: number };

/**
 * Splits a draft with monthly steps into one draft for each campaign. Together the campaigns unlock exactly the
 * monthly plan. A wallet with several rows gets their sum.
 * @throws Error with a sentence for the user
 */
export async function splitDraft(
  t: Translator,
  draft: CampaignDraft,
  options: SplitOptions,
): Promise<CampaignDraft[]> {
  const { months } = draft.schedule;
  const plan = months && readMonthsOf(t, { ...months, steps: "linear" });
  if (!plan) throw new Error(t("Correct the schedule first."));
  const recipients = await getRecipients(t, draft, { ...options, months });
  const amounts = new Map<string, bigint>();
  for (let position = 0; position < recipients.length; position++) {
    const { beneficiary, amount } = recipients.at(position);
    amounts.set(beneficiary, (amounts.get(beneficiary) ?? 0n) + amount);
  }
  const splits: Omit<Leaf, "leafIndex">[][][] = [];
  for (const [beneficiary, amount] of amounts) {
    const split = splitMonthly({ ...plan.spec, startTime: plan.startTime, beneficiary, amount }, t);
    if ("error" in split) throw new Error(split.error.message);
    splits.push(split.campaigns);
  }
  // All wallets have the same number of unlocks.
  const campaigns = (splits[0] ?? []).map((_, part) => splits.flatMap((split) => split[part] ?? []));
  if ((campaigns[0]?.length ?? 0) > options.maxLeaves)
    throw new Error(t("The list is too long to split. Split it into several lists first."));
  const drafts: CampaignDraft[] = [];
  for (const [part, leaves] of campaigns.entries()) {
    const values = { name: draft.name.trim(), part: `${part + 1}`, count: `${campaigns.length}` };
    drafts.push({
      ...draft,
      ...{ step: "permissions", mode: "many", fileUnits: "base", isReadingFile: false },
      name: values.name ? t("{name}, part {part} of {count}", values) : t("Part {part} of {count}", values),
      sheet: await sheetOfLeaves(
        t,
        leaves.map((leaf, leafIndex) => ({ ...leaf, leafIndex })),
      ),
      // Every row has its own schedule.
      ...(PLAIN_TEMPLATE && { schedule: applyTemplate(PLAIN_TEMPLATE, draft.schedule.start) }),
    });
  }
  return drafts;
}

/** Returns the recipients, each leaf with a whole amount in base units. */
async function getRecipients(
  t: Translator,
  draft: CampaignDraft,
  { decimals, maxLeaves, months }: SplitOptions & { months: MonthsDraft },
): Promise<CheckedDraft["recipients"]> {
  const incomplete = new Error(t("Enter the recipients and their amounts first."));
  const { sheet, mint } = draft;
  if (draft.mode === "one") {
    const schedule = { ...draft.schedule, months: { ...months, steps: "linear" } };
    const noSheet = { checked: null, isCurrent: true, percent: 0 };
    const checked = checkDraft(t, { ...draft, schedule }, { decimals, maxLeaves, sheet: noSheet });
    if (checked.recipients.length === 0) throw incomplete;
    return checked.recipients;
  }
  if (!sheet || rowCount(sheet) === 0) throw incomplete;
  if (sheet.columns.some((column) => column !== "beneficiary" && column !== "amount"))
    throw new Error(t("Rows of this list have their own schedules. Only lists without them can be split."));
  const start = timeCell(1n);
  const type = RELEASE_TYPE_NAMES[ReleaseType.Cliff];
  // One leaf for each row holds its whole amount.
  const defaults = { releaseType: type, startTime: start, cliffTime: start, endTime: start };
  const inTokens = draft.fileUnits === "tokens" ? (decimals ?? undefined) : undefined;
  const checked = await checkSheet(sheet, { t, decimals: inTokens, defaults, mint });
  if (checked.errors.size > 0) throw new Error(t("Correct the marked rows first."));
  if (checked.listError) throw new Error(checked.listError);
  return checked.recipients;
}
