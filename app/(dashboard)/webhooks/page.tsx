import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { linked, Trans } from "@/components/i18n/trans";
import { PageHeader } from "@/components/ui/page/page-header";
import { readParameter } from "@/components/ui/page/page-query";
import { HowToVerify } from "@/components/webhooks/how-to-verify";
import { Webhooks } from "@/components/webhooks/webhooks";
import { WebhooksExample } from "@/components/webhooks/webhooks-example";
import { message } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { readReceiverRules } from "@/lib/service/pages/shell";

export const generateMetadata = titled(message("Webhooks"));

const addressOrNull = (text: string | undefined) => (text !== undefined && isAddress(text) ? text : null);

export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  const search = await searchParams;
  const t = await requestTranslator();
  const subject = {
    campaign: addressOrNull(readParameter(search, "campaign")),
    address: addressOrNull(readParameter(search, "address")),
  };
  return (
    <>
      <PageHeader parent={{ href: "/dashboard", name: t("Dashboard") }} title={t("Webhooks")}>
        {t("Send campaign events to your server.")}
      </PageHeader>
      <div className="space-y-6">
        <Webhooks
          subject={subject}
          rules={await readReceiverRules()}
          introduction={{
            title: t("Connect to add a webhook"),
            steps: [
              t("Connect the wallet whose campaigns you want to follow."),
              t("Follow one address or selected campaigns, and choose the kinds of events."),
              t("Sign a message with your wallet to add the webhook. No transaction is sent."),
            ],
            example: <WebhooksExample />,
            note: linked("/docs/webhooks")(t("About webhooks")),
          }}
        />
        <HowToVerify />
        <p className="text-sm text-ink-soft">
          <Trans
            id="For messages to people, <reminders>set up reminders</reminders>."
            components={{ reminders: linked("/reminders") }}
          />
        </p>
      </div>
    </>
  );
}
