import { PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { readCampaignTable } from "@/lib/core/plans/lookup-table";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { CampaignKeys, LookupTable } from "@/lib/core/plans/plan";

type TableQuery = {
  /** The address that the service returns; null if it knows no table. */
  lookupTable: string | null;
  supported: SupportedVersions;
};

/**
 * Returns the lookup table of a campaign for its claims, after a comparison of its content on the network. Returns
 * none where version 1 makes it unnecessary. A wallet that signs only legacy transactions can still export one of
 * version 0.
 */
export async function readTables(
  campaign: CampaignKeys,
  { lookupTable, supported }: TableQuery,
): Promise<{ lookupTables?: LookupTable[] }> {
  if (lookupTable === null || supported.includes(1)) return {};
  const account = await solanaConnection().getAccountInfo(new PublicKey(lookupTable));
  const found = account && { owner: account.owner.toBase58(), data: account.data };
  const table = readCampaignTable(lookupTable, found, campaign);
  return table ? { lookupTables: [table] } : {};
}
