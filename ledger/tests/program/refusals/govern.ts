import { getAddress } from "../../support/svm";
import type { Campaign, Change } from "../campaign";
import { ok } from "../campaign-plan";
import {
  cancelled,
  ofTokens,
  type Refusal,
  refusedAfter,
  refusing,
  run,
  runFixed,
  runToTheEnd,
  type Setup,
  stranger,
  ZERO_HASH,
} from "./refusal";

/** Rotates a campaign to new leaves, with the given changes. */
const rotation = (
  error: string,
  because: string,
  change: (campaign: Campaign) => Change<"update_root">,
  setup: Setup = run,
) =>
  refusing("update_root", setup)(error, because, async (campaign) => {
    await campaign.plan([{}, { who: 2 }]);
    return campaign.updateRoot(change(campaign));
  });

const rotations: Refusal[] = [
  rotation("NotCancellable", "it cannot be cancelled", () => ({}), runFixed),
  rotation("CampaignCancelled", "it is cancelled", () => ({}), cancelled),
  rotation("Unauthorized", "a stranger signs", (campaign) => stranger(campaign, "cancelAuthority")),
  rotation("EmptyRoot", "the root is all zeros", () => ({ args: { newRoot: ZERO_HASH } })),
  rotation("EmptyCampaign", "there are no leaves", () => ({ args: { newLeafCount: 0 } })),
  rotation("InvalidSchedule", "the first cliff is missing", () => ({ args: { newMinCliffTime: 0n } })),
  refusedAfter("updateRoot", "SameRoot", "the root is the current one", run),
];

const releasing = refusing("set_milestone_released");

const milestones: Refusal[] = [
  releasing("Unauthorized", "a stranger signs", (campaign) =>
    campaign.release(1, stranger(campaign, "creator")),
  ),
  releasing("MilestoneAlreadyReleased", "it is released", (campaign) => {
    ok(campaign.release(1));
    return campaign.release(1);
  }),
  releasing("InstantRefundedCampaign", "the campaign was refunded", (campaign) => {
    ok(campaign.instantRefund());
    return campaign.release(1);
  }),
];

const pauses: Refusal[] = (["pause", "unpause"] as const).flatMap((method) => [
  refusedAfter(method, "NotPausable", "it has no pause authority", runFixed),
  refusedAfter(method, "CampaignCancelled", "it is cancelled", cancelled),
  ofTokens(refusedAfter(method, "CampaignCompleted", "everything is claimed", runToTheEnd)),
  refusing(`${method}_campaign`)("Unauthorized", "the creator signs for the pause authority", (campaign) => {
    const accounts = { pauseAuthority: getAddress(campaign.creator) };
    return campaign[method]({ accounts, signers: [campaign.creator] });
  }),
]);

export const GOVERN_REFUSALS: Refusal[] = [
  ...rotations,
  ...milestones,
  ...pauses,
  refusedAfter("pause", "AlreadyPaused", "it is paused", async (campaign) => {
    await campaign.run();
    ok(campaign.pause());
  }),
  refusedAfter("unpause", "NotPaused", "it is not paused", run),
];
