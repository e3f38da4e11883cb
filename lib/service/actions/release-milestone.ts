import { planReleaseMilestone } from "@/lib/core/plans/release-milestone";
import { releaseMilestoneRefusal } from "@/lib/core/vesting/refusals";
import { notFound } from "@/lib/service/http/errors";
import type { ActionInput } from "./action-contract";
import { answerPlan } from "./answer-plan";
import { getControlledCampaignOrThrow } from "./controlled-campaign";
import { refuse } from "./refuse";

/** The transaction that releases a milestone. NOT_FOUND for an index that no current leaf uses. */
export async function buildReleaseMilestoneTransaction(
  input: ActionInput<unknown, { treeAddress: string; idx: number }>,
) {
  const campaign = await getControlledCampaignOrThrow(input);
  const milestoneIdx = input.params.idx;
  if (!campaign.usedMilestones.includes(milestoneIdx))
    throw notFound("milestone among the campaign's leaves");
  refuse(releaseMilestoneRefusal(campaign, milestoneIdx));
  const { treeAddress, creator } = campaign;
  const programId = input.services.env.VESTING_PROGRAM_ID;
  return answerPlan(planReleaseMilestone({ treeAddress, creator, milestoneIdx, programId }), input);
}
