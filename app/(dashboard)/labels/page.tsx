import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { LabelManager } from "@/components/labels/label-manager";
import { PageHeader } from "@/components/ui/page/page-header";
import { message } from "@/lib/core/i18n/translator";

export const generateMetadata = titled(message("Labels"));

export default async function LabelsPage() {
  const t = await requestTranslator();
  return (
    <>
      <PageHeader title={t("Labels")}>
        {t("Private categories and notes about recipients. They are stored encrypted and never published.")}
      </PageHeader>
      <div className="space-y-6">
        <LabelManager
          introduction={{
            title: t("Connect to manage labels"),
            points: [
              t("Give each recipient a category, such as “Employee”, and a private note."),
              t("See the totals per category in statements, and export them."),
              t("Only you can read your labels, after your wallet signs a message."),
            ],
          }}
        />
      </div>
    </>
  );
}
