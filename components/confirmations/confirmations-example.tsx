import { useTranslator } from "@/components/i18n/use-translator";
import { Example, ExampleRows } from "@/components/wallet/example";
import { ConfirmationProgress } from "./confirmation-progress";

/** An example of a confirmation list of which one recipient has not confirmed yet. */
export function ConfirmationsExample() {
  const t = useTranslator();
  const confirmed = { badge: t("Confirmed"), tone: "good" } as const;
  return (
    <Example title={t("Your confirmation lists")}>
      <h3 className="mb-1 text-sm font-medium">Team grants</h3>
      <ConfirmationProgress list={{ confirmed: 2, recipients: 3 }} />
      <div className="mt-2">
        <ExampleRows
          rows={[
            { title: "Ada Keller", note: "7xKq…9fTd", ...confirmed },
            { title: "Ben Okafor", note: "4mRb…Zk2W", ...confirmed },
            {
              title: "Carla Rossi",
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
