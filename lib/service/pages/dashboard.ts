import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import type { DashboardRow } from "@/db/queries/campaigns/creator-dashboard";
import { type MonthRecipient, selectMonthRecipients } from "@/db/queries/campaigns/month-recipients";
import { selectCampaignsOf } from "@/db/queries/indexing/campaign-checks";
import { hasRunningSchedules } from "@/lib/contract/creator-dashboard/sums";
import type { ActionCampaign } from "@/lib/contract/operations";
import { groupBy } from "@/lib/core/group-by";
import { LAST_MONTH, toMonth } from "@/lib/core/vesting/unlock-months";
import { readClaimableNow } from "@/lib/service/creator-dashboard/claimable-now";
import { DASHBOARD_MONTHS, readDashboard } from "@/lib/service/creator-dashboard/read-dashboard";
import { services } from "@/lib/service/services";
import { listedItems } from "./campaigns";
import { readTokens, type Tokens } from "./tokens";

const CAMPAIGNS_PER_PAGE = 20;

/** Returns the pending tasks of a creator, the creator's sums, and a page of the creator's campaigns. */
export async function readDashboardPage(address: string, page: number) {
  const used = await services();
  const { reads: db, now } = used;
  const [{ dashboard, rows }, list] = await Promise.all([
    readDashboard(used, address),
    selectCampaigns(db, { creator: address, page, limit: CAMPAIGNS_PER_PAGE, now: now() }),
  ]);
  const mints = [...dashboard.needs, ...dashboard.tokens, ...list.campaigns].map(({ mint }) => mint);
  const [claimable, listed, tokens, needy] = await Promise.all([
    readClaimableNow(used, { rows, now: now() }),
    listedItems(db, list.campaigns, now()),
    readTokens(mints),
    selectCampaignsOf(
      db,
      dashboard.needs.map(({ treeAddress }) => treeAddress),
    ),
  ]);
  const programId = used.env.VESTING_PROGRAM_ID;
  return {
    dashboard,
    /** The claimable amounts by mint; null if they need too many leaves. */
    claimable,
    /** The number of campaigns by mint that were cancelled, refunded or settled, of those in the sums. */
    ended: countEnded(rows),
    getToken: tokens.of,
    campaigns: listed,
    total: list.total,
    limit: CAMPAIGNS_PER_PAGE,
    /** The data for actions on each campaign with a pending task, by tree. */
    actions: new Map(needy.map((row) => [row.treeAddress, toAction(row, programId, tokens)])),
  };
}

function countEnded(rows: readonly DashboardRow[]): Map<string, number> {
  const ended = rows.filter(({ campaign }) => campaign.verified && !hasRunningSchedules(campaign));
  const byMint = groupBy(ended, ({ campaign }) => campaign.mint);
  return new Map([...byMint].map(([mint, input]) => [mint, input.length]));
}

/** The recipients of a token who unlock most in a month such as "2026-12". */
type MonthRecipients = { mint: string; month: string; recipients: MonthRecipient[] };

/** Returns the recipients who unlock most in a month; null for a month that the dashboard does not list. */
export async function readMonthRecipients(
  creator: string,
  { mint, month }: { mint: string; month: string },
): Promise<MonthRecipients | null> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const { reads: db, now } = await services();
  const number = toMonth(BigInt(Date.parse(`${month}-01T00:00:00Z`) / 1000));
  const first = toMonth(now());
  if (number < first || number >= Math.min(first + DASHBOARD_MONTHS, LAST_MONTH)) return null;
  return { mint, month, recipients: await selectMonthRecipients(db, { creator, mint, month: number }) };
}

type Needy = Awaited<ReturnType<typeof selectCampaignsOf>>[number];

/** Returns the data for actions that need no amounts from the leaves. */
function toAction(row: Needy, programId: string, tokens: Tokens): ActionCampaign {
  const { treeAddress, creator, mint, cancelAuthority, pauseAuthority } = row;
  const { decimals, unit } = tokens.of(mint);
  return {
    ...{ treeAddress, programId, creator, mint, decimals, unit, cancelAuthority, pauseAuthority },
    ...{ totalSupply: row.totalSupply.toString(), totalClaimed: row.totalClaimed.toString() },
    ...{ vested: "0", unclaimed: "0", payableUntilSwept: "0", graceEnd: null },
  };
}
