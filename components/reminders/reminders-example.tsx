import { useTranslator } from "@/components/i18n/use-translator";
import { Example, ExampleRows } from "@/components/wallet/example";
import type { ReminderChannel, ReminderKind } from "@/lib/core/events/reminder-kinds";
import { CHANNEL_NAMES, KIND_LABELS, leadText } from "./reminder-labels";

const [DAY, WEEK] = [86_400, 604_800];

/** The kinds of the example with their lead times in seconds. */
const KINDS: readonly { kind: ReminderKind; lead: number }[] = [
  { kind: "cliff.reached", lead: DAY },
  { kind: "grace.ending", lead: WEEK },
  { kind: "unlock.due", lead: 0 },
];

/** An example of reminders, with the channels of this service. */
export function RemindersExample({ channels }: { channels: readonly ReminderChannel[] }) {
  const t = useTranslator();
  return (
    <Example title={t("Your reminders")}>
      <ExampleRows
        rows={KINDS.map(({ kind, lead }, at) => ({
          key: kind,
          title: t(KIND_LABELS[kind]),
          note: leadText(lead, t),
          badge: t(CHANNEL_NAMES[channels[at % channels.length] ?? "webhook"]),
        }))}
      />
      <p className="mt-3 rounded-box bg-raised p-3 text-sm">
        <span className="block font-medium">{t("Example campaign: first unlock tomorrow")}</span>
        <span className="text-ink-soft">
          {t("{amount} unlock for your wallet tomorrow at 09:00 UTC.", { amount: `${t.count(25)}\u00a0SOL` })}
        </span>
      </p>
    </Example>
  );
}
