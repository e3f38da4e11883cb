import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { campaignHref } from "@/components/campaign/campaign-href";
import { DownloadRecipients } from "@/components/campaign/download-recipients";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Trans } from "@/components/i18n/trans";
import { RotationEditor } from "@/components/rotate/rotation-editor";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { single } from "@/components/ui/page/page-query";
import { TokenName } from "@/components/ui/values/token";
import { campaignName } from "@/lib/contract/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";
import { readShell } from "@/lib/service/pages/shell";

type Props = PageProps<"/campaigns/[treeAddress]/rotate">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const creation = single(await searchParams, "creation");
  const campaign = await readCampaign((await params).treeAddress, creation);
  const t = await requestTranslator();
  return {
    title: campaign
      ? t("Change allocations of {campaign}", { campaign: campaignName(campaign, t) })
      : t("Campaign not found"),
  };
}

export default async function RotatePage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const creation = single(await searchParams, "creation");
  const [head, { maxEdited }] = await Promise.all([
    readCampaignHead((await params).treeAddress, t, creation),
    readShell(),
  ]);
  if (!head) notFound();
  const { campaign, token, action } = head;
  const back = <ButtonLink href={campaignHref(campaign)}>{t("Back to the campaign")}</ButtonLink>;
  return (
    <>
      <PageHeader title={t("Change allocations")} actions={back}>
        <Trans
          id="A new list of recipients for {campaign}. Its supply and its rules stay as they are. Amounts are in {token}"
          values={{ campaign: campaignName(campaign, t), token: <TokenName token={token} /> }}
        />
      </PageHeader>
      {campaign.earlierGeneration !== null ? (
        <EmptyState title={t("These allocations cannot change")}>
          {t(
            "This is an earlier campaign at this address, and its account is closed. Only the current campaign can receive a new list.",
          )}
        </EmptyState>
      ) : campaign.leafCount > maxEdited ? (
        <EmptyState title={t("These allocations are too many to change here")}>
          {t(
            "A browser compares up to {count} of them; longer lists are prepared and recorded through the API.",
            { count: maxEdited },
          )}
        </EmptyState>
      ) : head.controls.rotate ? (
        <>
          <RotationEditor
            campaign={action}
            token={token}
            maxLeaves={maxEdited}
            merkleRoot={campaign.merkleRoot}
          />
          <Card title={t("The list as it is now")} className="mt-6">
            <p className="mb-3 text-sm text-ink-soft">
              {t("The file that gives the present root again. Keep it before you replace the root.")}
            </p>
            <DownloadRecipients campaign={campaign} />
          </Card>
        </>
      ) : (
        <EmptyState title={t("These allocations cannot change")}>
          {t("Only a cancellable campaign of several recipients that is not over can get a new list.")}
        </EmptyState>
      )}
    </>
  );
}
