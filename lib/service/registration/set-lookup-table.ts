import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { updateLookupTable } from "@/db/queries/campaigns/lookup-table";
import { ApiError, notFound } from "@/lib/core/errors";
import { readCampaignTable } from "@/lib/core/plans/lookup-table";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import type { Services } from "@/lib/service/services";

/**
 * Stores a campaign's lookup table. The account itself proves it: only the creator can add addresses to a table
 * of the creator, and it holds exactly the campaign's accounts.
 * @throws NOT_FOUND if the campaign is unknown
 * @throws CONFLICT if the account is not an active table of the creator with exactly these accounts
 * @throws LEDGER_UNAVAILABLE if the network cannot be reached
 */
export async function setLookupTable(
  { db, chain, env }: Pick<Services, "db" | "chain" | "env">,
  { treeAddress, lookupTable }: { treeAddress: string; lookupTable: string },
): Promise<{ ok: true }> {
  const campaign = await selectCampaign(db, { treeAddress });
  if (!campaign) throw notFound("campaign");
  if (!chain) throw new ApiError("LEDGER_UNAVAILABLE", "No Solana network is connected. Set SOLANA_RPC_URL.");
  const { accounts } = await chain.getAccounts([lookupTable], REQUEST_DEADLINE);
  const keys = { treeAddress, mint: campaign.mint, programId: env.VESTING_PROGRAM_ID };
  const table = readCampaignTable(lookupTable, accounts[0] ?? null, keys);
  if (table?.authority !== campaign.creator) {
    throw new ApiError(
      "CONFLICT",
      "The account is not an active lookup table of the creator with exactly the campaign's accounts. Create one with planCreateLookupTable.",
    );
  }
  await updateLookupTable(db, { campaignRowId: campaign.id, lookupTable });
  return { ok: true };
}
