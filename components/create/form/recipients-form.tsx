"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { formatAmount } from "@/components/format/amount";
import { AllocationPreview } from "@/components/sheet/allocation-preview";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { FileDrop } from "@/components/sheet/file-drop";
import { rowCount } from "@/components/sheet/sheet";
import { SheetChoices } from "@/components/sheet/sheet-choices";
import { SheetColumns } from "@/components/sheet/sheet-columns";
import { SheetEditor } from "@/components/sheet/sheet-editor";
import { Button } from "@/components/ui/button";
import { AddressInput, Field, Input, Select } from "@/components/ui/field";
import { WorkProgress } from "@/components/ui/progress-bar";
import { useWallet } from "@/components/wallet/wallet-store";
import { amountCell, parseAmount } from "@/lib/core/recipients/parse-amount";
import type { Token } from "@/lib/core/views/names";
import type { CampaignDraft, CheckedDraft, DraftFaults } from "./campaign-draft";
import { UnitNotice } from "./unit-notice";

type RecipientsFormProps = {
  draft: CampaignDraft;
  set: (change: Partial<CampaignDraft>) => void;
  checked: CheckedDraft;
  faults: DraftFaults;
  token: Token;
  maxLeaves: number;
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
        <AddressInput
          id="beneficiary"
          value={draft.beneficiary}
          invalid={Boolean(faults.beneficiary)}
          onChange={(event) => set({ beneficiary: event.target.value.trim() })}
        />
        <DemoRecipients onPick={(beneficiary) => set({ beneficiary })} />
      </Field>
      <Field
        id="amount"
        label={`Amount in ${token.unit}`}
        error={faults.amount}
        hint={readAs(draft.amount, token)}
      >
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

/** How a typed amount is read, or why it cannot be, while it is being typed. */
function readAs(text: string, token: Token): string | null {
  if (text.trim() === "" || !token.isKnown) return null;
  const reading = parseAmount(text, { decimals: token.decimals });
  return "fault" in reading
    ? reading.fault
    : `Read as ${amountCell(reading.amount, token.decimals)} ${token.unit}`;
}

/** The local ledger's other demo accounts: whoever tries this out knows no address to give to. */
function DemoRecipients({ onPick }: { onPick: (address: string) => void }) {
  const { options, account } = useWallet();
  const others = options.filter(({ isDemo, name }) => isDemo && name !== account?.walletName);
  if (others.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {others.map(({ name, address }) => (
        <Button key={name} onClick={() => onPick(address ?? "")}>
          {name}
        </Button>
      ))}
    </div>
  );
}

const UNITS = [
  { value: "tokens", label: "in tokens, such as 1500.25" },
  { value: "base", label: "in base units, whole numbers" },
];

function ManyRecipients({ draft, set, checked, faults, token, maxLeaves }: RecipientsFormProps) {
  const { take, percent, problem } = useFile(set, maxLeaves);
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
      {percent !== null && <WorkProgress label="Reading the file" percent={percent} />}
      {draft.sheet && !checked.sheet && (
        <WorkProgress label="Checking the rows" percent={checked.checking ?? 0} />
      )}
      {draft.sheet && checked.sheet && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <p>
              {rowCount(draft.sheet) === 1 ? "1 row" : `${rowCount(draft.sheet).toLocaleString("en")} rows`},{" "}
              {formatAmount(checked.totalAmount, token.decimals)} {token.unit} in total
            </p>
            <Button onClick={() => set({ sheet: null })}>Use another file</Button>
          </div>
          <SheetColumns sheet={draft.sheet} onChange={(sheet) => set({ sheet })} />
          <SheetChoices
            sheet={draft.sheet}
            questions={checked.sheet.questions}
            onChange={(sheet) => set({ sheet })}
          />
          <UnitNotice
            sheet={draft.sheet}
            checked={checked.sheet}
            token={token}
            unit={draft.fileUnits}
            onUnit={(fileUnits) => set({ fileUnits })}
          />
          {(faults.list ?? checked.sheet.listFault) && (
            <p role="alert" className="text-sm text-danger">
              {faults.list ?? checked.sheet.listFault}
            </p>
          )}
          <ListPreview checked={checked.sheet} token={token} />
          <SheetEditor
            sheet={draft.sheet}
            checked={checked.sheet}
            onChange={(sheet) => set({ sheet })}
            token={token}
          />
        </>
      )}
      {!draft.sheet && percent === null && <FileDrop onFile={take} problem={problem} takesMonths />}
    </div>
  );
}

/** All rows of a file together as one curve. */
function ListPreview({ checked, token }: { checked: CheckedSheet; token: Token }) {
  const { schedules, totalAmount, faults } = checked;
  if (totalAmount === 0n || faults.size > 0) return null;
  return (
    <section aria-labelledby="together-title" className="max-w-2xl space-y-2">
      <h3 id="together-title" className="text-sm font-semibold">
        All rows together
      </h3>
      {schedules ? (
        <AllocationPreview leaves={schedules} token={token} />
      ) : (
        <p className="text-sm text-ink-soft">
          These rows follow too many different schedules to be drawn as one curve.
        </p>
      )}
    </section>
  );
}

/** Reads a chosen file, with how far that has got and what is wrong with it. */
function useFile(set: RecipientsFormProps["set"], maxRows: number) {
  const [percent, setPercent] = useState(0);
  const read = useMutation({
    mutationFn: async (file: File) => {
      const { readFile } = await import("@/components/sheet/read-sheet");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return readFile(file, { onProgress, maxRows });
    },
    onMutate: () => set({ isReadingFile: true }),
    onSuccess: (sheet) => set({ sheet }),
    onSettled: () => set({ isReadingFile: false }),
  });
  return {
    take: read.mutate,
    percent: read.isPending ? percent : null,
    problem: read.error?.message ?? null,
  };
}
