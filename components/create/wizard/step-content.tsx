"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { DetailsForm } from "../form/details-form";
import { RecipientsForm } from "../form/recipients-form";
import { RulesForm } from "../form/rules-form";
import { ScheduleForm } from "../form/schedule-form";
import type { Split } from "../form/use-split";
import type { useCampaignDraft } from "../use-campaign-draft";
import type { StepId } from "./steps";

type StepContentProps = {
  step: Exclude<StepId, "review">;
  form: ReturnType<typeof useCampaignDraft>;
  /** Errors of empty fields appear only after the user tries to continue, not while the user types. */
  showsErrors: boolean;
  isLocalLedger: boolean;
  maxLeaves: number;
  split: Split;
};

/** The form of one step. */
export function StepContent({ step, form, showsErrors, isLocalLedger, maxLeaves, split }: StepContentProps) {
  const t = useTranslator();
  const { draft, set, checked, mint, token } = form;
  const errors = showsErrors ? checked.errors : {};
  if (step === "token") return <DetailsForm {...{ draft, set, errors, mint, isLocalLedger }} />;
  if (step === "recipients") return <RecipientsForm {...{ draft, set, checked, errors, token, maxLeaves }} />;
  if (step === "permissions") return <RulesForm {...{ draft, set, errors }} />;
  return (
    <>
      {draft.mode === "many" && (
        <p className="mb-4 text-sm text-ink-soft">
          {t("This schedule applies to rows without their own schedule.")}
        </p>
      )}
      <ScheduleForm
        schedule={draft.schedule}
        onChange={(schedule) => set({ schedule })}
        error={checked.errors.schedule}
        // Rows of a file can have their own schedules. The list preview draws these schedules together.
        amount={draft.mode === "one" ? checked.totalAmount : 0n}
        token={token}
        split={{ run: () => split.mutate(), isRunning: split.isPending, error: split.error }}
      />
    </>
  );
}
