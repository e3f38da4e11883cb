import { formatAmount } from "@/components/format/amount";
import { formatMoment } from "@/components/format/time";
import type { ActionCampaign } from "@/lib/core/views/operations";
import type { ActionRequest } from "./action-request";

export type ActionDescription = {
  /** On the button that opens it. */
  label: string;
  title: string;
  /** What will happen, each in a sentence with amounts. */
  effects: readonly string[];
  /** Said apart: what cannot be undone. */
  warning?: string;
  tone: "primary" | "danger";
  /** Said when it is done and indexed. */
  done: string;
};

/** An action in words and amounts, before any wallet opens. */
export function describeAction(request: ActionRequest): ActionDescription {
  switch (request.kind) {
    case "claim":
      return describeClaim(request);
    case "pause":
      return {
        label: "Pause claims",
        title: "Pause this campaign",
        effects: [
          "Nobody can claim until you resume.",
          "Vesting goes on: what vests meanwhile can be claimed afterwards.",
        ],
        tone: "danger",
        done: "The campaign is paused.",
      };
    case "resume":
      return {
        label: "Resume claims",
        title: "Resume this campaign",
        effects: ["Beneficiaries can claim again, including everything that vested during the pause."],
        tone: "primary",
        done: "The campaign has resumed.",
      };
    case "cancel":
      return describeCancel(request.campaign);
    case "withdraw-unvested":
      return describeWithdrawal(request.campaign);
    case "cancel-stream":
      return describeStreamCancel(request.campaign);
    case "instant-refund":
      return {
        label: "Refund everything",
        title: "Refund this campaign before it begins",
        effects: [
          `Everything that the campaign holds, up to ${amount(request.campaign, request.campaign.totalSupply)}, goes back to your wallet at once.`,
          "No beneficiary receives anything.",
        ],
        warning: "A refunded campaign is over for good.",
        tone: "danger",
        done: "The campaign is refunded.",
      };
    case "fund":
      return {
        label: `Fund ${amount(request.campaign, request.amount)}`,
        title: "Fund this campaign",
        effects: [
          `${amount(request.campaign, request.amount)} go from your wallet into the campaign, which then holds all that it owes.`,
          "You pay the network fee.",
        ],
        tone: "primary",
        done: "The campaign is funded.",
      };
    case "release-milestone":
      return {
        label: `Release milestone ${request.milestoneIdx}`,
        title: `Release milestone ${request.milestoneIdx}`,
        effects: [
          `${amount(request.campaign, request.amount)} become claimable at once, whatever their schedule says.`,
          "An instant refund is no longer possible afterwards.",
        ],
        warning: "A release cannot be taken back.",
        tone: "primary",
        done: `Milestone ${request.milestoneIdx} is released.`,
      };
    case "close-claim-record":
      return describeRecordClosing(request);
  }
}

function describeClaim({
  campaign,
  leaves,
  claimable,
  stillToCome,
}: Extract<ActionRequest, { kind: "claim" }>): ActionDescription {
  const count = leaves.length;
  const share = amount(campaign, claimable);
  return {
    label: `Claim ${share}`,
    title: `Claim ${share}`,
    effects: [
      `About ${share} go to your wallet: what has vested by the moment it is processed, less what you have claimed.`,
      ...(count > 1
        ? [
            `Your allocation is kept in several leaves, and ${count} of them pay now: all are claimed together.`,
          ]
        : []),
      afterClaim(campaign, stillToCome),
      "You pay the network fee, and once the rent for the record of your claims.",
    ],
    tone: "primary",
    done: "Claimed. The tokens are in your wallet.",
  };
}

function afterClaim({ graceEnd, ...campaign }: ActionCampaign, stillToCome: string): string {
  if (graceEnd !== null) {
    const until = formatMoment(BigInt(graceEnd), "UTC");
    return `Vesting stopped when the campaign was cancelled: nothing more will vest, and claims end on ${until} UTC.`;
  }
  return BigInt(stillToCome) > 0n
    ? `The ${amount({ ...campaign, graceEnd }, stillToCome)} still to come stay yours to claim.`
    : "That is the whole of it.";
}

function describeCancel(campaign: ActionCampaign): ActionDescription {
  const open = BigInt(campaign.unclaimed);
  const rest = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed) - open;
  return {
    label: "Cancel campaign",
    title: "Cancel this campaign",
    effects: [
      `Vesting stops now, with ${amount(campaign, campaign.vested)} of ${amount(campaign, campaign.totalSupply)} vested.`,
      `For 7 days beneficiaries can still claim the ${amount(campaign, open)} that have vested and are not claimed.`,
      `After that the creator can take back what is left: at least ${amount(campaign, rest > 0n ? rest : 0n)}.`,
    ],
    warning: "A cancelled campaign cannot be started again.",
    tone: "danger",
    done: "The campaign is cancelled and its grace period has begun.",
  };
}

function describeWithdrawal(campaign: ActionCampaign): ActionDescription {
  const left = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed);
  return {
    label: "Withdraw what is left",
    title: "Withdraw what is left",
    effects: [
      `Everything that the campaign still holds, up to ${amount(campaign, left)}, goes to the creator's wallet.`,
      BigInt(campaign.payableUntilSwept) > 0n
        ? `That takes in the ${amount(campaign, campaign.payableUntilSwept)} that had vested and nobody claimed: the program would still pay them now, and nobody afterwards.`
        : "Nobody can claim from the campaign afterwards.",
    ],
    warning: "This cannot be undone.",
    tone: "danger",
    done: "What was left is in the creator's wallet.",
  };
}

function describeStreamCancel(campaign: ActionCampaign): ActionDescription {
  const claimed = BigInt(campaign.totalClaimed);
  const toBeneficiary = BigInt(campaign.unclaimed);
  return {
    label: "Cancel stream",
    title: "Cancel this stream and split it now",
    effects: [
      `The beneficiary receives what has vested and was not claimed: about ${amount(campaign, toBeneficiary)}.`,
      `You receive the rest: about ${amount(campaign, BigInt(campaign.totalSupply) - claimed - toBeneficiary)}.`,
      "There is no grace period: both are paid at once.",
    ],
    warning: "A settled stream is over for good.",
    tone: "danger",
    done: "The stream is settled and both sides are paid.",
  };
}

const SOL_DECIMALS = 9;

function describeRecordClosing({
  campaign,
  rent: lamports,
  open,
}: Extract<ActionRequest, { kind: "close-claim-record" }>): ActionDescription {
  const rent = `${formatAmount(BigInt(lamports), SOL_DECIMALS)} SOL`;
  return {
    label: `Get ${rent} of rent back`,
    title: "Close the record of your claims",
    effects: [
      `${rent}, the rent that the record has held since your first claim, go back to your wallet.`,
      BigInt(open) > 0n
        ? `The record is deleted from the ledger. The ${amount(campaign, open)} that you have not claimed stay yours, but the next claim pays the rent of a new record.`
        : "The record is deleted from the ledger. Nothing more can be claimed from this campaign with or without it.",
      "You pay the network fee.",
    ],
    tone: "primary",
    done: "The record is closed and its rent is in your wallet.",
  };
}

function amount({ decimals, unit }: ActionCampaign, baseUnits: string | bigint): string {
  return `${formatAmount(BigInt(baseUnits), decimals)} ${unit}`;
}
