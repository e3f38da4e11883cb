import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DownloadRecipients } from "@/components/campaign/download-recipients";
import { RotationEditor } from "@/components/rotate/rotation-editor";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { TokenName } from "@/components/ui/values/token";
import { campaignName } from "@/lib/core/views/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";
import { readShell } from "@/lib/service/pages/shell";

type Props = PageProps<"/campaigns/[treeAddress]/rotate">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const campaign = await readCampaign((await params).treeAddress);
  return { title: campaign ? `Change allocations of ${campaignName(campaign)}` : "No such campaign" };
}

export default async function RotatePage({ params }: Props) {
  const [head, { maxEdited }] = await Promise.all([
    readCampaignHead((await params).treeAddress),
    readShell(),
  ]);
  if (!head) notFound();
  const { campaign, token, action } = head;
  const back = <ButtonLink href={`/campaigns/${campaign.treeAddress}`}>Back to the campaign</ButtonLink>;
  return (
    <>
      <PageHeader title="Change allocations" actions={back}>
        A new list of recipients for {campaignName(campaign)}. Its supply and its rules stay as they are.
        Amounts are in <TokenName token={token} />
      </PageHeader>
      {campaign.leafCount > maxEdited ? (
        <EmptyState title="These allocations are too many to change here">
          A browser compares up to {maxEdited.toLocaleString("en")} of them; longer lists are prepared and
          recorded through the API.
        </EmptyState>
      ) : head.controls.rotate ? (
        <>
          <RotationEditor
            campaign={action}
            token={token}
            maxLeaves={maxEdited}
            merkleRoot={campaign.merkleRoot}
          />
          <Card title="The list as it is now" className="mt-6">
            <p className="mb-3 text-sm text-ink-soft">
              The file that gives the present root again. Keep it before you replace the root.
            </p>
            <DownloadRecipients treeAddress={campaign.treeAddress} />
          </Card>
        </>
      ) : (
        <EmptyState title="These allocations cannot change">
          Only a cancellable campaign of several recipients that is not over can get a new list.
        </EmptyState>
      )}
    </>
  );
}
