import { addressOf } from "../../support/svm";
import { DAY, GRACE, ok, START } from "../campaign-plan";
import {
  AFTER_END,
  CLIFF,
  ending,
  type Refusal,
  run,
  runFixed,
  runStream,
  runToTheEnd,
  type Setup,
  stranger,
} from "./refusal";

const TOKEN_ONLY: Partial<Refusal> = { kinds: ["token"] };

const cancelled: Setup = async (campaign) => {
  await run(campaign);
  ok(campaign.cancel());
};

const cancelCampaign: Refusal[] = [
  ending("cancel", "NotCancellable", "it was made so", runFixed),
  ending("cancel", "AlreadyCancelled", "it is cancelled", cancelled),
  { ...ending("cancel", "FullyVested", "everything is claimed", runToTheEnd), ...TOKEN_ONLY },
  {
    instruction: "cancel_campaign",
    error: "Unauthorized",
    because: "a stranger signs",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.cancel(stranger(campaign, "cancelAuthority"));
    },
  },
];

const instantRefund: Refusal[] = [
  ending("instantRefund", "NotCancellable", "it was made so", runFixed),
  ending("instantRefund", "AlreadyCancelled", "it is cancelled", cancelled),
  { ...ending("instantRefund", "FullyVested", "everything is claimed", runToTheEnd), ...TOKEN_ONLY },
  ending("instantRefund", "NotMultiLeafCampaign", "it has one leaf", runStream),
  ending("instantRefund", "CampaignAlreadyStarted", "the first cliff has come", async (campaign) => {
    await run(campaign);
    campaign.svm.now = START + DAY;
  }),
  ending("instantRefund", "MilestoneAlreadyReleased", "a milestone is released", async (campaign) => {
    await run(campaign);
    ok(campaign.release(200));
  }),
  ending("instantRefund", "NothingToClaim", "it was never funded", async (campaign) => {
    await campaign.plan([{}, { who: 1 }]);
    ok(campaign.create());
  }),
  {
    instruction: "instant_refund_campaign",
    error: "Unauthorized",
    because: "a stranger signs",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.instantRefund(stranger(campaign, "creator"));
    },
  },
];

const past =
  (setup: Setup): Setup =>
  async (campaign) => {
    await setup(campaign);
    campaign.svm.now += GRACE;
  };

const sweep: Refusal[] = [
  ending("withdrawUnvested", "NotCancelled", "it is running", run),
  ending("withdrawUnvested", "GracePeriodActive", "it was cancelled just now", cancelled),
  ending("withdrawUnvested", "NothingToClaim", "it was swept before", async (campaign) => {
    await past(cancelled)(campaign);
    ok(campaign.withdrawUnvested());
  }),
  ending("withdrawUnvested", "NothingToClaim", "it was refunded", async (campaign) => {
    await run(campaign);
    ok(campaign.instantRefund());
    campaign.svm.now += GRACE;
  }),
  {
    instruction: "withdraw_unvested",
    error: "Unauthorized",
    because: "a stranger signs",
    attempt: async (campaign) => {
      await past(cancelled)(campaign);
      return campaign.withdrawUnvested(stranger(campaign, "creator"));
    },
  },
  {
    instruction: "withdraw_unvested",
    ...TOKEN_ONLY,
    error: "Unauthorized",
    because: "the money would go to a stranger",
    attempt: async (campaign) => {
      await past(cancelled)(campaign);
      const creatorAta = campaign.svm.mintTo(campaign.mint, addressOf(campaign.stranger), 1n);
      return campaign.withdrawUnvested({ accounts: { creatorAta } });
    },
  },
  {
    instruction: "withdraw_unvested",
    ...TOKEN_ONLY,
    error: "ConstraintDuplicateMutableAccount",
    because: "the money would go back into the vault",
    attempt: async (campaign) => {
      await past(cancelled)(campaign);
      return campaign.withdrawUnvested({ accounts: { creatorAta: campaign.vault } });
    },
  },
];

const close: Refusal[] = [
  {
    instruction: "close_claim_record",
    error: "CannotClose",
    because: "its own leaf is not paid in full",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      ok(campaign.claim(0));
      return campaign.closeRecord();
    },
  },
  {
    instruction: "close_claim_record",
    error: "CannotClose",
    because: "the grace period still runs",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      ok(campaign.claim(0));
      ok(campaign.cancel());
      campaign.svm.now += GRACE - 1n;
      return campaign.closeRecord();
    },
  },
  {
    instruction: "close_claim_record",
    error: "AccountOwnedByWrongProgram",
    because: "there is no record",
    attempt: async (campaign) => {
      await past(cancelled)(campaign);
      return campaign.closeRecord();
    },
  },
  {
    instruction: "close_claim_record",
    error: "ConstraintSeeds",
    because: "the record is somebody else's",
    attempt: async (campaign) => {
      await run(campaign, [{}, { ...CLIFF, who: 1 }]);
      campaign.svm.now = AFTER_END;
      ok(campaign.claim(1));
      ok(campaign.cancel());
      campaign.svm.now += GRACE;
      return campaign.closeRecord(0, { accounts: { claimRecord: campaign.recordAddress(1) } });
    },
  },
];

export const END_REFUSALS: Refusal[] = [...cancelCampaign, ...instantRefund, ...sweep, ...close];
