import { serviceApi } from "@/components/service/service-api";
import { sheetOfLeaves } from "@/components/sheet/sheet-of-leaves";
import { type FetchRun, fetchAllLeaves } from "@/lib/client/fetch-all";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import type { CampaignDraft } from "../form/campaign-draft";
import { type CloneFacts, cloneFacts, movedLeaves } from "./clone-dates";

/** The campaign to clone with its current leaves. `facts` is null if no leaf has an amount above zero. */
export type Source = { campaign: CampaignDetail; leaves: LeafList; facts: CloneFacts | null };

/**
 * Fetches a campaign and its leaves. Rejects a campaign with more leaves than the form supports.
 * @throws Error
 */
export async function readSource(
  treeAddress: string,
  { t, maxLeaves, ...run }: FetchRun & { t: Translator; maxLeaves: number },
): Promise<Source> {
  const api = serviceApi();
  const campaign = await api.campaign(treeAddress);
  if (campaign.leafCount > maxLeaves) {
    throw new Error(
      t(
        "A campaign on this page can have at most {count, plural, one {# allocation} other {# allocations}}.",
        {
          count: maxLeaves,
        },
      ),
    );
  }
  const { leaves } = await fetchAllLeaves(api, treeAddress, run);
  return { campaign, leaves, facts: await cloneFacts(leaves) };
}

/** Returns the contents of the create form for the clone, with every date moved by `shift` seconds. */
export async function cloneDraft(
  t: Translator,
  { campaign, leaves }: Pick<Source, "campaign" | "leaves">,
  shift: bigint,
): Promise<Partial<CampaignDraft>> {
  const { metadata, mint, cancellable, pauseAuthority } = campaign;
  return {
    ...{ name: metadata?.name ?? "", description: metadata?.description ?? "" },
    ...{ logoUri: metadata?.logoUri ?? "", mint, cancellable, pausable: pauseAuthority !== null },
    ...{
      mode: "many",
      fileUnits: "base",
      sheet: await sheetOfLeaves(t, movedLeaves(leaves, shift)),
      isReadingFile: false,
    },
  };
}
