import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";

/** Marks an event in a list that was reconstructed from its transaction. */
export function ReconstructedBadge() {
  const t = useTranslator();
  return <Badge>{t("Reconstructed")}</Badge>;
}

/** Explains the badge below a list. Renders nothing if no event has it. */
export function ReconstructedNote({ events }: { events: readonly { reconstructed: boolean }[] }) {
  const t = useTranslator();
  if (!events.some(({ reconstructed }) => reconstructed)) return null;
  return (
    <p className="mt-3 text-sm text-ink-soft">
      <ReconstructedBadge />{" "}
      {t(
        "No RPC node returned the log of this transaction. The event was rebuilt from its instruction and transfers.",
      )}
    </p>
  );
}
