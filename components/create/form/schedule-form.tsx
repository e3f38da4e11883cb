"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { AllocationPreview } from "@/components/sheet/allocation-preview";
import { Field, Input, Select } from "@/components/ui/field";
import type { Token } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { scheduleSpecWords } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import { SCHEDULE_TEMPLATES, templateWords } from "@/lib/core/vesting/templates";
import { allocationOf } from "./campaign-draft";
import { MonthsForm } from "./months-form";
import { applyTemplate, monthsFrom, readMonths, type ScheduleDraft } from "./schedule-draft";

type ScheduleFormProps = {
  schedule: ScheduleDraft;
  onChange: (schedule: ScheduleDraft) => void;
  error: string | undefined;
  /** The amount that equals 100 % in the preview. */
  amount: bigint;
  token: Token;
};

const TYPES = [
  { value: String(ReleaseType.Linear), label: message("Linear: evenly from cliff to end") },
  { value: String(ReleaseType.Cliff), label: message("Cliff: everything at once") },
  { value: String(ReleaseType.Milestone), label: message("Milestone: when you release it") },
  { value: "months", label: message("Shares and months: at the start, at a cliff, in steps") },
];

const templateOf = (id: string) => SCHEDULE_TEMPLATES.find((template) => template.id === id);

/** Edits a schedule, from a template or manually, and redraws its curve on each change. */
export function ScheduleForm({ schedule, onChange, error, ...preview }: ScheduleFormProps) {
  const t = useTranslator();
  const template = templateOf(schedule.templateId);
  const set = (change: Partial<ScheduleDraft>) => onChange({ ...schedule, templateId: "", ...change });
  const pickTemplate = (id: string) => {
    const picked = templateOf(id);
    if (picked) onChange(applyTemplate(picked, schedule.start));
  };
  const setRelease = (text: string) =>
    text === "months"
      ? set({ months: schedule.months ?? monthsFrom(schedule.start) })
      : set({ releaseType: Number(text) as ReleaseType, months: null });
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field
            id="template"
            label={t("Template")}
            hint={template && templateWords(t, template).description}
          >
            <Select
              id="template"
              value={schedule.templateId}
              onChange={(event) => pickTemplate(event.target.value)}
              options={[
                { value: "", label: t("Custom") },
                ...SCHEDULE_TEMPLATES.map((each) => ({ value: each.id, label: templateWords(t, each).name })),
              ]}
            />
          </Field>
        </div>
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
  );
}

type TimesFormProps = Pick<ScheduleFormProps, "schedule" | "error"> & {
  set: (change: Partial<ScheduleDraft>) => void;
};

function TimesForm({ schedule, set, error }: TimesFormProps) {
  const t = useTranslator();
  const isLinear = schedule.releaseType === ReleaseType.Linear;
  const moments = [
    { id: "start", label: t("Start") },
    { id: "cliff", label: isLinear ? t("Cliff") : t("Release on") },
    ...(isLinear ? [{ id: "end", label: t("End") } as const] : []),
  ] as const;
  return (
    <>
      {moments.map(({ id, label }) => (
        <Field key={id} id={id} label={label}>
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
      <p className="text-sm text-ink-soft sm:col-span-2">
        {t("Times are in your time zone.")} {error && <strong className="text-danger">{error}</strong>}
      </p>
    </>
  );
}

/** The amount that the curve uses until the user enters an amount. */
const PREVIEW_AMOUNT = 1_000_000n;

function Preview({ schedule, amount, token }: Pick<ScheduleFormProps, "schedule" | "amount" | "token">) {
  const t = useTranslator();
  const leaves = allocationOf(t, { beneficiary: "", amount: amount || PREVIEW_AMOUNT }, schedule);
  if (!Array.isArray(leaves) || leaves.some(({ cliffTime, endTime }) => cliffTime > endTime)) return null;
  const reading = schedule.months && readMonths(t, schedule.months);
  const summary =
    reading && "spec" in reading ? `${scheduleSpecWords(reading.spec, reading.startTime, t)}.` : undefined;
  return <AllocationPreview leaves={leaves} token={token} summary={summary} hasAmount={amount > 0n} />;
}
