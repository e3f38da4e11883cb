import { toToken } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { parseTime } from "@/lib/core/recipients/parse-time";
import { isAddress, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readScheduleSpec, scheduleSpecTexts } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { SCHEDULE_SPEC_FIELDS } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { scheduleSpecWords } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import { SCHEDULE_TEMPLATES, templateWords } from "@/lib/core/vesting/templates";
import type { CampaignDraft } from "../form/campaign-draft";
import { applyTemplate, monthsFrom, type ScheduleDraft, toLocalText } from "../form/schedule-draft";

/** The query parameters of `/create` that fill the form. The columns of a recipients file have the same names. */
export const PREFILL_PARAMETERS = [
  ...(["token", "name", "description", "recipient", "amount"] as const),
  ...(["recipients", "unit", "template", "start"] as const),
  ...SCHEDULE_SPEC_FIELDS,
];

export type PrefillParameters = Partial<Record<(typeof PREFILL_PARAMETERS)[number], string>>;

/** Characters of each text, as in the fields of the form. */
const MAX_LENGTH = { name: 80, description: 500, amount: 100 };

export type Prefill = {
  /** The values for the form. */
  draft: Partial<CampaignDraft>;
  /** The URL of the recipients file; null if there is none. */
  file: string | null;
  /** The values as shown to the user, with their labels. */
  shown: { label: string; value: string }[];
  /** One sentence for each parameter that is not used. */
  problems: string[];
};

type Context = {
  t: Translator;
  /** The schedule of the empty form, which parameters change. */
  schedule: ScheduleDraft;
  /** Origins whose recipients files the page may read. */
  origins: readonly string[];
};

/** Reads the values that a link contains. Invalid ones are reported and not used. */
export function readPrefill(parameters: PrefillParameters, context: Context): Prefill {
  const prefill: Prefill = { draft: {}, file: null, shown: [], problems: [] };
  readTexts(parameters, prefill, context.t);
  readRecipients(parameters, prefill, context);
  readSchedule(parameters, prefill, context);
  return prefill;
}

function readTexts(
  { token, name, description }: PrefillParameters,
  { draft, shown, problems }: Prefill,
  t: Translator,
): void {
  const mint = token?.toUpperCase() === "SOL" ? NATIVE_MINT : token;
  if (mint !== undefined && isAddress(mint)) {
    draft.mint = mint;
    shown.push({ label: t("Token"), value: mint === NATIVE_MINT ? toToken(mint, 9).unit : mint });
  } else if (mint !== undefined)
    problems.push(t("The token of the link is neither SOL nor the address of a mint."));
  for (const [key, label, text] of [
    ["name", t("Name"), name],
    ["description", t("Description"), description],
  ] as const) {
    if (text === undefined) continue;
    draft[key] = text.slice(0, MAX_LENGTH[key]);
    shown.push({ label, value: draft[key] ?? "" });
  }
}

function readRecipients(parameters: PrefillParameters, prefill: Prefill, { t, origins }: Context): void {
  const { recipient, amount, recipients, unit } = parameters;
  const { draft, shown, problems } = prefill;
  if (recipients !== undefined) {
    const url = URL.canParse(recipients) ? new URL(recipients) : null;
    if (url && origins.includes(url.origin)) {
      prefill.file = url.href;
      draft.mode = "many";
      draft.fileUnits = unit === "base" ? "base" : "tokens";
      shown.push({ label: t("Recipients file"), value: url.href });
    } else problems.push(t("This service does not read recipients files from the address in the link."));
    return;
  }
  if (recipient !== undefined && !isAddress(recipient))
    problems.push(t("The recipient of the link is not a Solana address."));
  else if (recipient !== undefined) {
    Object.assign(draft, { mode: "one", beneficiary: recipient });
    shown.push({ label: t("Recipient"), value: recipient });
  }
  if (amount === undefined) return;
  draft.amount = amount.slice(0, MAX_LENGTH.amount);
  shown.push({ label: t("Amount"), value: draft.amount });
}

function readSchedule(parameters: PrefillParameters, prefill: Prefill, context: Context): void {
  const start = readStart(parameters, prefill, context.t);
  if (SCHEDULE_SPEC_FIELDS.some((name) => parameters[name] !== undefined))
    readMonthsOf(parameters, prefill, { ...context, start });
  else readTemplate(parameters, prefill, { ...context, start });
}

/** The start as the text of a field; null if the link has none. */
type Started = Context & { start: string | null };

/** A schedule that needs too many unlocks is used too: the form offers alternatives. */
function readMonthsOf(
  parameters: PrefillParameters,
  prefill: Prefill,
  { t, schedule, start }: Started,
): void {
  const reading = readScheduleSpec((field) => parameters[field] ?? "", t);
  if ("errors" in reading) {
    prefill.problems.push(...reading.errors.map(({ message }) => message));
    return;
  }
  const from = start ?? schedule.start;
  prefill.draft.schedule = {
    ...schedule,
    start: from,
    months: { ...monthsFrom(from), ...scheduleSpecTexts(reading.spec) },
  };
  prefill.shown.push({ label: t("Schedule"), value: scheduleSpecWords(reading.spec, null, t) });
}

function readTemplate(
  parameters: PrefillParameters,
  prefill: Prefill,
  { t, schedule, start }: Started,
): void {
  const template = SCHEDULE_TEMPLATES.find(({ id }) => id === parameters.template);
  if (parameters.template !== undefined && !template)
    prefill.problems.push(t("The schedule template of the link does not exist."));
  if (template) prefill.shown.push({ label: t("Schedule"), value: templateWords(t, template).name });
  if (!template && start === null) return;
  const base = template ?? SCHEDULE_TEMPLATES.find(({ id }) => id === schedule.templateId);
  const from = start ?? schedule.start;
  prefill.draft.schedule = base ? applyTemplate(base, from) : { ...schedule, start: from };
}

/** Returns the start as the text of a field; null without a valid one. It is read like a cell of a recipients file. */
function readStart({ start }: PrefillParameters, { shown, problems }: Prefill, t: Translator): string | null {
  if (start === undefined) return null;
  const reading = parseTime(start, { t });
  if ("error" in reading) {
    problems.push(t("Start: {problem}", { problem: reading.error }));
    return null;
  }
  shown.push({ label: t("Start"), value: start });
  return toLocalText(Number(reading.time) * 1_000);
}
