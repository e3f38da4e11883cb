import { UnlockFeed } from "@/components/export/unlock-feed";
import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { linked, Trans } from "@/components/i18n/trans";
import { ReminderManager } from "@/components/reminders/reminder-manager";
import { RemindersExample } from "@/components/reminders/reminders-example";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page/page-header";
import { givenAddress } from "@/components/ui/page/page-query";
import type { ReminderChannel } from "@/lib/core/events/reminder-kinds";
import { type Message, message } from "@/lib/core/i18n/translator";
import { readReceiverRules, readReminderChannels } from "@/lib/service/pages/shell";

/** The names of the channels within a sentence. */
const CHANNEL_NAMES: Record<ReminderChannel, Message> = {
  email: message("email"),
  webhook: message("webhook"),
  slack: message("Slack"),
};

export const generateMetadata = titled(message("Reminders"));

export default async function RemindersPage({ searchParams }: PageProps<"/reminders">) {
  const [t, channels, rules] = await Promise.all([
    requestTranslator(),
    readReminderChannels(),
    readReceiverRules(),
  ]);
  const { address } = givenAddress(await searchParams);
  const parent = address
    ? { href: `/portfolio?address=${address}`, name: t("Portfolio") }
    : { href: "/dashboard", name: t("Dashboard") };
  return (
    <>
      <PageHeader parent={parent} title={t("Reminders")}>
        {t(
          "Receive a message before your tokens unlock or a grace period ends, and when your campaign lacks funds.",
        )}
      </PageHeader>
      <div className="space-y-6">
        <ReminderManager
          {...{ channels, rules }}
          introduction={{
            title: t("Connect to set up reminders"),
            steps: [
              t("Connect the wallet that receives tokens or creates campaigns."),
              t(
                "Choose the events, how long before a date each message arrives, and how it reaches you: {channels}.",
                {
                  channels: new Intl.ListFormat(t.locale, { type: "disjunction" }).format(
                    channels.map((channel) => t(CHANNEL_NAMES[channel])),
                  ),
                },
              ),
              t("Sign a message with your wallet to save your reminders. No transaction is sent."),
            ],
            example: <RemindersExample channels={channels} />,
            note: linked("/docs/reminders")(t("About reminders")),
          }}
        />
        {address ? (
          <Card title={t("Calendar of unlocks")}>
            <UnlockFeed address={address} hasReminders={false} />
          </Card>
        ) : (
          <p className="text-sm text-ink-soft">
            <Trans
              id="To see unlocks in your calendar, subscribe to them in <portfolio>your portfolio</portfolio>."
              components={{ portfolio: linked("/portfolio") }}
            />
          </p>
        )}
      </div>
    </>
  );
}
