import { cache } from "react";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { selectProofs } from "@/db/queries/campaigns/leaves";
import { type CampaignDetail, toCampaignDetail } from "@/lib/contract/campaign";
import { isAddress } from "@/lib/core/solana/addresses";
import { services } from "@/lib/service/services";

const readRow = cache(async (treeAddress: string, creation: string | undefined) => {
  if (!isAddress(treeAddress)) return null;
  const { reads: db, now } = await services();
  const detail = await selectCampaignDetail(db, { treeAddress, creation, now: now() });
  return (
    detail && {
      rowId: detail.campaign.id,
      facts: detail.campaign,
      newestVersion: detail.rootVersions[0],
      campaign: toCampaignDetail(detail, now()),
    }
  );
});

/**
 * A campaign with its row id and its indexed state, once per request: the current one of an address, or the earlier
 * generation that `creation` names. Null when it is not registered. The cache tells calls apart by their number of
 * arguments.
 */
export const readCampaignRow = (treeAddress: string, creation?: string) => readRow(treeAddress, creation);

/** A campaign as the API shows it. */
export async function readCampaign(treeAddress: string, creation?: string): Promise<CampaignDetail | null> {
  return (await readCampaignRow(treeAddress, creation))?.campaign ?? null;
}

/**
 * Whether the wallet of an address's last visit has an allocation in a campaign, by one look into an index; null for a text
 * that is no address, as for who never connected one.
 */
export async function readExpectedViewer(
  treeAddress: string,
  address = "",
): Promise<{ address: string; isRecipient: boolean } | null> {
  if (!isAddress(address) || !isAddress(treeAddress)) return null;
  const { reads: db } = await services();
  const found = await selectProofs(db, { treeAddress, beneficiary: address, limit: 1 });
  return { address, isRecipient: (found?.leaves.length ?? 0) > 0 };
}
