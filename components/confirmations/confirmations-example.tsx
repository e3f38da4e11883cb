import { useTranslator } from "@/components/i18n/use-translator";
import { EXAMPLE_ADDRESSES, Example, ExampleRows } from "@/components/wallet/example";
import { ConfirmationProgress } from "./confirmation-progress";

/** An example of a confirmation list of which one recipient has not confirmed yet. */
export function ConfirmationsExample() {
  const t = useTranslator();
  const recipient = (number: number) => t("Recipient {number}", { number });
  const [first, second] = EXAMPLE_ADDRESSES;
  const confirmed = { badge: t("Confirmed"), tone: "good" } as const;
  return (
    <Example title={t("Your confirmation lists")}>
      <h3 className="mb-1 text-sm font-medium">{t("Team grants")}</h3>
      <ConfirmationProgress list={{ confirmed: 2, recipients: 3 }} />
      <div className="mt-2">
        <ExampleRows
          rows={[
            { title: recipient(1), note: first, ...confirmed },
            { title: recipient(2), note: second, ...confirmed },
            {
              title: recipient(3),
              note: t("Invited by a link, wallet not known yet"),
              badge: t("Waiting"),
              tone: "warn",
            },
          ]}
        />
      </div>
    </Example>
  );
}
