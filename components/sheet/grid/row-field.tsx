"use client";

import { releaseName } from "@/components/campaign/schedule-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { AddressInput, Field, Input, Select } from "@/components/ui/field";
import type { Translator } from "@/lib/core/i18n/translator";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import type { Answers } from "@/lib/core/recipients/questions";
import { readReleaseType } from "@/lib/core/recipients/release-type-text";
import { RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";
import { readSteps } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { BEHIND_MONTHLY, STEPS, STEPS_NAMES } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { FIELD_TITLES } from "./columns";
import { NameAddress } from "./name-address";
import { getControl, textOfTime, timeValue } from "./row-controls";

type RowFieldProps = {
  id: string;
  column: RecipientColumn;
  text: string;
  /** The text when the dialog was opened. It selects the control, which stays the same while the user types. */
  initial: string;
  error: string | undefined;
  answers: Answers;
  /** Whether the column also contains lengths of time. */
  canBeLength: boolean | undefined;
  /** Whether the start of the row has no effect on its unlocks. */
  isRecordOnly: boolean;
  /** The address of a name in the recipient column. */
  resolved: string | null;
  onChange: (text: string) => void;
};

/** A cell of a row with its label, its error and the control for its values. */
export function RowField(props: RowFieldProps) {
  const { id, column, initial, text, error, resolved } = props;
  const t = useTranslator();
  const kind = getControl(column, initial, props);
  const hint =
    column === "startTime" && kind === "time" && props.isRecordOnly
      ? t("Does not affect vesting")
      : CHOICE_COLUMNS.has(column) && kind === "text" && initial !== "" && text === initial
        ? t("This text stays unless you change it.")
        : undefined;
  return (
    <Field id={id} label={t(FIELD_TITLES[column])} error={error} hint={hint}>
      <Control {...props} kind={kind} />
      {column === "beneficiary" && <NameAddress address={resolved} />}
    </Field>
  );
}

/** Columns that usually have another control than a text field. */
const CHOICE_COLUMNS: ReadonlySet<RecipientColumn> = new Set([
  ...(["releaseType", "startTime", "cliffTime", "endTime", "steps"] as const),
]);

/** Columns of whole numbers. Amounts and shares can have decimals. */
const INTEGER_COLUMNS: ReadonlySet<RecipientColumn> = new Set([
  "milestoneIdx",
  "leafIndex",
  "cliffMonths",
  "durationMonths",
]);

/** Returns the keyboard of a phone for a text field. A text with letters, such as "2 years", needs all keys. */
function getKeyboard(column: RecipientColumn, initial: string): "numeric" | "decimal" | undefined {
  if (CHOICE_COLUMNS.has(column) || !/^[\d.,'’%\s]*$/.test(initial)) return undefined;
  return INTEGER_COLUMNS.has(column) ? "numeric" : "decimal";
}

function Control({ kind, ...props }: RowFieldProps & { kind: ReturnType<typeof getControl> }) {
  const { id, column, text, initial, error, answers, onChange } = props;
  const t = useTranslator();
  const shared = { id, invalid: Boolean(error) };
  if (kind === "release" || kind === "steps") {
    const { value, options } = kind === "release" ? releaseChoice(t, text) : stepsChoice(t, text);
    return (
      <Select
        id={id}
        aria-invalid={error ? true : undefined}
        value={value}
        // The original spelling of the same choice stays.
        onChange={({ target }) =>
          onChange(getChoice(kind, initial) === target.value ? initial : target.value)
        }
        options={initial === "" ? [{ value: "", label: "–" }, ...options] : options}
      />
    );
  }
  if (kind === "time") {
    const value = timeValue(text, answers) ?? "";
    const original = timeValue(initial, answers);
    return (
      <Input
        {...shared}
        type="datetime-local"
        max="9999-12-31T23:59"
        step={original?.length === 19 ? 1 : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value === original ? initial : textOfTime(target.value))}
      />
    );
  }
  if (kind === "address") {
    return (
      <AddressInput
        {...shared}
        value={text}
        placeholder={t("Paste an address")}
        className="font-mono text-xs!"
        onChange={({ target }) => onChange(target.value.trim())}
      />
    );
  }
  return (
    <Input
      {...shared}
      value={text}
      autoComplete="off"
      spellCheck={false}
      inputMode={getKeyboard(column, initial)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Returns the value of a select for a text; empty if the text is none of the choices. */
function getChoice(kind: "release" | "steps", text: string): string {
  if (kind === "steps") return readSteps(text) ?? "";
  const type = readReleaseType(text);
  return (type !== undefined && RELEASE_TYPE_NAMES[type]) || "";
}

const releaseChoice = (t: Translator, text: string) => ({
  value: getChoice("release", text),
  options: RELEASE_TYPE_NAMES.map((value, type) => ({ value, label: releaseName(t, type) })),
});

const stepsChoice = (t: Translator, text: string) => ({
  value: getChoice("steps", text),
  options: [...STEPS, BEHIND_MONTHLY].map((value) => ({
    value,
    label: t(STEPS_NAMES[value as keyof typeof STEPS_NAMES]),
  })),
});
