import type { ReactNode } from "react";
import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import type { Token } from "@/lib/contract/names";
import type { PlannedRotation } from "./use-rotation-plan";

type ChangeBarProps = {
  planned: PlannedRotation;
  token: Token;
  isValid: boolean;
  action: ReactNode;
  /** Progress and errors of the signature. */
  children: ReactNode;
};

/** The summary of the changes with the buttons of the step. Stays at the lower edge of the window. */
export function ChangeBar({ planned, token, isValid, action, children }: ChangeBarProps) {
  return (
    <section className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 space-y-3 border-y border-line bg-surface px-4 py-3 shadow-raised sm:mx-0 sm:rounded-card sm:border sm:px-5 md:bottom-4">
      <div className="space-y-2 empty:hidden">{children}</div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <Summary {...{ planned, token, isValid }} />
        </div>
        {action}
      </div>
    </section>
  );
}

function Summary({ planned, token, isValid }: Pick<ChangeBarProps, "planned" | "token" | "isValid">) {
  const t = useTranslator();
  const { changes, counts, sumBefore, sumAfter } = planned.difference;
  if (!isValid || changes.length === 0) {
    return (
      <p className="text-sm text-ink-soft">
        {isValid
          ? t("No changes yet. Edit the list above.")
          : t("Correct the list first. Its changes then appear here.")}
      </p>
    );
  }
  const change = sumAfter - sumBefore;
  const amount = formatAmount(change < 0n ? -change : change, token.decimals, t);
  const figures = [
    [t("Added"), counts.added],
    [t("Removed"), counts.removed],
    [t("Changed"), counts.raised + counts.lowered + counts.rescheduled],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {figures
        .filter(([, count]) => count > 0)
        .map(([label, count]) => (
          <Part key={label} label={label}>
            {t.count(count)}
          </Part>
        ))}
      <Part label={t("Allocated")}>
        {change === 0n ? "±" : change > 0n ? "+" : "−"}
        {amount} {token.unit}
      </Part>
    </dl>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
