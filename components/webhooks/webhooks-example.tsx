import { useTranslator } from "@/components/i18n/use-translator";
import { Example, ExampleRows } from "@/components/wallet/example";
import { EVENT_LABELS } from "@/lib/core/events/event-labels";

/** An example of the latest deliveries to a server. */
export function WebhooksExample() {
  const t = useTranslator();
  const [grants, amount] = [t("Team grants"), `${t.count(1_250)} SOL`];
  const delivered = { badge: t("Delivered"), tone: "good" } as const;
  const pending = { badge: t("Pending"), tone: "neutral" } as const;
  return (
    <Example title={t("Deliveries to https://example.com/vesting")}>
      <ExampleRows
        rows={[
          { title: t(EVENT_LABELS.claimed), note: `${grants} · ${amount}`, ...pending },
          { title: t(EVENT_LABELS.milestone_released), note: grants, ...delivered },
          { title: t(EVENT_LABELS.root_updated), note: t("Advisors 2027"), ...delivered },
        ]}
      />
    </Example>
  );
}
