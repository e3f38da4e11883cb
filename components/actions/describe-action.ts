import { formatAmount } from "@/components/format/amount";
import { formatMoment } from "@/components/format/time";
import type { ActionCampaign } from "@/lib/core/views/operations";
import type { Words } from "@/lib/core/words/words";
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
export function describeAction(t: Words, request: ActionRequest): ActionDescription {
  switch (request.kind) {
    case "claim":
      return describeClaim(t, request);
    case "pause":
      return {
        label: t("Pause claims"),
        title: t("Pause this campaign"),
        effects: [
          t("Nobody can claim until you resume."),
          t("Vesting goes on: what vests meanwhile can be claimed afterwards."),
        ],
        tone: "danger",
        done: t("The campaign is paused."),
      };
    case "resume":
      return {
        label: t("Resume claims"),
        title: t("Resume this campaign"),
        effects: [t("Beneficiaries can claim again, including everything that vested during the pause.")],
        tone: "primary",
        done: t("The campaign has resumed."),
      };
    case "cancel":
      return describeCancel(t, request.campaign);
    case "withdraw-unvested":
      return describeWithdrawal(t, request.campaign);
    case "cancel-stream":
      return describeStreamCancel(t, request.campaign);
    case "instant-refund":
      return {
        label: t("Refund everything"),
        title: t("Refund this campaign before it begins"),
        effects: [
          t("Everything that the campaign holds, up to {amount}, goes back to your wallet at once.", {
            amount: amountText(t, request.campaign, request.campaign.totalSupply),
          }),
          t("No beneficiary receives anything."),
        ],
        warning: t("A refunded campaign is over for good."),
        tone: "danger",
        done: t("The campaign is refunded."),
      };
    case "fund":
      return describeFunding(t, request);
    case "release-milestone":
      return describeRelease(t, request);
    case "close-claim-record":
      return describeRecordClosing(t, request);
  }
}

function describeFunding(t: Words, request: Extract<ActionRequest, { kind: "fund" }>): ActionDescription {
  return {
    label: t("Fund {amount}", { amount: amountText(t, request.campaign, request.amount) }),
    title: t("Fund this campaign"),
    effects: [
      t("{amount} go from your wallet into the campaign, which then holds all that it owes.", {
        amount: amountText(t, request.campaign, request.amount),
      }),
      t("You pay the network fee."),
    ],
    tone: "primary",
    done: t("The campaign is funded."),
  };
}

function describeRelease(
  t: Words,
  request: Extract<ActionRequest, { kind: "release-milestone" }>,
): ActionDescription {
  return {
    label: t("Release milestone {milestone}", { milestone: request.milestoneIdx }),
    title: t("Release milestone {milestone}", { milestone: request.milestoneIdx }),
    effects: [
      t("{amount} become claimable at once, whatever their schedule says.", {
        amount: amountText(t, request.campaign, request.amount),
      }),
      t("An instant refund is no longer possible afterwards."),
    ],
    warning: t("A release cannot be taken back."),
    tone: "primary",
    done: t("Milestone {milestone} is released.", { milestone: request.milestoneIdx }),
  };
}

function describeClaim(
  t: Words,
  { campaign, leaves, claimable, stillToCome }: Extract<ActionRequest, { kind: "claim" }>,
): ActionDescription {
  const count = leaves.length;
  const share = amountText(t, campaign, claimable);
  return {
    label: t("Claim {amount}", { amount: share }),
    title: t("Claim {amount}", { amount: share }),
    effects: [
      t(
        "About {amount} go to your wallet: what has vested by the moment it is processed, less what you have claimed.",
        { amount: share },
      ),
      ...(count > 1
        ? [
            t(
              "Your allocation is kept in several leaves, and {count} of them pay now: all are claimed together.",
              { count },
            ),
          ]
        : []),
      afterClaim(t, campaign, stillToCome),
      t("You pay the network fee, and once the rent for the record of your claims."),
    ],
    tone: "primary",
    done: t("Claimed. The tokens are in your wallet."),
  };
}

