import { payoutAccount } from "@/lib/core/plans/campaign-accounts";
import { planCancelStream } from "@/lib/core/plans/cancel-stream";
import { cancelStreamRefusal } from "@/lib/core/vesting/refusals";
import type { ActionInput, StreamOverrides } from "./action-contract";
import { answerPlan } from "./answer-plan";
import { getControlledCampaignOrThrow } from "./controlled-campaign";
import { checkOverrides } from "./overrides";
import { refuse } from "./refuse";
import { getStreamLeafOrThrow } from "./stream-leaf";

/** The transaction that cancels a one-leaf campaign and pays out both sides at once. */
export async function buildCancelStreamTransaction(input: ActionInput<StreamOverrides>) {
  const { services, body } = input;
  const campaign = await getControlledCampaignOrThrow(input);
  refuse(cancelStreamRefusal(campaign));
  const leaf = await getStreamLeafOrThrow(campaign, { db: services.db, body });
  const { creator } = campaign;
  const { beneficiary } = leaf;
  checkOverrides([
    { path: "creatorAta", given: body?.creatorAta, expected: payoutAccount(campaign, creator) },
    { path: "beneficiaryAta", given: body?.beneficiaryAta, expected: payoutAccount(campaign, beneficiary) },
  ]);
  const programId = services.env.VESTING_PROGRAM_ID;
  return answerPlan(planCancelStream({ ...campaign, beneficiary, schedule: leaf, programId }), input);
}
