"use client";

import dynamic from "next/dynamic";
import { useTranslator } from "@/components/i18n/use-translator";
import { FileDrop, useChosenFile } from "@/components/sheet/file-drop";
import { emptySheet } from "@/components/sheet/sheet";
import { Button } from "@/components/ui/button";
import { AddressInput, Field, Input, Select } from "@/components/ui/field";
import { WorkProgress } from "@/components/ui/progress-bar";
import { useWallet } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { amountCell, parseAmount } from "@/lib/core/recipients/parse-amount";
import type { CheckedDraft, DraftPart } from "./campaign-draft";

const loadSheetForm = () => import("./sheet-form");
/** The view of a file, which loads together with the code that reads the file. */
const SheetForm = dynamic(() => loadSheetForm().then(({ SheetForm }) => SheetForm));

type RecipientsFormProps = DraftPart & { checked: CheckedDraft; token: Token; maxLeaves: number };

export function RecipientsForm(props: RecipientsFormProps) {
  const t = useTranslator();
  const { draft, set } = props;
  return (
    <div className="space-y-4">
      <fieldset className="inline-flex max-w-full flex-wrap gap-1 rounded-box border border-line-strong p-1">
        <legend className="sr-only">{t("Number of recipients")}</legend>
        {(["one", "many"] as const).map((mode) => (
          <Button
            key={mode}
            tone="quiet"
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            aria-pressed={draft.mode === mode}
            onClick={() => set({ mode })}
          >
            {mode === "one" ? t("One recipient") : t("Many recipients")}
          </Button>
        ))}
      </fieldset>
      {draft.mode === "one" ? <OneRecipient {...props} /> : <ManyRecipients {...props} />}
    </div>
  );
}

function OneRecipient({ draft, set, errors, token }: RecipientsFormProps) {
  const t = useTranslator();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id="beneficiary"
        label={t("Recipient")}
        error={errors.beneficiary}
        hint={t("The wallet that claims the tokens")}
      >
        <AddressInput
          id="beneficiary"
          value={draft.beneficiary}
          invalid={Boolean(errors.beneficiary)}
          onChange={(event) => set({ beneficiary: event.target.value.trim() })}
        />
        <DemoRecipients onPick={(beneficiary) => set({ beneficiary })} />
      </Field>
      <Field
        id="amount"
        label={t("Amount in {token}", { token: token.unit })}
        error={errors.amount}
        hint={readAs(t, draft.amount, token)}
      >
        <Input
          id="amount"
          inputMode="decimal"
          value={draft.amount}
          invalid={Boolean(errors.amount)}
          autoComplete="off"
          onChange={(event) => set({ amount: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** Returns how a typed amount is parsed, or the error, while the user types. */
function readAs(t: Translator, text: string, token: Token): string | null {
  if (text.trim() === "" || !token.isKnown) return null;
  const reading = parseAmount(text, { decimals: token.decimals, t });
  if ("error" in reading) return reading.error;
  const amount = amountCell(reading.amount, token.decimals);
  return t("Read as {amount} {token}", { amount, token: token.unit });
}

/** Offers the other demo accounts of the local ledger, because a demo user has no addresses at hand. */
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

function ManyRecipients({ draft, set, checked, errors, token, maxLeaves }: RecipientsFormProps) {
  const t = useTranslator();
  const {
    take,
    percent: readPercent,
    problem,
  } = useChosenFile({
    maxRows: maxLeaves,
    load: loadSheetForm,
    onReading: (isReadingFile) => set({ isReadingFile }),
    onSheet: (sheet) => set({ sheet }),
  });
  // The file of an earlier visit to this step can still be read.
  const percent = readPercent ?? (draft.isReadingFile ? 0 : null);
  return (
    <div className="space-y-4">
      {percent !== null && <WorkProgress label={t("Reading the file")} percent={percent} />}
      {draft.sheet && !checked.sheet && (
        <WorkProgress label={t("Checking the rows")} percent={checked.checking ?? 0} />
      )}
      {draft.sheet && <UnitChoice {...{ draft, set }} />}
      {draft.sheet && checked.sheet && (
        <SheetForm
          {...{ draft, set, errors, token }}
          sheet={draft.sheet}
          checked={checked.sheet}
          onFile={take}
        />
      )}
      {problem && draft.sheet && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      {!draft.sheet && percent === null && (
        <>
          <FileDrop onFile={take} problem={problem} allowsMonths />
          <Button onClick={() => set({ sheet: emptySheet() })}>{t("Enter or paste recipients")}</Button>
        </>
      )}
    </div>
  );
}

function UnitChoice({ draft, set }: Pick<RecipientsFormProps, "draft" | "set">) {
  const t = useTranslator();
  return (
    <div className="max-w-sm">
      <Field id="file-units" label={t("Unit of the amounts")}>
        <Select
          id="file-units"
          value={draft.fileUnits}
          onChange={(event) => set({ fileUnits: event.target.value === "base" ? "base" : "tokens" })}
          options={[
            { value: "tokens", label: t("Tokens, such as 1500.25") },
            { value: "base", label: t("Base units, whole numbers") },
          ]}
        />
      </Field>
    </div>
  );
}
