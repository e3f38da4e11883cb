import { formatAmount } from "@/components/format/amount";
import { formatMoment } from "@/components/format/time";
import { exactly, SOL } from "@/components/review/costs";
import type { Translator } from "@/lib/core/i18n/translator";
import type { ActionRequest } from "./action-request";

export type ActionDescription = {
  /** The label of the button that opens the action. */
  label: string;
  /** The title of the dialog, if it differs from the label. */
  title?: string;
  /** The effects of the action, each as a sentence with amounts. */
  effects: readonly string[];
  /** A separate warning about irreversible effects. */
  warning?: string;
  tone: "primary" | "danger";
  /** The message after the action is complete and indexed. */
  done: string;
};

type Kind = ActionRequest["kind"];

type RequestOf<Of extends Kind> = ActionRequest & { kind: Of };
/** Formats base units as an amount of the token. */
type AmountOf = (baseUnits: string | bigint) => string;
type Describe<Of extends Kind> = (
  t: Translator,
  request: RequestOf<Of>,
  amountOf: AmountOf,
) => ActionDescription;

/** Describes an action as text with amounts, before a wallet opens. */
export function describeAction(t: Translator, request: ActionRequest): ActionDescription {
  const { decimals, unit } = request.campaign;
  // The table entry of a kind accepts requests of that kind, which the type system cannot express here.
  const describe = DESCRIPTIONS[request.kind] as Describe<Kind>;
  return describe(t, request, (baseUnits) => `${formatAmount(BigInt(baseUnits), decimals, t)} ${unit}`);
}

const DESCRIPTIONS: { [Of in Kind]: Describe<Of> } = {
  claim: (t, request, amountOf) => {
    const count = request.leaves.length;
    const share = amountOf(request.claimable);
    return {
      label: t("Claim {amount}", { amount: share }),
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
        afterClaim(t, request, amountOf),
        t("You pay the network fee, and once the rent for the record of your claims."),
      ],
      tone: "primary",
      done: t("Claimed. The tokens are in your wallet."),
    };
  },
  pause: (t) => ({
    label: t("Pause claims"),
    title: t("Pause this campaign"),
    effects: [
      t("Nobody can claim until you resume."),
      t("Vesting goes on: what vests meanwhile can be claimed afterwards."),
    ],
    tone: "danger",
    done: t("The campaign is paused."),
  }),
  resume: (t) => ({
    label: t("Resume claims"),
    title: t("Resume this campaign"),
    effects: [t("Beneficiaries can claim again, including everything that vested during the pause.")],
    tone: "primary",
    done: t("The campaign has resumed."),
  }),
  cancel: (t, { campaign }, amountOf) => {
    const open = BigInt(campaign.unclaimed);
    const rest = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed) - open;
    return {
      label: t("Cancel campaign"),
      title: t("Cancel this campaign"),
      effects: [
        t("Vesting stops now, with {vested} of {total} vested.", {
          vested: amountOf(campaign.vested),
          total: amountOf(campaign.totalSupply),
        }),
        t("For 7 days beneficiaries can still claim the {amount} that have vested and are not claimed.", {
          amount: amountOf(open),
        }),
        t("After that the creator can take back what is left: at least {amount}.", {
          amount: amountOf(rest > 0n ? rest : 0n),
        }),
      ],
      warning: t("A cancelled campaign cannot be started again."),
      tone: "danger",
      done: t("The campaign is cancelled and its grace period has begun."),
    };
  },
  "withdraw-unvested": (t, { campaign }, amountOf) => ({
    label: t("Withdraw what is left"),
    effects: [
      t("Everything that the campaign still holds, up to {amount}, goes to the creator's wallet.", {
        amount: amountOf(BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed)),
      }),
      BigInt(campaign.payableUntilSwept) > 0n
        ? t(
            "That takes in the {amount} that had vested and nobody claimed: the program would still pay them now, and nobody afterwards.",
            { amount: amountOf(campaign.payableUntilSwept) },
          )
        : t("Nobody can claim from the campaign afterwards."),
    ],
    warning: t("This cannot be undone."),
    tone: "danger",
    done: t("What was left is in the creator's wallet."),
  }),
  "cancel-stream": (t, { campaign, leaf }, amountOf) => {
    const toBeneficiary = BigInt(campaign.unclaimed);
    const rest = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed) - toBeneficiary;
    return {
      label: t("Cancel stream"),
      title: t("Cancel this stream and split it now"),
      effects: [
        t("{recipient} receives what has vested and was not claimed: about {amount}.", {
          recipient: leaf.beneficiary,
          amount: amountOf(toBeneficiary),
        }),
        t("You receive the rest: about {amount}.", { amount: amountOf(rest) }),
        t("There is no grace period: both are paid at once."),
      ],
      warning: t("A settled stream is over for good."),
      tone: "danger",
      done: t("The stream is settled and both sides are paid."),
    };
  },
  "instant-refund": (t, { campaign }, amountOf) => ({
    label: t("Refund everything"),
    title: t("Refund this campaign before it begins"),
    effects: [
      t("Everything that the campaign holds, up to {amount}, goes back to your wallet at once.", {
        amount: amountOf(campaign.totalSupply),
      }),
      t("No beneficiary receives anything."),
    ],
    warning: t("A refunded campaign is over for good."),
    tone: "danger",
    done: t("The campaign is refunded."),
  }),
  fund: (t, request, amountOf) => {
    const amount = amountOf(request.amount);
    return {
      label: t("Fund {amount}", { amount }),
      title: t("Fund this campaign"),
      effects: [
        t("{amount} go from your wallet into the campaign, which then holds all that it owes.", { amount }),
        t("You pay the network fee."),
      ],
      tone: "primary",
      done: t("The campaign is funded."),
    };
  },
  "release-milestone": (t, { milestoneIdx: milestone, amount }, amountOf) => ({
    label: t("Release milestone {milestone}", { milestone }),
    effects: [
      t("{amount} become claimable at once, whatever their schedule says.", { amount: amountOf(amount) }),
      t("An instant refund is no longer possible afterwards."),
    ],
    warning: t("A release cannot be taken back."),
    tone: "primary",
    done: t("Milestone {milestone} is released.", { milestone }),
  }),
  "close-claim-record": (t, { rent }) => {
    const amount = exactly(BigInt(rent), SOL, t);
    return {
      label: t("Get {amount} of rent back", { amount }),
      title: t("Close the record of your claims"),
      effects: [
        t("{amount}, the rent that the record has held since your first claim, go back to your wallet.", {
          amount,
        }),
        t(
          "The record is deleted from the ledger. Nothing more can be claimed from this campaign with or without it.",
        ),
        t(
          "The program knows what it has paid you from this record alone. While a campaign still holds funds, closing a record lets the same allocation be claimed again, and other recipients lose that amount. That is why it is offered only now that the campaign is over.",
        ),
        t("You pay the network fee."),
      ],
      tone: "primary",
      done: t("The record is closed and its rent is in your wallet."),
    };
  },
};

function afterClaim(
  t: Translator,
  { campaign, stillToCome }: RequestOf<"claim">,
  amountOf: AmountOf,
): string {
  if (campaign.graceEnd !== null) {
    return t(
      "Vesting stopped when the campaign was cancelled: nothing more will vest, and claims end on {date} UTC.",
      { date: formatMoment(BigInt(campaign.graceEnd), "UTC", t) },
    );
  }
  return BigInt(stillToCome) > 0n
    ? t("The {amount} still to come stay yours to claim.", { amount: amountOf(stillToCome) })
    : t("That is the whole of it.");
}
