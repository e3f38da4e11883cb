"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { AllocationPreview } from "@/components/sheet/allocation-preview";
import { Field, Input, Select } from "@/components/ui/field";
import { useViewerZone } from "@/components/ui/values/time";
import { useZoneName } from "@/components/ui/values/zone-note";
import type { Token } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { SCHEDULE_TEMPLATES, templateWords } from "@/lib/core/vesting/templates";
import { toAllocation } from "./campaign-draft";
import { ManySteps, type SplitAction } from "./many-steps";
import { MonthsForm } from "./months-form";
import { applyTemplate, monthsFrom, type ScheduleDraft } from "./schedule-draft";
import { scheduleSentence } from "./schedule-sentence";

type ScheduleFormProps = {
  schedule: ScheduleDraft;
  onChange: (schedule: ScheduleDraft) => void;
  error: string | undefined;
  /** The amount that equals 100% in the preview. */
  amount: bigint;
  token: Token;
  split?: SplitAction;
};

const TYPES = [
  { value: String(ReleaseType.Linear), label: message("Linear: evenly from cliff to end") },
  { value: String(ReleaseType.Cliff), label: message("Cliff: everything at once") },
  { value: String(ReleaseType.Milestone), label: message("Milestone: when you release it") },
  { value: "months", label: message("Shares and months: at the start, at a cliff, in steps") },
];

const getTemplate = (id: string) => SCHEDULE_TEMPLATES.find((template) => template.id === id);

/** Edits a schedule, from a template or manually, and redraws its curve on each change. */
export function ScheduleForm({ schedule, onChange, error, split, ...preview }: ScheduleFormProps) {
  const t = useTranslator();
  const set = (change: Partial<ScheduleDraft>) => onChange({ ...schedule, templateId: "", ...change });
  const pickTemplate = (id: string) => {
    const picked = getTemplate(id);
    if (picked) onChange(applyTemplate(picked, schedule.start));
  };
  const setRelease = (text: string) =>
    text === "months"
      ? set({ months: schedule.months ?? monthsFrom(schedule.start) })
      : set({ releaseType: Number(text) as ReleaseType, months: null });
  return (
    <div className="space-y-6">
      <ScheduleSentence schedule={schedule} />
      <TemplateChoice chosen={schedule.templateId} onPick={pickTemplate} />
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="grid content-start gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <Field id="release-type" label={t("Release")}>
              <Select
                id="release-type"
                value={schedule.months ? "months" : String(schedule.releaseType)}
                onChange={(event) => setRelease(event.target.value)}
                options={TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
              />
            </Field>
          </div>
          {schedule.months ? (
            <MonthsForm months={schedule.months} onChange={(months) => set({ months })} />
          ) : (
            <TimesForm {...{ schedule, set, error }} />
          )}
        </div>
        <Preview schedule={schedule} {...preview} />
      </div>
      {schedule.months && (
        <ManySteps months={schedule.months} onChange={(months) => set({ months })} split={split} />
      )}
    </div>
  );
}

/** The schedule in one sentence, which follows every change. */
function ScheduleSentence({ schedule }: Pick<ScheduleFormProps, "schedule">) {
  const t = useTranslator();
  const zone = useViewerZone() ? undefined : "UTC";
  return (
    <p aria-live="polite" className="text-lg leading-snug font-semibold text-balance">
      {scheduleSentence(t, schedule, zone) ?? t("Correct the fields below to see the schedule.")}
    </p>
  );
}

type TemplateChoiceProps = { chosen: string; onPick: (id: string) => void };

/** Presets to begin with. An edit afterwards makes the schedule a custom one. */
function TemplateChoice({ chosen, onPick }: TemplateChoiceProps) {
  const t = useTranslator();
  const template = getTemplate(chosen);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t("Template")}</legend>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {SCHEDULE_TEMPLATES.map((template) => (
          <label
            key={template.id}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-box border border-line-strong px-3 py-2 text-sm transition-colors hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="template"
              className="size-4 shrink-0 accent-accent"
              checked={chosen === template.id}
              onChange={() => onPick(template.id)}
            />
            <span className="min-w-0">{templateWords(t, template).name}</span>
          </label>
        ))}
      </div>
      {template && <p className="mt-2 text-sm text-ink-soft">{templateWords(t, template).description}</p>}
    </fieldset>
  );
}

type TimesFormProps = Pick<ScheduleFormProps, "schedule" | "error"> & {
  set: (change: Partial<ScheduleDraft>) => void;
};

/** The times of each release type. The start has no effect, so only linear schedules have it, for the record. */
const TIMES = {
  [ReleaseType.Linear]: [
    { id: "start", label: message("Start"), hint: message("Does not affect vesting") },
    { id: "cliff", label: message("Vesting begins (cliff)"), hint: null },
    { id: "end", label: message("End"), hint: null },
  ],
  [ReleaseType.Cliff]: [{ id: "cliff", label: message("Unlock date"), hint: null }],
  [ReleaseType.Milestone]: [
    {
      id: "cliff",
      label: message("Planned release"),
      hint: message("Tokens unlock when you release the milestone, not on this date."),
    },
  ],
} as const;

function TimesForm({ schedule, set, error }: TimesFormProps) {
  const t = useTranslator();
  const zone = useZoneName();
  return (
    // A date with its time of day and the button of the calendar needs 15rem in some locales.
    <div className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4">
      {TIMES[schedule.releaseType].map(({ id, label, hint }) => (
        <Field key={id} id={id} label={t(label)} hint={hint && t(hint)}>
          <Input
            id={id}
            type="datetime-local"
            value={schedule[id]}
            invalid={Boolean(error)}
            onChange={(event) => set({ [id]: event.target.value })}
          />
        </Field>
      ))}
      {schedule.releaseType === ReleaseType.Milestone && (
        <Field id="milestone" label={t("Milestone number")} hint={t("0 to 255")}>
          <Input
            id="milestone"
            type="number"
            min={0}
            max={255}
            value={schedule.milestoneIdx}
            onChange={(event) =>
              set({ milestoneIdx: Math.min(255, Math.max(0, Math.floor(event.target.valueAsNumber) || 0)) })
            }
          />
        </Field>
      )}
      <p className="col-span-full text-sm text-ink-soft">
        {t("Times in {zone}.", { zone })} {error && <strong className="text-danger">{error}</strong>}
      </p>
    </div>
  );
}

/** The amount that the curve uses until the user enters an amount. */
const PREVIEW_AMOUNT = 1_000_000n;

function Preview({ schedule, amount, token }: Pick<ScheduleFormProps, "schedule" | "amount" | "token">) {
  const t = useTranslator();
  const leaves = toAllocation(t, { beneficiary: "", amount: amount || PREVIEW_AMOUNT }, schedule);
  if (!Array.isArray(leaves) || leaves.some(({ cliffTime, endTime }) => cliffTime > endTime)) return null;
  return <AllocationPreview leaves={leaves} token={token} hasAmount={amount > 0n} />;
}
