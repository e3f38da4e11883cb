import { fromHex } from "@/lib/core/solana/hex";
import type { ArgumentsOf } from "@/lib/core/solana/instructions";
import type { Campaign, Change } from "../campaign";
import { AMOUNT, DAY, ok, START } from "../campaign-plan";
import { AFTER_END, MILESTONE, type Refusal, run, ZERO_HASH } from "./refusal";

const claim = { instruction: "claim" } satisfies Partial<Refusal>;

/** Claims leaf 0 of a running campaign halfway through, with something changed. */
async function claimWith(campaign: Campaign, change: (campaign: Campaign) => Change<"claim">) {
  await run(campaign);
  campaign.svm.now = START + 6n * DAY;
  return campaign.claim(0, change(campaign));
}

type Leaf = ArgumentsOf<"claim">["leaf"];

function withLeaf(error: string, because: string, leaf: Partial<Leaf>): Refusal {
  return {
    ...claim,
    error,
    because,
    attempt: (campaign) => claimWith(campaign, () => ({ args: { leaf: { ...campaign.leaf(), ...leaf } } })),
  };
}

const badLeaves: Refusal[] = [
  withLeaf("InvalidProof", "the amount is not the tree's", { amount: AMOUNT + 1n }),
  withLeaf("InvalidProof", "the index is not the leaf's", { leafIndex: 1 }),
  withLeaf("InvalidProof", "the index lies outside the tree", { leafIndex: 2 }),
  withLeaf("InvalidProof", "the release type is not the tree's", { releaseType: 0 }),
  withLeaf("InvalidSchedule", "the leaf starts after its cliff", { startTime: START + 2n * DAY }),
  withLeaf("InvalidScheduleType", "the release type is unknown", { releaseType: 3 }),
  {
    ...claim,
    error: "InvalidSchedule",
    because: "the tree's own leaf ends before its cliff",
    attempt: async (campaign) => {
      await run(campaign, [{ endTime: START }, { who: 1 }]);
      campaign.svm.now = AFTER_END;
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "InvalidProof",
    because: "the sibling is wrong",
    attempt: (campaign) => claimWith(campaign, () => ({ args: { proof: fromHex(ZERO_HASH) } })),
  },
  {
    ...claim,
    error: "InvalidProof",
    because: "the proof is missing",
    attempt: (campaign) => claimWith(campaign, () => ({ args: { proof: new Uint8Array() } })),
  },
  {
    ...claim,
    error: "ProofTooLong",
    because: "the proof has one sibling too many",
    attempt: (campaign) => claimWith(campaign, () => ({ args: { proof: new Uint8Array(64) } })),
  },
  {
    ...claim,
    error: "InvalidProof",
    because: "the root was rotated",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      const args = { leaf: campaign.leaf(), proof: campaign.proof() };
      await campaign.plan([{ amount: 5n }, { who: 1 }]);
      ok(campaign.updateRoot());
      return campaign.claim(0, { args });
    },
  },
  {
    ...claim,
    error: "UnauthorizedClaimer",
    because: "the leaf is somebody else's",
    attempt: (campaign) =>
      claimWith(campaign, () => ({ args: { leaf: campaign.leaf(1), proof: campaign.proof(1) } })),
  },
];

const badTimes: Refusal[] = [
  {
    ...claim,
    error: "NothingToClaim",
    because: "the cliff has not passed",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + DAY;
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "NothingToClaim",
    because: "no second has passed since the last claim",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      ok(campaign.claim(0));
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "StreamExpired",
    because: "the leaf has ended and was paid in full",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = AFTER_END;
      ok(campaign.claim(0));
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "CampaignPaused",
    because: "the campaign is paused",
    attempt: async (campaign) => {
      await run(campaign);
      ok(campaign.pause());
      campaign.svm.now = AFTER_END;
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "InstantRefundedCampaign",
    because: "the campaign was refunded",
    attempt: async (campaign) => {
      await run(campaign);
      ok(campaign.instantRefund());
      campaign.svm.now = AFTER_END;
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "MilestoneNotReleased",
    because: "the creator has not released the milestone",
    attempt: async (campaign) => {
      await run(campaign, [MILESTONE, { who: 1 }]);
      ok(campaign.release(6));
      campaign.svm.now = AFTER_END;
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "NothingToClaim",
    because: "the milestone is worth nothing",
    attempt: async (campaign) => {
      await run(campaign, [{ ...MILESTONE, amount: 0n }, { who: 1 }]);
      ok(campaign.release(7));
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "MilestoneAlreadyClaimed",
    because: "the milestone was paid",
    attempt: async (campaign) => {
      await run(campaign, [MILESTONE, { who: 1 }]);
      ok(campaign.release(7));
      ok(campaign.claim(0));
      return campaign.claim(0);
    },
  },
];

export const CLAIM_REFUSALS: Refusal[] = [...badLeaves, ...badTimes];
