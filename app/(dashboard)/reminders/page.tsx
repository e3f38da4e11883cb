import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { CHANNEL_LABELS } from "@/components/reminders/reminder-labels";
import { ReminderManager } from "@/components/reminders/reminder-manager";
import { PageHeader } from "@/components/ui/page/page-header";
import { message } from "@/lib/core/i18n/translator";
import { readReminderChannels } from "@/lib/service/pages/shell";

export const generateMetadata = titled(message("Reminders"));

export default async function RemindersPage() {
  const [t, channels] = await Promise.all([requestTranslator(), readReminderChannels()]);
  return (
    <>
      <PageHeader title={t("Reminders")}>
        {t("Receive a message before your tokens unlock, a grace period ends or your campaign lacks funds.")}
      </PageHeader>
      <div className="space-y-6">
        <ReminderManager
          channels={channels}
          introduction={{
            title: t("Connect to set up reminders"),
            points: [
              t("Recipients: unlocks, and the end of a grace period."),
              t("Creators: the last unlock, missing funds, and differences from the network."),
              t("Each as early as you choose, for example one day before. Channels: {channels}.", {
                channels: channels.map((channel) => t(CHANNEL_LABELS[channel])).join(", "),
              }),
            ],
          }}
        />
      </div>
    </>
  );
}
