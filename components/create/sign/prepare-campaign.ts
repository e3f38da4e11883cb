import type { PendingCampaign } from "@/components/drafts/pending-store";
import { getRoot } from "@/components/leaves/leaf-work";
import type { Translator } from "@/lib/core/i18n/translator";
import { firstCliff } from "@/lib/core/merkle/leaf-list";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { resolveAuthorities } from "../form/authorities";
import type { CampaignDraft, CheckedDraft } from "../form/campaign-draft";

type PrepareOptions = {
  t: Translator;
  creator: string;
  programId: string;
  draftId: string;
  onProgress: (done: number, total: number) => void;
};

/** Builds the tree in the browser and assembles the campaign for the Solana network and for the service. */
export async function prepareCampaign(
  draft: CampaignDraft,
  checked: CheckedDraft,
  { t, creator, programId, draftId, onProgress }: PrepareOptions,
): Promise<PendingCampaign> {
  const { leaves } = checked.recipients;
  const merkleRoot = await getRoot(leaves, { t, onProgress });
  // Unique for its creator and mint, and small enough for a safe integer.
  const campaignId = BigInt(Date.now());
  const { mint, cancellable } = draft;
  const { address } = findVestingTreeAddress({ creator, mint, campaignId, programId });
  return {
    treeAddress: address,
    programId,
    creator,
    mint,
    campaignId,
    merkleRoot,
    totalSupply: checked.totalAmount,
    minCliffTime: await firstCliff(leaves),
    cancellable,
    ...resolveAuthorities(draft, creator),
    metadata: metadata(draft),
    leaves,
    savedAt: Date.now(),
    draftId,
  };
}

function metadata({ name, description, logoUri }: CampaignDraft) {
  const texts = { name: name.trim(), description: description.trim(), logoUri: logoUri.trim() };
  const filled = Object.entries(texts).filter(([, text]) => text !== "");
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}
