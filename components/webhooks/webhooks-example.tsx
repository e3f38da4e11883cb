import { useTranslator } from "@/components/i18n/use-translator";
import { Example, ExampleRows } from "@/components/wallet/example";
import { messageType } from "@/lib/contract/webhook";
import { EVENT_LABELS } from "@/lib/core/events/event-labels";
import type { EventType } from "@/lib/core/events/event-types";

/** The deliveries of the example, newest first. */
const DELIVERIES: readonly { type: EventType; attempt: number; time: string; isDelivered: boolean }[] = [
  { type: "claimed", attempt: 2, time: "09:41", isDelivered: false },
  { type: "milestone_released", attempt: 1, time: "09:30", isDelivered: true },
  { type: "root_updated", attempt: 1, time: "08:12", isDelivered: true },
];

/** An example of the latest deliveries to a server. */
export function WebhooksExample() {
  const t = useTranslator();
  return (
    <Example title={t("Latest deliveries")}>
      <p className="mb-1 font-mono text-xs wrap-anywhere text-ink-soft">https://example.com/vesting</p>
      <ExampleRows
        rows={DELIVERIES.map(({ type, attempt, time, isDelivered }) => ({
          key: type,
          title: t(EVENT_LABELS[type]),
          note: (
            <>
              <code className="font-mono text-xs max-sm:block">{messageType(type)}</code>
              <span className="max-sm:hidden"> · </span>
              <span className="whitespace-nowrap">
                {t("Attempt {attempt}", { attempt })} · {time}
              </span>
            </>
          ),
          ...(isDelivered ? { badge: t("Delivered"), tone: "good" } : { badge: t("Pending") }),
        }))}
      />
    </Example>
  );
}
