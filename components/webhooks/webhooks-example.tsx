import { useTranslator } from "@/components/i18n/use-translator";
import { Example, ExampleRows } from "@/components/wallet/example";
import { EVENT_LABELS } from "@/lib/core/events/event-labels";

/** An example of the latest deliveries to a server. */
export function WebhooksExample() {
  const t = useTranslator();
  const delivered = { badge: t("Delivered"), tone: "good" } as const;
  const pending = { badge: t("Pending"), tone: "neutral" } as const;
  return (
    <Example title={t("Deliveries to https://example.com/vesting")}>
      <ExampleRows
        rows={[
          { title: t(EVENT_LABELS.claimed), note: `Team grants · ${t.count(1_250)} SOL`, ...pending },
          { title: t(EVENT_LABELS.milestone_released), note: "Team grants", ...delivered },
          { title: t(EVENT_LABELS.root_updated), note: "Advisors 2027", ...delivered },
        ]}
      />
    </Example>
  );
}
