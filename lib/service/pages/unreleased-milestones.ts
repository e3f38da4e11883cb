import { selectDashboardRows } from "@/db/queries/campaigns/creator-dashboard";
import { canReleaseUnlock } from "@/lib/core/vesting/lifecycle";
import { LAST_MONTH, unreleasedAmount } from "@/lib/core/vesting/unlock-months";
import { services } from "@/lib/service/services";
import type { readCampaignRow } from "./campaign";

type CampaignRow = NonNullable<Awaited<ReturnType<typeof readCampaignRow>>>;

/**
 * Returns the amount of the milestones that the creator can still release, in base units; 0 while the unlocks of the
 * campaign are not computed.
 */
export async function readUnreleased({ facts, rowId }: CampaignRow): Promise<bigint> {
  const { reads: db, now } = await services();
  const { usedMilestones, releasedMilestones } = facts;
  const isWaiting = usedMilestones.some((index) => !releasedMilestones.includes(index));
  if (!isWaiting || !canReleaseUnlock(facts, now())) return 0n;
  const scope = { campaignRowId: rowId };
  // Only the milestones of the row are needed, so it has no months.
  const [row] = await selectDashboardRows(db, { scope, from: LAST_MONTH, until: LAST_MONTH, limit: 1 });
  return row?.unlocks ? unreleasedAmount(row.unlocks.milestones, releasedMilestones) : 0n;
}
