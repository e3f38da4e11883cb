import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { linked } from "@/components/i18n/trans";
import { LabelManager } from "@/components/labels/label-manager";
import { LabelsExample } from "@/components/labels/labels-example";
import { PageHeader } from "@/components/ui/page/page-header";
import { message } from "@/lib/core/i18n/translator";

export const generateMetadata = titled(message("Labels"));

export default async function LabelsPage() {
  const t = await requestTranslator();
  return (
    <>
      <PageHeader parent={{ href: "/dashboard", name: t("Dashboard") }} title={t("Labels")}>
        {t(
          "Private categories and notes about recipients. This service stores them encrypted with its own key and never publishes them. Its operator can read them with that key.",
        )}
      </PageHeader>
      <div className="space-y-6">
        <LabelManager
          introduction={{
            title: t("Connect to manage labels"),
            steps: [
              t("Connect the wallet that created your campaigns."),
              t(
                "Sign a message to show your labels. No transaction is sent. Other wallets cannot read them.",
              ),
              t("Give each recipient a category, such as “team”, and a private note."),
              t("See the totals per category in statements, and export them."),
            ],
            example: <LabelsExample />,
            note: linked("/docs/labels")(t("About labels")),
          }}
        />
      </div>
    </>
  );
}
