import { addressOf } from "../../support/svm";
import type { Campaign, Change } from "../campaign";
import { ok } from "../campaign-plan";
import { type Refusal, run, runFixed, runToTheEnd, ZERO_HASH } from "./refusal";

const TOKEN_ONLY: Partial<Refusal> = { kinds: ["token"] };

async function cancelled(campaign: Campaign): Promise<void> {
  await run(campaign);
  ok(campaign.cancel());
}

/** Rotates a campaign to new leaves, with something changed. */
function rotation(
  error: string,
  because: string,
  change: Change<"update_root"> | ((campaign: Campaign) => Change<"update_root">),
  setup: (campaign: Campaign) => Promise<void> = run,
): Refusal {
  return {
    instruction: "update_root",
    error,
    because,
    attempt: async (campaign) => {
      await setup(campaign);
      await campaign.plan([{}, { who: 2 }]);
      return campaign.updateRoot(typeof change === "function" ? change(campaign) : change);
    },
  };
}

const rotations: Refusal[] = [
  rotation("NotCancellable", "it cannot be cancelled", {}, runFixed),
  rotation("CampaignCancelled", "it is cancelled", {}, cancelled),
  rotation("Unauthorized", "a stranger signs", (campaign) => ({
    accounts: { cancelAuthority: addressOf(campaign.stranger) },
    signers: [campaign.stranger],
  })),
  rotation("EmptyRoot", "the root is all zeros", { args: { newRoot: ZERO_HASH } }),
  rotation("EmptyCampaign", "there are no leaves", { args: { newLeafCount: 0 } }),
  rotation("InvalidSchedule", "the first cliff is missing", { args: { newMinCliffTime: 0n } }),
  {
    instruction: "update_root",
    error: "SameRoot",
    because: "the root is the current one",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.updateRoot();
    },
  },
];

const milestones: Refusal[] = [
  {
    instruction: "set_milestone_released",
    error: "Unauthorized",
    because: "a stranger signs",
    attempt: async (campaign) => {
      await run(campaign);
      const accounts = { creator: addressOf(campaign.stranger) };
      return campaign.release(1, { accounts, signers: [campaign.stranger] });
    },
  },
  {
    instruction: "set_milestone_released",
    error: "MilestoneAlreadyReleased",
    because: "it is released",
    attempt: async (campaign) => {
      await run(campaign);
      ok(campaign.release(1));
      return campaign.release(1);
    },
  },
  {
    instruction: "set_milestone_released",
    error: "InstantRefundedCampaign",
    because: "the campaign was refunded",
    attempt: async (campaign) => {
      await run(campaign);
      ok(campaign.instantRefund());
      return campaign.release(1);
    },
  },
];

function pausing(error: string, because: string, setup: (campaign: Campaign) => Promise<void>): Refusal[] {
  return (["pause", "unpause"] as const).map((method) => ({
    instruction: `${method}_campaign`,
    error,
    because,
    attempt: async (campaign) => {
      await setup(campaign);
      return campaign[method]();
    },
  }));
}

const pauses: Refusal[] = [
  ...pausing("NotPausable", "it has no pause authority", runFixed),
  ...pausing("CampaignCancelled", "it is cancelled", cancelled),
  ...pausing("CampaignCompleted", "everything is claimed", runToTheEnd).map((refusal) => ({
    ...refusal,
    ...TOKEN_ONLY,
  })),
  ...(["pause", "unpause"] as const).map(
    (method): Refusal => ({
      instruction: `${method}_campaign`,
      error: "Unauthorized",
      because: "the creator signs for the pause authority",
      attempt: async (campaign) => {
        await run(campaign);
        const accounts = { pauseAuthority: addressOf(campaign.creator) };
        return campaign[method]({ accounts, signers: [campaign.creator] });
      },
    }),
  ),
  {
    instruction: "pause_campaign",
    error: "AlreadyPaused",
    because: "it is paused",
    attempt: async (campaign) => {
      await run(campaign);
      ok(campaign.pause());
      return campaign.pause();
    },
  },
  {
    instruction: "unpause_campaign",
    error: "NotPaused",
    because: "it is not paused",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.unpause();
    },
  },
];

export const GOVERN_REFUSALS: Refusal[] = [...rotations, ...milestones, ...pauses];
