import { useTranslator } from "@/components/i18n/use-translator";
import { Example, ExampleRows } from "@/components/wallet/example";
import type { ReminderChannel, ReminderKind } from "@/lib/core/events/reminder-kinds";
import { CHANNEL_LABELS, KIND_LABELS, leadText } from "./reminder-labels";

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
          title: t(KIND_LABELS[kind]),
          note: leadText(lead, t),
          badge: t(CHANNEL_LABELS[channels[at % channels.length] ?? "webhook"]),
        }))}
      />
      <p className="mt-3 rounded-box bg-raised p-3 text-sm">
        <span className="block font-medium">{t("Team grants: first unlock tomorrow")}</span>
        <span className="text-ink-soft">
          {t("{amount} unlock for your wallet on 1 March 2027.", { amount: `${t.count(12_500)} SOL` })}
        </span>
      </p>
    </Example>
  );
}
