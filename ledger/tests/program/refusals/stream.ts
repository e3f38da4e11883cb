import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { addressOf } from "../../support/svm";
import type { Campaign, Change } from "../campaign";
import { AMOUNT, DAY, ok, START } from "../campaign-plan";
import { CLIFF, ending, type Refusal, run, runStream, runToTheEnd, type Setup, stranger } from "./refusal";

const TOKEN_ONLY: Partial<Refusal> = { kinds: ["token"] };
const NATIVE_ONLY: Partial<Refusal> = { kinds: ["native"] };

function streamWith(
  error: string,
  because: string,
  change: (campaign: Campaign) => Change<"cancel_stream">,
): Refusal {
  return {
    instruction: "cancel_stream",
    error,
    because,
    attempt: async (campaign) => {
      await runStream(campaign);
      campaign.svm.now = START + 6n * DAY;
      return campaign.cancelStream(change(campaign));
    },
  };
}

/** After its first leaf was paid, a campaign of two is rotated to one leaf worth its whole supply. */
const rotatedToOne: Setup = async (campaign) => {
  await run(campaign, [CLIFF, { ...CLIFF, who: 1 }]);
  campaign.svm.now = START + 2n * DAY;
  ok(campaign.claim(1));
  await campaign.plan([{ ...CLIFF, amount: 2n * AMOUNT }]);
  ok(campaign.updateRoot());
  if (campaign.kind === "token") campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
};

const cancelStream: Refusal[] = [
  ending("cancelStream", "NotSingleStream", "it has two leaves", run),
  ending("cancelStream", "NotCancellable", "it was made so", async (campaign) => {
    await campaign.plan([{}]);
    ok(campaign.createStream({ args: { cancellable: false, cancelAuthority: null } }));
  }),
  ending("cancelStream", "AlreadyCancelled", "it is cancelled", async (campaign) => {
    await runStream(campaign);
    ok(campaign.cancel());
  }),
  { ...ending("cancelStream", "FullyVested", "everything is claimed", runToTheEnd), ...TOKEN_ONLY },
  ending("cancelStream", "InsufficientVault", "it does not hold what has vested", rotatedToOne),
  ending("cancelStream", "OverClaim", "the leaf and earlier claims exceed the supply", async (campaign) => {
    await rotatedToOne(campaign);
    campaign.donate(AMOUNT);
  }),
  streamWith("Unauthorized", "a stranger signs", (campaign) => stranger(campaign, "creator")),
  streamWith("Unauthorized", "the cancel authority signs for the creator", (campaign) => ({
    accounts: { creator: addressOf(campaign.cancelAuthority) },
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
  {
    ...streamWith("WrongVault", "a vault is given where there is none", (campaign) => ({
      accounts: { vault: campaign.svm.mintTo(campaign.svm.mint(), campaign.address(), 0n) },
    })),
    ...NATIVE_ONLY,
  },
];

/** The beneficiary is replaced as a whole: record and payee's account are another's too. */
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
      accounts: { creatorAta: campaign.svm.mintTo(campaign.svm.mint(), addressOf(campaign.creator), 1n) },
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
    ending("cancelStream", "InvalidAccountData", "the payee's account does not exist", async (campaign) => {
      await campaign.plan([{}]);
      ok(campaign.createStream());
    }),
  ].map((refusal) => ({ ...refusal, ...TOKEN_ONLY })),
];

export const STREAM_REFUSALS: Refusal[] = [...cancelStream, ...streamPayees];
