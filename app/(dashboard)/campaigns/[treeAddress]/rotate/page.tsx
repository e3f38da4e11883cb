import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { campaignHref } from "@/components/campaign/campaign-href";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Trans } from "@/components/i18n/trans";
import { AuthorityLine } from "@/components/rotate/authority-line";
import { RotationEditor } from "@/components/rotate/rotation-editor";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { readParameter } from "@/components/ui/page/page-query";
import { TokenName } from "@/components/ui/values/token";
import { VIEWER_COOKIE } from "@/components/wallet/viewer-cookie";
import { campaignName } from "@/lib/contract/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";
import { readShell } from "@/lib/service/pages/shell";

type Props = PageProps<"/campaigns/[treeAddress]/rotate">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const creation = readParameter(await searchParams, "creation");
  const campaign = await readCampaign((await params).treeAddress, creation);
  const t = await requestTranslator();
  return {
    title: campaign
      ? t("Update recipients of {campaign}", { campaign: campaignName(campaign, t) })
      : t("Campaign not found"),
  };
}

export default async function RotatePage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const creation = readParameter(await searchParams, "creation");
  const [head, { maxEdited }] = await Promise.all([
    readCampaignHead((await params).treeAddress, t, creation),
    readShell(),
  ]);
  if (!head) notFound();
  const { campaign, token, action } = head;
  const isEditable = campaign.earlierGeneration === null && campaign.leafCount <= maxEdited;
  const canEdit = isEditable && head.controls.rotate;
  return (
    <>
      <PageHeader
        title={t("Update recipients")}
        parent={{ href: campaignHref(campaign), name: campaignName(campaign, t) }}
        // Beside the title on a wide screen, so that the list begins higher.
        actions={
          <div className="max-w-xl text-sm text-ink-soft">
            <p>
              {t("The deposited amount and the permissions stay the same.")}{" "}
              <span className="max-sm:hidden">
                <Trans id="Amounts are in {token}." values={{ token: <TokenName token={token} /> }} />
              </span>
            </p>
            {head.controls.rotate && campaign.cancelAuthority !== null && (
              <AuthorityLine
                authority={campaign.cancelAuthority}
                lastWallet={(await cookies()).get(VIEWER_COOKIE)?.value ?? null}
              />
            )}
          </div>
        }
      />
      {campaign.earlierGeneration !== null ? (
        <EmptyState title={t("These allocations cannot be changed")}>
          {t(
            "This is an earlier campaign at this address, and its account is closed. Only the current campaign can receive a new list.",
          )}
        </EmptyState>
      ) : campaign.leafCount > maxEdited ? (
        <EmptyState title={t("Too many allocations to change here")}>
          {t("A browser can change up to {count} allocations. Use the API for longer lists.", {
            count: maxEdited,
          })}
        </EmptyState>
      ) : canEdit ? (
        <RotationEditor
          campaign={action}
          token={token}
          maxLeaves={maxEdited}
          merkleRoot={campaign.merkleRoot}
        />
      ) : (
        <EmptyState title={t("These allocations cannot be changed")}>
          {t(
            "Allocations can change only in a cancellable campaign with several recipients that has not ended.",
          )}
        </EmptyState>
      )}
    </>
  );
}
