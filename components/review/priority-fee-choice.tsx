"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { calculateFee, type PayablePlan } from "@/components/network/priority-fee";
import { choosePriorityFee, useFeeSettings } from "@/components/shell/fee-settings";
import { Field, Select } from "@/components/ui/field";
import { type Message, message } from "@/lib/core/i18n/translator";
import { isPriorityChoice, PRIORITY_LEVELS, type PriorityLevel } from "@/lib/core/plans/priority-choices";
import { formatExactAmount, SOL } from "./costs";

const LABELS: Readonly<Record<PriorityLevel, Message>> = {
  low: message("Low"),
  medium: message("Medium"),
  high: message("High"),
};

type Props = { transactions: readonly PayablePlan[]; disabled: boolean };

/** Selects the priority fee of transactions. Each option shows the cost of all of them in SOL. */
export function PriorityFeeChoice({ transactions, disabled }: Props) {
  const t = useTranslator();
  const { choice, maxLamports } = useFeeSettings();
  const costs = PRIORITY_LEVELS.flatMap((level) => {
    const fees = transactions.flatMap(
      ({ plan, ...basis }) => calculateFee(plan, level, { ...basis, maxLamports }) ?? [],
    );
    const total = fees.reduce((sum, { lamports }) => sum + lamports, 0n);
    return fees.length > 0 ? [{ level, cost: formatExactAmount(total, SOL, t) }] : [];
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
