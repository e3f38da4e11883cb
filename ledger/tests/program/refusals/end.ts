import { getAddress } from "../../support/svm";
import { DAY, GRACE, ok, START } from "../campaign-plan";
import {
  AFTER_END,
  at,
  CLIFF,
  cancelled,
  HALFWAY,
  ofTokens,
  type Refusal,
  refusedAfter,
  refusing,
  run,
  runFixed,
  runStream,
  runToTheEnd,
  type Setup,
  stranger,
} from "./refusal";

const cancelCampaign: Refusal[] = [
  refusedAfter("cancel", "NotCancellable", "it was made so", runFixed),
  refusedAfter("cancel", "AlreadyCancelled", "it is cancelled", cancelled),
  ofTokens(refusedAfter("cancel", "FullyVested", "everything is claimed", runToTheEnd)),
  refusing("cancel_campaign")("Unauthorized", "a stranger signs", (campaign) =>
    campaign.cancel(stranger(campaign, "cancelAuthority")),
  ),
];

const instantRefund: Refusal[] = [
  refusedAfter("instantRefund", "NotCancellable", "it was made so", runFixed),
  refusedAfter("instantRefund", "AlreadyCancelled", "it is cancelled", cancelled),
  ofTokens(refusedAfter("instantRefund", "FullyVested", "everything is claimed", runToTheEnd)),
  refusedAfter("instantRefund", "NotMultiLeafCampaign", "it has one leaf", runStream),
  refusedAfter("instantRefund", "CampaignAlreadyStarted", "the first cliff has come", at(START + DAY)),
  refusedAfter("instantRefund", "MilestoneAlreadyReleased", "a milestone is released", async (campaign) => {
    await campaign.run();
    ok(campaign.release(200));
  }),
  refusedAfter("instantRefund", "NothingToClaim", "it was never funded", async (campaign) => {
    await campaign.plan([{}, { who: 1 }]);
    ok(campaign.create());
  }),
  refusing("instant_refund_campaign")("Unauthorized", "a stranger signs", (campaign) =>
    campaign.instantRefund(stranger(campaign, "creator")),
  ),
];

/** A cancelled campaign whose grace period is over. */
const expired: Setup = async (campaign) => {
  await cancelled(campaign);
  campaign.svm.now += GRACE;
};

const sweeping = refusing("withdraw_unvested", expired);

const sweep: Refusal[] = [
  refusedAfter("withdrawUnvested", "NotCancelled", "it is running", run),
  refusedAfter("withdrawUnvested", "GracePeriodActive", "it was cancelled just now", cancelled),
  sweeping("NothingToClaim", "it was swept before", (campaign) => {
    ok(campaign.withdrawUnvested());
    return campaign.withdrawUnvested();
  }),
  refusedAfter("withdrawUnvested", "NothingToClaim", "it was refunded", async (campaign) => {
    await campaign.run();
    ok(campaign.instantRefund());
    campaign.svm.now += GRACE;
  }),
  sweeping("Unauthorized", "a stranger signs", (campaign) =>
    campaign.withdrawUnvested(stranger(campaign, "creator")),
  ),
  ofTokens(
    sweeping("Unauthorized", "the money would go to a stranger", (campaign) => {
      const creatorAta = campaign.svm.mintTo(campaign.mint, getAddress(campaign.stranger), 1n);
      return campaign.withdrawUnvested({ accounts: { creatorAta } });
    }),
  ),
  ofTokens(
    sweeping("ConstraintDuplicateMutableAccount", "the money would go back into the vault", (campaign) =>
      campaign.withdrawUnvested({ accounts: { creatorAta: campaign.vault } }),
    ),
  ),
];

const claimedHalfway: Setup = async (campaign) => {
  await at(HALFWAY)(campaign);
  ok(campaign.claim());
};

const close: Refusal[] = [
  refusedAfter("closeRecord", "CannotClose", "its own leaf is not paid in full", claimedHalfway),
  refusedAfter("closeRecord", "CannotClose", "the grace period still runs", async (campaign) => {
    await claimedHalfway(campaign);
    ok(campaign.cancel());
    campaign.svm.now += GRACE - 1n;
  }),
  refusedAfter("closeRecord", "AccountOwnedByWrongProgram", "there is no record", expired),
  refusing("close_claim_record", (campaign) => campaign.run([{}, { ...CLIFF, who: 1 }]))(
    "ConstraintSeeds",
    "the record is somebody else's",
    (campaign) => {
      campaign.svm.now = AFTER_END;
      ok(campaign.claim(1));
      ok(campaign.cancel());
      campaign.svm.now += GRACE;
      return campaign.closeRecord(0, { accounts: { claimRecord: campaign.recordAddress(1) } });
    },
  ),
];

export const END_REFUSALS: Refusal[] = [...cancelCampaign, ...instantRefund, ...sweep, ...close];
