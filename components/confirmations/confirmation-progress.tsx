import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ConfirmationListView } from "@/lib/contract/confirmation";

type ConfirmationProgressProps = {
  list: Pick<ConfirmationListView, "confirmed" | "recipients">;
  /** A heading on the line of the numbers. */
  heading?: ReactNode;
};

/** Shows how many recipients of a list have confirmed their wallets. */
export function ConfirmationProgress({
  list: { confirmed, recipients },
  heading,
}: ConfirmationProgressProps) {
  const t = useTranslator();
  const label = t("{confirmed} of {recipients} confirmed", { confirmed, recipients });
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        {heading}
        <p className="tabular-nums">{label}</p>
      </div>
      <ProgressBar label={label} percent={(100 * confirmed) / recipients} />
    </div>
  );
}
