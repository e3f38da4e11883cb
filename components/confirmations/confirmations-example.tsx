import { useTranslator } from "@/components/i18n/use-translator";
import { EXAMPLE_ADDRESSES, Example, ExampleAddress, ExampleRows } from "@/components/wallet/example";
import { ConfirmationProgress } from "./confirmation-progress";

/** An example of a confirmation list of which one recipient has not confirmed yet. */
export function ConfirmationsExample() {
  const t = useTranslator();
  const recipient = (number: number) => ({ key: `${number}`, title: t("Recipient {number}", { number }) });
  const [first, second] = EXAMPLE_ADDRESSES;
  const confirmed = { badge: t("Confirmed"), tone: "good" } as const;
  return (
    <Example title={t("Your confirmation lists")}>
      <ConfirmationProgress
        list={{ confirmed: 2, recipients: 3 }}
        heading={<h3 className="font-medium">{t("Example campaign")}</h3>}
      />
      <div className="mt-2">
        <ExampleRows
          rows={[
            { ...recipient(1), note: <ExampleAddress address={first} />, ...confirmed },
            { ...recipient(2), note: <ExampleAddress address={second} />, ...confirmed },
            {
              ...recipient(3),
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
