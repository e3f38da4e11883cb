import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Example } from "@/components/wallet/example";
import type { ReminderChannel, ReminderKind } from "@/lib/core/events/reminder-kinds";
import { CHANNEL_LABELS, KIND_LABELS, leadText } from "./reminder-labels";

const [DAY, WEEK] = [86_400, 604_800];

/** The lead times of the example, in seconds. */
const LEADS = [WEEK, DAY];
const KINDS: readonly ReminderKind[] = ["cliff.reached", "unlock.due", "grace.ending"];

const TARGETS: Record<ReminderChannel, string> = {
  email: "ann@example.com",
  webhook: "https://example.com/reminders",
  slack: "https://hooks.slack.com/services/…",
};

/** An example of a subscription, by the first channel of this service, and of one of its messages. */
export function RemindersExample({ channels }: { channels: readonly ReminderChannel[] }) {
  const t = useTranslator();
  const channel = channels[0] ?? "webhook";
  return (
    <Example title={t("Your reminders")}>
      <div className="space-y-1 text-sm text-ink-soft">
        <p className="flex items-start justify-between gap-4 text-ink">
          <span className="min-w-0 font-semibold break-all">{TARGETS[channel]}</span>
          <Badge tone="good">{t("On")}</Badge>
        </p>
        <p>
          {t(CHANNEL_LABELS[channel])}: {KINDS.map((kind) => t(KIND_LABELS[kind])).join(", ")}
        </p>
        <p>{LEADS.map((seconds) => leadText(seconds, t)).join(", ")}</p>
      </div>
      <p className="mt-3 rounded-box bg-raised p-3 text-sm">
        <span className="block font-medium">{t("Example campaign: first unlock tomorrow")}</span>
        <span className="text-ink-soft">
          {t("{amount} unlock for your wallet tomorrow at 09:00 UTC.", { amount: `${t.count(25)}\u00a0SOL` })}
        </span>
      </p>
    </Example>
  );
}
