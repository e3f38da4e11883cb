import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { campaignHref, campaignPartHref } from "@/components/campaign/campaign-href";
import { DriftNotice } from "@/components/campaign/drift-notice";
import { requestTranslator } from "@/components/i18n/request-translator";
import { LeafCard } from "@/components/proof/leaf-card";
import { ProofCheck } from "@/components/proof/proof-check";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { readParameter } from "@/components/ui/page/page-query";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { campaignName, shortAddress } from "@/lib/contract/names";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readLeafIndexesOf, readProof } from "@/lib/service/pages/campaign-lists";
import { readShell } from "@/lib/service/pages/shell";
import { readTokens } from "@/lib/service/pages/tokens";

type Props = PageProps<"/campaigns/[treeAddress]/proof/[leaf]">;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { treeAddress, leaf } = await params;
  const campaign = await readCampaign(treeAddress, readParameter(await searchParams, "creation"));
  const t = await requestTranslator();
  return {
    title: campaign
      ? t("Proof of allocation {leaf} in {campaign}", { leaf, campaign: campaignName(campaign, t) })
      : t("Campaign not found"),
  };
}

/** Shows the proof of one allocation, by leaf index or by the address of its recipient. */
export default async function ProofPage({ params, searchParams }: Props) {
  const t = await requestTranslator();
  const { treeAddress, leaf } = await params;
  const campaign = await readCampaign(treeAddress, readParameter(await searchParams, "creation"));
  if (!campaign) notFound();
  const [first, ...more] = await readLeafIndexesOf(campaign, leaf);
  if (more.length > 0) redirect(campaignHref(campaign, { recipient: leaf }));
  if (first !== undefined) redirect(campaignPartHref(campaign, `proof/${first}`));
  const proof = await readProof(campaign, leaf);
  if (!proof) notFound();
  const [tokens, { programId }] = await Promise.all([readTokens([campaign.mint]), readShell()]);
  return (
    <>
      <PageHeader
        title={t("Proof for {recipient}", { recipient: shortAddress(proof.leaf.beneficiary) })}
        parent={{ href: campaignHref(campaign), name: campaignName(campaign, t) }}
      >
        <ZoneNote />
      </PageHeader>
      <div className="space-y-6">
        <DriftNotice campaign={campaign} token={tokens.of(campaign.mint)} />
        {proof.stale && (
          <Notice tone="warn" title={t("Proof of an earlier recipient list")}>
            {t(LIST_NOT_REGISTERED)}
          </Notice>
        )}
        <ProofCheck proof={proof} leafCount={campaign.leafCount} programId={programId}>
          <LeafCard {...{ proof, campaign }} token={tokens.of(campaign.mint)} />
        </ProofCheck>
      </div>
    </>
  );
}
