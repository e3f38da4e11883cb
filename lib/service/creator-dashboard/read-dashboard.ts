import { countCampaigns } from "@/db/queries/campaigns/campaign-filter";
import {
  type DashboardRow,
  MAX_DASHBOARD_CAMPAIGNS,
  selectDashboardRows,
} from "@/db/queries/campaigns/creator-dashboard";
import { type CreationRow, selectUnregisteredTrees } from "@/db/queries/events/creations";
import { dashboardSums, hasRunningSchedules, type TokenSums } from "@/lib/contract/creator-dashboard/sums";
import { type CreatorTask, findCreatorTasks, orderTasks } from "@/lib/contract/creator-dashboard/tasks";
import {
  type CreatorDashboardView,
  toTaskView,
  toTokenSumsView,
} from "@/lib/contract/creator-dashboard/view";
import { LAST_MONTH, monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import type { Services } from "@/lib/service/services";
import { fetchFunding } from "./funding";

/** Months that are returned individually; later unlocks are summed. */
export const DASHBOARD_MONTHS = 36;
/** Maximum unregistered trees, and maximum pending tasks in a response. */
const MAX_UNREGISTERED = 20;
const MAX_TASKS = 100;
/** Maximum campaigns whose funding is queried, newest first, because creators check new campaigns soonest. */
const MAX_FUNDED = 80;

type CreatorSums = {
  rows: DashboardRow[];
  sums: TokenSums[];
  month: number;
  /** The campaigns that the sums omit. */
  scope: Pick<CreatorDashboardView, "covered" | "total" | "unsummed">;
};

/** Returns a creator's sums by token over the confirmed campaigns. Reads rows and months, never leaves. */
export async function readTokenSums(
  { reads: db }: Pick<Services, "reads">,
  { creator, now }: { creator: string; now: bigint },
): Promise<CreatorSums> {
  const month = toMonth(now);
  const until = Math.min(month + DASHBOARD_MONTHS, LAST_MONTH + 1);
  const limit = MAX_DASHBOARD_CAMPAIGNS;
  const [rows, total] = await Promise.all([
    selectDashboardRows(db, { scope: { creator }, from: month, until, limit }),
    countCampaigns(db, { creator, now }),
  ]);
  const confirmed = rows.filter(({ campaign }) => campaign.verified);
  const unsummed = confirmed.filter(
    ({ campaign, unlocks }) => unlocks === null && hasRunningSchedules(campaign),
  ).length;
  const scope = { covered: rows.length, total, unsummed };
  return { rows, sums: dashboardSums(confirmed, { month, now }), month, scope };
}

type DashboardServices = Pick<Services, "reads" | "chain" | "env" | "log" | "now">;

export const readCreatorDashboard = async (
  services: DashboardServices,
  creator: string,
): Promise<CreatorDashboardView> => (await readDashboard(services, creator)).dashboard;

/**
 * Returns the pending tasks of a creator and the creator's sums, with the campaigns of the sums. Omits data that only
 * the network has while it does not respond.
 */
export async function readDashboard(
  services: DashboardServices,
  creator: string,
): Promise<{ dashboard: CreatorDashboardView; rows: DashboardRow[] }> {
  const now = services.now();
  const { reads: db } = services;
  const [{ rows, sums, month, scope }, created] = await Promise.all([
    readTokenSums(services, { creator, now }),
    selectUnregisteredTrees(db, { creator, limit: MAX_UNREGISTERED }),
  ]);
  // The account of an earlier generation is closed, so no action is possible on it.
  const current = rows.filter(({ campaign }) => campaign.isCurrent);
  const open = current.filter(({ campaign }) => campaign.verified && isOpen(campaign)).slice(0, MAX_FUNDED);
  const generations = new Map([
    ...open.map(({ campaign }) => [campaign.treeAddress, String(campaign.id)] as const),
    ...created.map((tree) => [getTree(tree), `${tree.signature} ${tree.eventIndex}`] as const),
  ]);
  const response = await fetchFunding(services, generations);
  const tasks = orderTasks([
    ...created.filter((tree) => response?.there.has(getTree(tree)) ?? true).map(unregisteredTask),
    ...findCreatorTasks(current, { now, missing: response?.missing ?? new Map() }),
  ]);
  const dashboard = {
    ...{ address: creator, month: monthText(month), ...scope },
    ledger: response !== null,
    needs: tasks.slice(0, MAX_TASKS).map(toTaskView),
    needCount: tasks.filter(({ kind }) => kind !== "grace").length,
    tokens: sums.map(toTokenSumsView),
  };
  return { dashboard, rows };
}

const getTree = ({ treeAddress }: CreationRow) => treeAddress;

const isOpen = ({ phase }: DashboardRow["campaign"]) => phase === "open" || phase === "paused";

const unregisteredTask = ({
  treeAddress,
  mint,
  leafCount,
  totalSupply,
  blockTime,
}: CreationRow): CreatorTask => ({
  ...{ kind: "unregistered", treeAddress, mint, leafCount, metadata: null },
  ...{ amount: totalSupply, milestoneIdx: null, at: blockTime },
});
