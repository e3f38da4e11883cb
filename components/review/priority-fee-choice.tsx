"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { type FeeBasis, feeOf } from "@/components/ledger/priority-fee";
import { choosePriorityFee, useFeeSettings } from "@/components/shell/fee-settings";
import { Field, Select } from "@/components/ui/field";
import { type Message, message } from "@/lib/core/i18n/translator";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { isPriorityChoice, PRIORITY_LEVELS, type PriorityLevel } from "@/lib/core/plans/priority-choices";
import { exactly, SOL } from "./costs";

const LABELS: Readonly<Record<PriorityLevel, Message>> = {
  low: message("Low"),
  medium: message("Medium"),
  high: message("High"),
};

type Props = { plan: SendablePlan; basis: Omit<FeeBasis, "maxLamports">; disabled: boolean };

/** Selects the priority fee of a transaction. Each option shows its cost in SOL. */
export function PriorityFeeChoice({ plan, basis, disabled }: Props) {
  const t = useTranslator();
  const { choice, maxLamports } = useFeeSettings();
  const costs = PRIORITY_LEVELS.flatMap((level) => {
    const fee = feeOf(plan, level, { ...basis, maxLamports });
    return fee ? [{ level, cost: exactly(fee.lamports, SOL, t) }] : [];
  });
  if (costs.length === 0) return null;
  return (
    <Field
      id="priority-fee"
      label={t("Priority fee")}
      hint={t(
        "Added to the transaction fee. A higher fee can speed up confirmation; your wallet may add its own.",
      )}
    >
      <Select
        id="priority-fee"
        value={choice}
        disabled={disabled}
        onChange={({ target }) => isPriorityChoice(target.value) && choosePriorityFee(target.value)}
        options={[
          { value: "none", label: t("None") },
          ...costs.map(({ level, cost }) => ({ value: level, label: `${t(LABELS[level])}: ${cost}` })),
        ]}
      />
    </Field>
  );
}
