import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { ReminderManager } from "@/components/reminders/reminder-manager";
import { PageHeader } from "@/components/ui/page/page-header";
import { message } from "@/lib/core/i18n/translator";
import { readReminderChannels } from "@/lib/service/pages/shell";

export const generateMetadata = titled(message("Reminders"));

export default async function RemindersPage() {
  const t = await requestTranslator();
  return (
    <>
      <PageHeader title={t("Reminders")}>
        {t("Receive a message before your tokens unlock, a grace period ends or your campaign lacks funds.")}
      </PageHeader>
      <div className="space-y-6">
        <ReminderManager channels={await readReminderChannels()} />
      </div>
    </>
  );
}
