import { ConfirmationManager } from "@/components/confirmations/confirmation-manager";
import { ConfirmationsExample } from "@/components/confirmations/confirmations-example";
import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { linked, Trans } from "@/components/i18n/trans";
import { PageHeader } from "@/components/ui/page/page-header";
import { message } from "@/lib/core/i18n/translator";

export const generateMetadata = titled(message("Wallet confirmations"));

export default async function ConfirmationsPage() {
  const t = await requestTranslator();
  return (
    <>
      <PageHeader parent={{ href: "/dashboard", name: t("Dashboard") }} title={t("Wallet confirmations")}>
        {t("Recipients confirm their wallets before you fund a campaign.")}
      </PageHeader>
      <div className="space-y-6">
        <ConfirmationManager
          introduction={{
            title: t("Connect to create a confirmation list"),
            steps: [
              t("Connect the wallet that creates the campaign."),
              t(
                "List your recipients: a wallet, or a name if you do not know the wallet. Each name gets an invite link.",
              ),
              t(
                "Save the invite links: they are shown once. Send the links. Each recipient signs a message. No transaction is sent.",
              ),
              t("Create the campaign with the confirmed wallets."),
            ],
            example: <ConfirmationsExample />,
            note: (
              <Trans
                id="Amounts and schedules are not part of a confirmation list. <more>About wallet confirmations</more>"
                components={{ more: linked("/docs/confirmations") }}
              />
            ),
          }}
        />
      </div>
    </>
  );
}
