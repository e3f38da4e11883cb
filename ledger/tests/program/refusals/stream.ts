import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { getAddress } from "../../support/svm";
import type { Campaign, Change } from "../campaign";
import { AMOUNT, DAY, ok, START } from "../campaign-plan";
import {
  at,
  CLIFF,
  HALFWAY,
  ofSol,
  ofTokens,
  type Refusal,
  refusedAfter,
  refusing,
  run,
  runStream,
  runToTheEnd,
  type Setup,
  stranger,
} from "./refusal";

const streamWith = (
  error: string,
  because: string,
  change: (campaign: Campaign) => Change<"cancel_stream">,
) =>
  refusing("cancel_stream", at(HALFWAY, runStream))(error, because, (campaign) =>
    campaign.cancelStream(change(campaign)),
  );

/** After the payment of its first leaf, a campaign of two is rotated to one leaf of the whole supply. */
const rotatedToOne: Setup = async (campaign) => {
  await campaign.run([CLIFF, { ...CLIFF, who: 1 }]);
  campaign.svm.now = START + 2n * DAY;
  ok(campaign.claim(1));
  await campaign.plan([{ ...CLIFF, amount: 2n * AMOUNT }]);
  ok(campaign.updateRoot());
  if (campaign.kind === "token") campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
};

const cancelStream: Refusal[] = [
  refusedAfter("cancelStream", "NotSingleStream", "it has two leaves", run),
  refusedAfter("cancelStream", "NotCancellable", "it was made so", async (campaign) => {
    await campaign.plan([{}]);
    ok(campaign.createStream({ args: { cancellable: false, cancelAuthority: null } }));
  }),
  refusedAfter("cancelStream", "AlreadyCancelled", "it is cancelled", async (campaign) => {
    await runStream(campaign);
    ok(campaign.cancel());
  }),
  ofTokens(refusedAfter("cancelStream", "FullyVested", "everything is claimed", runToTheEnd)),
  refusedAfter("cancelStream", "InsufficientVault", "it does not hold what has vested", rotatedToOne),
  refusedAfter(
    "cancelStream",
    "OverClaim",
    "the leaf and earlier claims exceed the supply",
    async (campaign) => {
      await rotatedToOne(campaign);
      campaign.donate(AMOUNT);
    },
  ),
  streamWith("Unauthorized", "a stranger signs", (campaign) => stranger(campaign, "creator")),
  streamWith("Unauthorized", "the cancel authority signs for the creator", (campaign) => ({
    accounts: { creator: getAddress(campaign.cancelAuthority) },
    signers: [campaign.cancelAuthority],
  })),
  streamWith("InvalidProof", "the schedule is not the stream's", () => ({
    args: { endTime: START + 12n * DAY },
  })),
  streamWith("InvalidSchedule", "the schedule is out of order", () => ({
    args: { startTime: START + 2n * DAY },
  })),
  streamWith("InvalidScheduleType", "the release type is unknown", () => ({ args: { releaseType: 3 } })),
  streamWith("ConstraintSeeds", "the record is somebody else's", (campaign) => ({
    accounts: { claimRecord: campaign.recordAddress(1) },
  })),
  ofSol(
    streamWith("WrongVault", "a vault is given where there is none", (campaign) => ({
      accounts: { vault: campaign.svm.mintTo(campaign.svm.mint(), campaign.address(), 0n) },
    })),
  ),
];

/** Replaces the whole beneficiary: record and payee's account also belong to another person. */
const otherBeneficiary = (campaign: Campaign) => {
  const beneficiary = campaign.address(1);
  const claimRecord = findClaimRecordAddress({ treeAddress: campaign.treeAddress, beneficiary }).address;
  if (campaign.kind === "token") campaign.svm.mintTo(campaign.mint, beneficiary, 0n);
  return { accounts: { beneficiary, claimRecord, beneficiaryAta: campaign.ata(beneficiary) } };
};

const streamPayees: Refusal[] = [
  streamWith("InvalidProof", "the beneficiary is another", otherBeneficiary),
  ...[
    streamWith("Unauthorized", "the creator's account is somebody else's", (campaign) => ({
      accounts: { creatorAta: campaign.ata(campaign.address()) },
    })),
    streamWith("MintMismatch", "the creator's account holds another mint", (campaign) => ({
      accounts: { creatorAta: campaign.svm.mintTo(campaign.svm.mint(), getAddress(campaign.creator), 1n) },
    })),
    streamWith("UnauthorizedClaimer", "the payee's account is the creator's", (campaign) => ({
      accounts: { beneficiaryAta: campaign.creatorAta },
    })),
    streamWith("WrongVault", "the vault is the creator's account", (campaign) => ({
      accounts: { vault: campaign.creatorAta },
    })),
    streamWith("MintMismatch", "the creator's account is left out", () => ({
      accounts: { creatorAta: null },
    })),
    refusedAfter(
      "cancelStream",
      "InvalidAccountData",
      "the payee's account does not exist",
      async (campaign) => {
        await campaign.plan([{}]);
        ok(campaign.createStream());
      },
    ),
  ].map(ofTokens),
];

export const STREAM_REFUSALS: Refusal[] = [...cancelStream, ...streamPayees];
