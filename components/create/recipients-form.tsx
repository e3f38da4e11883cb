"use client";

import { useState } from "react";
import { formatAmount } from "@/components/format/amount";
import type { Token } from "@/components/format/token";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { CampaignDraft, CheckedDraft, DraftFaults } from "./campaign-draft";
import { FileDrop } from "./file-drop";
import { scheduleCells } from "./schedule-draft";
import { readSheet, SheetError } from "./sheet";
import { SheetEditor } from "./sheet-editor";

type RecipientsFormProps = {
  draft: CampaignDraft;
  set: (change: Partial<CampaignDraft>) => void;
  checked: CheckedDraft;
  faults: DraftFaults;
  token: Token;
};

export function RecipientsForm(props: RecipientsFormProps) {
  const { draft, set } = props;
  return (
    <div className="space-y-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">How many recipients</legend>
        {(["one", "many"] as const).map((mode) => (
          <Button
            key={mode}
            tone={draft.mode === mode ? "primary" : "secondary"}
            aria-pressed={draft.mode === mode}
            onClick={() => set({ mode })}
          >
            {mode === "one" ? "One recipient" : "Many, from a CSV"}
          </Button>
        ))}
      </fieldset>
      {draft.mode === "one" ? <OneRecipient {...props} /> : <ManyRecipients {...props} />}
    </div>
  );
}

function OneRecipient({ draft, set, faults, token }: RecipientsFormProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="beneficiary" label="Recipient" error={faults.beneficiary} hint="The wallet that will claim">
        <Input
          id="beneficiary"
          value={draft.beneficiary}
          invalid={Boolean(faults.beneficiary)}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ beneficiary: event.target.value.trim() })}
        />
      </Field>
      <Field id="amount" label={`Amount in ${token.unit}`} error={faults.amount}>
        <Input
          id="amount"
          inputMode="decimal"
          value={draft.amount}
          invalid={Boolean(faults.amount)}
          autoComplete="off"
          onChange={(event) => set({ amount: event.target.value })}
        />
      </Field>
    </div>
  );
}

const UNITS = [
  { value: "tokens", label: "in tokens, such as 1500.25" },
  { value: "base", label: "in base units, whole numbers" },
];

function ManyRecipients({ draft, set, checked, faults, token }: RecipientsFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = (text: string) => {
    try {
      set({ sheet: readSheet(text, scheduleCells(draft.schedule)) });
      setProblem(null);
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <div className="space-y-4">
      <div className="max-w-sm">
        <Field id="file-units" label="Amounts in the file are">
          <Select
            id="file-units"
            value={draft.fileUnits}
            onChange={(event) => set({ fileUnits: event.target.value === "base" ? "base" : "tokens" })}
            options={UNITS}
          />
        </Field>
      </div>
      {draft.sheet && checked.sheet ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <p>
              {draft.sheet.rows.length.toLocaleString("en")} rows,{" "}
              {formatAmount(checked.totalAmount, token.decimals)} {token.unit} in total
            </p>
            <Button onClick={() => set({ sheet: null })}>Use another file</Button>
          </div>
          {faults.list && (
            <p role="alert" className="text-sm text-danger">
              {faults.list}
            </p>
          )}
          <SheetEditor sheet={draft.sheet} checked={checked.sheet} onChange={(sheet) => set({ sheet })} />
        </>
      ) : (
        <FileDrop onText={take} problem={problem} />
      )}
    </div>
  );
}
