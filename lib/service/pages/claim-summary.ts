import { sharedSchedules, sharedVestedSums } from "@/db/queries/campaigns/shared-sums";
import { type CampaignSummary, campaignSummary } from "@/lib/core/vesting/campaign-summary";
import { services } from "@/lib/service/services";
import { readCampaignRow } from "./campaign";
import { MAX_SCHEDULES } from "./campaign-page";
import { readUnreleased } from "./unreleased-milestones";

/**
 * Returns the progress of a campaign and its next unlock; null if the tree is not registered. The dates are
 * those of its largest schedules.
 */
export async function readClaimSummary(treeAddress: string): Promise<CampaignSummary | null> {
  const found = await readCampaignRow(treeAddress);
  if (!found) return null;
  const { facts, newestVersion } = found;
  const { reads: db, now: clock } = await services();
  const now = clock();
  const query = { campaign: facts, newestVersion, now };
  const [sums, schedules, waiting] = await Promise.all([
    sharedVestedSums(db, query),
    sharedSchedules(db, query, MAX_SCHEDULES + 1),
    readUnreleased(found),
  ]);
  const summary = campaignSummary(facts, { ...sums, waiting, schedules }, now);
  // The end of a schedule that is not among the largest is unknown.
  return schedules.length > MAX_SCHEDULES ? { ...summary, end: null } : summary;
}
