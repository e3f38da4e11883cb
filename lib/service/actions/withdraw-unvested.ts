import { payoutAccount } from "@/lib/core/plans/campaign-accounts";
import { planWithdrawUnvested } from "@/lib/core/plans/return-to-creator";
import { withdrawUnvestedRefusal } from "@/lib/core/vesting/refusals";
import type { ActionInput, CreatorOverrides } from "./action-contract";
import { answerPlan } from "./answer-plan";
import { getControlledCampaignOrThrow } from "./controlled-campaign";
import { checkOverrides } from "./overrides";
import { refuse } from "./refuse";

/** The transaction that returns to the creator what is left after the grace period. */
export async function buildWithdrawUnvestedTransaction(input: ActionInput<CreatorOverrides>) {
  const { services, body } = input;
  const campaign = await getControlledCampaignOrThrow(input);
  refuse(withdrawUnvestedRefusal(campaign, services.now()));
  const { creator } = campaign;
  checkOverrides([
    { path: "creatorAta", given: body?.creatorAta, expected: payoutAccount(campaign, creator) },
  ]);
  return answerPlan(planWithdrawUnvested({ ...campaign, programId: services.env.VESTING_PROGRAM_ID }), input);
}
