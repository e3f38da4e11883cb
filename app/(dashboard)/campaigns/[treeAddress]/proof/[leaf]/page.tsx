import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { LeafCard } from "@/components/proof/leaf-card";
import { ProofCheck } from "@/components/proof/proof-check";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { withQuery } from "@/components/ui/page/page-query";
import { words } from "@/components/words/request-words";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { campaignName } from "@/lib/core/views/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readLeafIndexesOf, readProof } from "@/lib/service/pages/campaign-lists";
import { readShell } from "@/lib/service/pages/shell";
import { readTokens } from "@/lib/service/pages/tokens";

type Props = PageProps<"/campaigns/[treeAddress]/proof/[leaf]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { treeAddress, leaf } = await params;
  const campaign = await readCampaign(treeAddress);
  const t = await words();
  return {
    title: campaign
      ? t("Proof of allocation {leaf} in {campaign}", { leaf, campaign: campaignName(campaign, t) })
      : t("No such campaign"),
  };
}

/** What proves one allocation, by its leaf index, or by its recipient's address. */
export default async function ProofPage({ params }: Props) {
  const t = await words();
  const { treeAddress, leaf } = await params;
  const campaign = await readCampaign(treeAddress);
  if (!campaign) notFound();
  const path = `/campaigns/${treeAddress}`;
  const [first, ...more] = await readLeafIndexesOf(treeAddress, leaf);
  if (more.length > 0) redirect(withQuery(path, { recipient: leaf }));
  if (first !== undefined) redirect(`${path}/proof/${first}`);
  const proof = await readProof(treeAddress, leaf);
  if (!proof) notFound();
  const [tokens, { programId }] = await Promise.all([readTokens([campaign.mint]), readShell()]);
  return (
    <>
      <PageHeader
        title={t("Proof of allocation {leaf}", { leaf: proof.leaf.leafIndex })}
        actions={<ButtonLink href={path}>{t("Back to the campaign")}</ButtonLink>}
      >
        {t(
          "That this allocation belongs to {campaign}: hashed step by step up to the Merkle root, in your own browser.",
          { campaign: campaignName(campaign, t) },
        )}
      </PageHeader>
      <div className="space-y-6">
        {proof.stale && (
          <Notice tone="warn" title={t("Proof of an earlier recipient list")}>
            {t(LIST_NOT_REGISTERED)}
          </Notice>
        )}
        <LeafCard proof={proof} token={tokens.of(campaign.mint)} />
        <ProofCheck proof={proof} leafCount={campaign.leafCount} programId={programId} />
      </div>
    </>
  );
}
