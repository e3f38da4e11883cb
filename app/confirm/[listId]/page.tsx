import { notFound } from "next/navigation";
import { ConfirmWallet } from "@/components/confirmations/confirm-wallet";
import { requestTranslator, titled } from "@/components/i18n/request-translator";
import { Card, Fact, Facts } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page/page-header";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import { message } from "@/lib/core/i18n/translator";
import { readConfirmationList } from "@/lib/service/pages/confirmation";

// Chats show the title of a shared link, so it does not contain the name that the creator chose.
export const generateMetadata = titled(message("Confirm your wallet"));

/** The page on which a recipient confirms a wallet before the campaign exists. */
export default async function ConfirmPage({ params }: PageProps<"/confirm/[listId]">) {
  const { listId } = await params;
  const [t, list] = await Promise.all([requestTranslator(), readConfirmationList(listId)]);
  if (!list) notFound();
  return (
    <>
      <PageHeader title={t("Confirm your wallet")}>
        {t("The creator of a token campaign wants to know that your wallet is correct before funding it.")}
      </PageHeader>
      <div className="grid max-w-2xl gap-4 sm:gap-6">
        <ConfirmWallet listId={listId} />
        <Card title={t("About this list")}>
          <Facts>
            <Fact label={t("Name")}>{list.name}</Fact>
            <Fact label={t("Creator")}>
              <Address address={list.creator} name="creator" />
            </Fact>
            <Fact label={t("Created")}>
              <Time at={list.createdAt} dayOnly />
            </Fact>
          </Facts>
          <p className="pt-2 text-sm text-ink-soft">
            {t(
              "The creator chose the name, and this service did not check it. Confirm only if you expect tokens from this creator. This page never requires you to send tokens or enter a recovery phrase.",
            )}
          </p>
        </Card>
      </div>
    </>
  );
}
