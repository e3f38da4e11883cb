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
 * Returns a campaign with its row id and its indexed state, read once per request. Without `creation`, this
 * is the current campaign of an address; `creation` selects an earlier generation. Returns null if the
 * campaign is not registered. The wrapper passes a fixed number of arguments, because the cache distinguishes
 * calls by it.
 */
export const readCampaignRow = (treeAddress: string, creation?: string) => readRow(treeAddress, creation);

/** Returns a campaign in the format of the API. */
export async function readCampaign(treeAddress: string, creation?: string): Promise<CampaignDetail | null> {
  return (await readCampaignRow(treeAddress, creation))?.campaign ?? null;
}

/**
 * Returns whether the wallet of a visitor's last visit has an allocation in a campaign, by one index lookup.
 * Returns null for a text that is not an address, such as for a visitor who never connected a wallet.
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
