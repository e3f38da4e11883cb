import { payoutAccount } from "@/lib/core/plans/campaign-accounts";
import { planInstantRefund } from "@/lib/core/plans/return-to-creator";
import { instantRefundRefusal } from "@/lib/core/vesting/refusals";
import type { ActionInput, CreatorOverrides } from "./action-contract";
import { answerPlan } from "./answer-plan";
import { getControlledCampaignOrThrow } from "./controlled-campaign";
import { checkOverrides } from "./overrides";
import { refuse } from "./refuse";

/** The transaction that returns everything of a campaign that has not started to its creator. */
export async function buildInstantRefundTransaction(input: ActionInput<CreatorOverrides>) {
  const { services, body } = input;
  const campaign = await getControlledCampaignOrThrow(input);
  refuse(instantRefundRefusal(campaign, services.now()));
  const { creator } = campaign;
  checkOverrides([
    { path: "creatorAta", given: body?.creatorAta, expected: payoutAccount(campaign, creator) },
  ]);
  return answerPlan(planInstantRefund({ ...campaign, programId: services.env.VESTING_PROGRAM_ID }), input);
}
