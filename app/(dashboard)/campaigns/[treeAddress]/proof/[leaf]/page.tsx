import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { LeafCard } from "@/components/proof/leaf-card";
import { ProofCheck } from "@/components/proof/proof-check";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page/page-header";
import { withQuery } from "@/components/ui/page/page-query";
import { campaignName } from "@/lib/core/views/names";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readLeafIndexesOf, readProof } from "@/lib/service/pages/campaign-lists";
import { readTokens } from "@/lib/service/pages/tokens";

type Props = PageProps<"/campaigns/[treeAddress]/proof/[leaf]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { treeAddress, leaf } = await params;
  const campaign = await readCampaign(treeAddress);
  return {
    title: campaign ? `Proof of allocation ${leaf} in ${campaignName(campaign)}` : "No such campaign",
  };
}

/** What proves one allocation, by its leaf index, or by its recipient's address. */
export default async function ProofPage({ params }: Props) {
  const { treeAddress, leaf } = await params;
  const campaign = await readCampaign(treeAddress);
  if (!campaign) notFound();
  const path = `/campaigns/${treeAddress}`;
  const [first, ...more] = await readLeafIndexesOf(treeAddress, leaf);
  if (more.length > 0) redirect(withQuery(path, { recipient: leaf }));
  if (first !== undefined) redirect(`${path}/proof/${first}`);
  const proof = await readProof(treeAddress, leaf);
  if (!proof) notFound();
  const tokens = await readTokens([campaign.mint]);
  return (
    <>
      <PageHeader
        title={`Proof of allocation ${proof.leaf.leafIndex}`}
        actions={<ButtonLink href={path}>Back to the campaign</ButtonLink>}
      >
        That this allocation belongs to {campaignName(campaign)}: hashed step by step up to the Merkle root,
        in your own browser.
      </PageHeader>
      <div className="space-y-6">
        <LeafCard proof={proof} token={tokens.of(campaign.mint)} />
        <ProofCheck proof={proof} leafCount={campaign.leafCount} />
      </div>
    </>
  );
}
