import { Badge } from "@/components/ui/badge";
import { useWords } from "@/components/words/use-words";

/** Marks an event in a list that was reconstructed from its transaction. */
export function ReconstructedBadge() {
  const t = useWords();
  return <Badge>{t("Reconstructed")}</Badge>;
}

/** Explains the badge below a list. Renders nothing if no event has it. */
export function ReconstructedNote({ events }: { events: readonly { reconstructed: boolean }[] }) {
  const t = useWords();
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
