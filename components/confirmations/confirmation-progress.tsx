import { useTranslator } from "@/components/i18n/use-translator";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ConfirmationListView } from "@/lib/contract/confirmation";

/** Shows how many recipients of a list have confirmed their wallets. */
export function ConfirmationProgress({
  list: { confirmed, recipients },
}: {
  list: Pick<ConfirmationListView, "confirmed" | "recipients">;
}) {
  const t = useTranslator();
  const label = t("{confirmed} of {recipients} confirmed", { confirmed, recipients });
  return (
    <div className="space-y-1.5">
      <p className="text-sm tabular-nums">{label}</p>
      <ProgressBar label={label} percent={(100 * confirmed) / recipients} />
    </div>
  );
}
