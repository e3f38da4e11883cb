import { planCancelCampaign } from "@/lib/core/plans/cancel-campaign";
import { cancelRefusal } from "@/lib/core/vesting/refusals";
import type { ActionInput } from "./action-contract";
import { answerPlan } from "./answer-plan";
import { getControlledCampaignOrThrow } from "./controlled-campaign";
import { refuse } from "./refuse";

/** The transaction that cancels a campaign. */
export async function buildCancelTransaction(input: ActionInput) {
  const campaign = await getControlledCampaignOrThrow(input);
  refuse(cancelRefusal(campaign));
  const { treeAddress } = campaign;
  const programId = input.services.env.VESTING_PROGRAM_ID;
  return answerPlan(planCancelCampaign({ treeAddress, cancelAuthority: input.wallet, programId }), input);
}