function afterClaim(t: Words, campaign: ActionCampaign, stillToCome: string): string {
  if (campaign.graceEnd !== null) {
    return t(
      "Vesting stopped when the campaign was cancelled: nothing more will vest, and claims end on {date} UTC.",
      { date: formatMoment(BigInt(campaign.graceEnd), "UTC", t) },
    );
  }
  return BigInt(stillToCome) > 0n
    ? t("The {amount} still to come stay yours to claim.", { amount: amountText(t, campaign, stillToCome) })
    : t("That is the whole of it.");
}

function describeCancel(t: Words, campaign: ActionCampaign): ActionDescription {
  const open = BigInt(campaign.unclaimed);
  const rest = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed) - open;
  return {
    label: t("Cancel campaign"),
    title: t("Cancel this campaign"),
    effects: [
      t("Vesting stops now, with {vested} of {total} vested.", {
        vested: amountText(t, campaign, campaign.vested),
        total: amountText(t, campaign, campaign.totalSupply),
      }),
      t("For 7 days beneficiaries can still claim the {amount} that have vested and are not claimed.", {
        amount: amountText(t, campaign, open),
      }),
      t("After that the creator can take back what is left: at least {amount}.", {
        amount: amountText(t, campaign, rest > 0n ? rest : 0n),
      }),
    ],
    warning: t("A cancelled campaign cannot be started again."),
    tone: "danger",
    done: t("The campaign is cancelled and its grace period has begun."),
  };
}

function describeWithdrawal(t: Words, campaign: ActionCampaign): ActionDescription {
  const left = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed);
  return {
    label: t("Withdraw what is left"),
    title: t("Withdraw what is left"),
    effects: [
      t("Everything that the campaign still holds, up to {amount}, goes to the creator's wallet.", {
        amount: amountText(t, campaign, left),
      }),
      BigInt(campaign.payableUntilSwept) > 0n
        ? t(
            "That takes in the {amount} that had vested and nobody claimed: the program would still pay them now, and nobody afterwards.",
            { amount: amountText(t, campaign, campaign.payableUntilSwept) },
          )
        : t("Nobody can claim from the campaign afterwards."),
    ],
    warning: t("This cannot be undone."),
    tone: "danger",
    done: t("What was left is in the creator's wallet."),
  };
}

function describeStreamCancel(t: Words, campaign: ActionCampaign): ActionDescription {
  const claimed = BigInt(campaign.totalClaimed);
  const toBeneficiary = BigInt(campaign.unclaimed);
  return {
    label: t("Cancel stream"),
    title: t("Cancel this stream and split it now"),
    effects: [
      t("The beneficiary receives what has vested and was not claimed: about {amount}.", {
        amount: amountText(t, campaign, toBeneficiary),
      }),
      t("You receive the rest: about {amount}.", {
        amount: amountText(t, campaign, BigInt(campaign.totalSupply) - claimed - toBeneficiary),
      }),
      t("There is no grace period: both are paid at once."),
    ],
    warning: t("A settled stream is over for good."),
    tone: "danger",
    done: t("The stream is settled and both sides are paid."),
  };
}

const SOL_DECIMALS = 9;

function describeRecordClosing(
  t: Words,
  { campaign, rent: lamports, open }: Extract<ActionRequest, { kind: "close-claim-record" }>,
): ActionDescription {
  const rent = `${formatAmount(BigInt(lamports), SOL_DECIMALS, t)} SOL`;
  return {
    label: t("Get {amount} of rent back", { amount: rent }),
    title: t("Close the record of your claims"),
    effects: [
      t("{amount}, the rent that the record has held since your first claim, go back to your wallet.", {
        amount: rent,
      }),
      BigInt(open) > 0n
        ? t(
            "The record is deleted from the ledger. The {amount} that you have not claimed stay yours, but the next claim pays the rent of a new record.",
            { amount: amountText(t, campaign, open) },
          )
        : t(
            "The record is deleted from the ledger. Nothing more can be claimed from this campaign with or without it.",
          ),
      t("You pay the network fee."),
    ],
    tone: "primary",
    done: t("The record is closed and its rent is in your wallet."),
  };
}

function amountText(t: Words, { decimals, unit }: ActionCampaign, baseUnits: string | bigint): string {
  return `${formatAmount(BigInt(baseUnits), decimals, t)} ${unit}`;
}
