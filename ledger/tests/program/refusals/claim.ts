import { fromHex } from "@/lib/core/solana/hex";
import type { ArgumentsOf } from "@/lib/core/solana/instructions";
import type { Campaign } from "../campaign";
import { AMOUNT, DAY, ok, START } from "../campaign-plan";
import {
  AFTER_END,
  at,
  HALFWAY,
  MILESTONE,
  type Refusal,
  refusedAfter,
  refusing,
  ZERO_HASH,
} from "./refusal";

const claiming = refusing("claim");
const claimingHalfway = refusing("claim", at(HALFWAY));

type Arguments = Partial<ArgumentsOf<"claim">>;

/** Claims leaf 0 of a running campaign halfway through, with the given changes. */
const claimWith = (error: string, because: string, args: (campaign: Campaign) => Arguments) =>
  claimingHalfway(error, because, (campaign) => campaign.claim(0, { args: args(campaign) }));

const withLeaf = (error: string, because: string, leaf: Partial<ArgumentsOf<"claim">["leaf"]>) =>
  claimWith(error, because, (campaign) => ({ leaf: { ...campaign.leaf(), ...leaf } }));

const badLeaves: Refusal[] = [
  withLeaf("InvalidProof", "the amount is not the tree's", { amount: AMOUNT + 1n }),
  withLeaf("InvalidProof", "the index is not the leaf's", { leafIndex: 1 }),
  withLeaf("InvalidProof", "the index lies outside the tree", { leafIndex: 2 }),
  withLeaf("InvalidProof", "the release type is not the tree's", { releaseType: 0 }),
  withLeaf("InvalidSchedule", "the leaf starts after its cliff", { startTime: START + 2n * DAY }),
  withLeaf("InvalidScheduleType", "the release type is unknown", { releaseType: 3 }),
  refusedAfter(
    "claim",
    "InvalidSchedule",
    "the tree's own leaf ends before its cliff",
    at(AFTER_END, (campaign) => campaign.run([{ endTime: START }, { who: 1 }])),
  ),
  claimWith("InvalidProof", "the sibling is wrong", () => ({ proof: fromHex(ZERO_HASH) })),
  claimWith("InvalidProof", "the proof is missing", () => ({ proof: new Uint8Array() })),
  claimWith("ProofTooLong", "the proof has one sibling too many", () => ({ proof: new Uint8Array(64) })),
  claimingHalfway("InvalidProof", "the root was rotated", async (campaign) => {
    const args = { leaf: campaign.leaf(), proof: campaign.proof() };
    await campaign.plan([{ amount: 5n }, { who: 1 }]);
    ok(campaign.updateRoot());
    return campaign.claim(0, { args });
  }),
  claimWith("UnauthorizedClaimer", "the leaf is somebody else's", (campaign) => ({
    leaf: campaign.leaf(1),
    proof: campaign.proof(1),
  })),
];

function claimTwice(campaign: Campaign) {
  ok(campaign.claim());
  return campaign.claim();
}

const withMilestone = refusing("claim", (campaign) => campaign.run([MILESTONE, { who: 1 }]));

const badTimes: Refusal[] = [
  refusedAfter("claim", "NothingToClaim", "the cliff has not passed", at(START + DAY)),
  claimingHalfway("NothingToClaim", "no second has passed since the last claim", claimTwice),
  refusing("claim", at(AFTER_END))("StreamExpired", "the leaf has ended and was paid in full", claimTwice),
  claiming("CampaignPaused", "the campaign is paused", (campaign) => {
    ok(campaign.pause());
    campaign.svm.now = AFTER_END;
    return campaign.claim();
  }),
  claiming("InstantRefundedCampaign", "the campaign was refunded", (campaign) => {
    ok(campaign.instantRefund());
    campaign.svm.now = AFTER_END;
    return campaign.claim();
  }),
  withMilestone("MilestoneNotReleased", "the creator has not released the milestone", (campaign) => {
    ok(campaign.release(6));
    campaign.svm.now = AFTER_END;
    return campaign.claim();
  }),
  refusing("claim", (campaign) => campaign.run([{ ...MILESTONE, amount: 0n }, { who: 1 }]))(
    "NothingToClaim",
    "the milestone is worth nothing",
    (campaign) => {
      ok(campaign.release(7));
      return campaign.claim();
    },
  ),
  withMilestone("MilestoneAlreadyClaimed", "the milestone was paid", (campaign) => {
    ok(campaign.release(7));
    return claimTwice(campaign);
  }),
];

export const CLAIM_REFUSALS: Refusal[] = [...badLeaves, ...badTimes];
