import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { selectCampaignsOf } from "@/db/queries/indexing/campaign-checks";
import { toCampaignItem } from "@/lib/contract/campaign";
import type { ActionCampaign } from "@/lib/contract/operations";
import { readDesk } from "@/lib/service/desk/read-desk";
import { services } from "@/lib/service/services";
import { readTokens, type Tokens } from "./tokens";

const CAMPAIGNS_A_PAGE = 20;

/** What waits for a creator, their sums, and a page of their campaigns. */
export async function readDeskPage(address: string, page: number) {
  const used = await services();
  const { reads: db, now } = used;
  const [desk, list] = await Promise.all([
    readDesk(used, address),
    selectCampaigns(db, { creator: address, page, limit: CAMPAIGNS_A_PAGE, now: now() }),
  ]);
  const mints = [...desk.needs, ...desk.tokens, ...list.campaigns].map(({ mint }) => mint);
  const [tokens, needy] = await Promise.all([
    readTokens(mints),
    selectCampaignsOf(
      db,
      desk.needs.map(({ treeAddress }) => treeAddress),
    ),
  ]);
  const programId = used.env.VESTING_PROGRAM_ID;
  return {
    desk,
    tokenOf: tokens.of,
    campaigns: list.campaigns.map((campaign) => toCampaignItem(campaign, now())),
    total: list.total,
    limit: CAMPAIGNS_A_PAGE,
    /** What acting on each campaign that needs something takes, by tree. */
    actions: new Map(needy.map((row) => [row.treeAddress, toAction(row, programId, tokens)])),
  };
}

type Needy = Awaited<ReturnType<typeof selectCampaignsOf>>[number];

/** For what says nothing of amounts that only the leaves know. */
function toAction(row: Needy, programId: string, tokens: Tokens): ActionCampaign {
  const { treeAddress, creator, mint, cancelAuthority, pauseAuthority } = row;
  const { decimals, unit } = tokens.of(mint);
  return {
    ...{ treeAddress, programId, creator, mint, decimals, unit, cancelAuthority, pauseAuthority },
    ...{ totalSupply: row.totalSupply.toString(), totalClaimed: row.totalClaimed.toString() },
    ...{ vested: "0", unclaimed: "0", payableUntilSwept: "0", graceEnd: null },
  };
}
