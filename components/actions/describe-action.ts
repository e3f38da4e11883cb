import { formatAmount } from "@/components/format/amount";
import { formatMoment } from "@/components/format/time";
import { formatExactAmount, SOL } from "@/components/review/costs";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import type { ActionRequest, SponsoredParts } from "./action-request";

export type ActionDescription = {
  /** The label of the button that opens the action. */
  label: string;
  /** The title of the dialog, if it differs from the label. */
  title?: string;
  /** The effects of the action, each as a sentence with amounts. */
  effects: readonly string[];
  /** A separate warning about irreversible effects. */
  warning?: string;
  /** The color of the button. Only actions that cannot be reversed are red. */
  tone: "primary" | "secondary" | "danger";
  /** The message after the action is complete and indexed. */
  done: string;
};

type Kind = ActionRequest["kind"];

type RequestOf<Of extends Kind> = ActionRequest & { kind: Of };
/** Formats base units as an amount of the token. */
type FormatAmount = (baseUnits: string | bigint) => string;
type Describe<Of extends Kind> = (
  t: Translator,
  request: RequestOf<Of>,
  getAmount: FormatAmount,
) => ActionDescription;

/** Describes an action as text with amounts, before a wallet opens. */
export function describeAction(t: Translator, request: ActionRequest): ActionDescription {
  const { decimals, unit } = request.campaign;
  // The table entry of a kind accepts requests of that kind, which the type system cannot express here.
  const describe = DESCRIPTIONS[request.kind] as Describe<Kind>;
  return describe(t, request, (baseUnits) => `${formatAmount(BigInt(baseUnits), decimals, t)} ${unit}`);
}

const CLAIM_COSTS: Readonly<Record<SponsoredParts, Message>> = {
  none: message("You pay the transaction fee and, once, a deposit for your claim record."),
  fee: message("The campaign’s team pays the fee. You pay, once, a deposit for your claim record."),
  "fee and rent": message("The campaign’s team pays the fee and the deposits."),
};

const DESCRIPTIONS: { [Of in Kind]: Describe<Of> } = {
  claim: (t, request, getAmount) => {
    const count = request.leaves.length;
    const share = getAmount(request.claimable);
    return {
      label: t("Claim {amount}", { amount: share }),
      effects: [
        t(
          "Your wallet receives about {amount}: the amount vested when the transaction is processed, less your earlier claims.",
          { amount: share },
        ),
        ...(count > 1
          ? [
              t(
                "You have several allocations. {count} of them can be claimed now, and are claimed together.",
                { count },
              ),
            ]
          : []),
        afterClaim(t, request, getAmount),
        t(CLAIM_COSTS[request.sponsor ?? "none"]),
      ],
      tone: "primary",
      done: t("The tokens are in your wallet."),
    };
  },
  pause: (t) => ({
    label: t("Pause claims"),
    title: t("Pause this campaign"),
    effects: [
      t("Recipients cannot claim until you resume claims."),
      t("Vesting continues. Amounts that vest during the pause can be claimed afterwards."),
    ],
    tone: "secondary",
    done: t("Campaign paused."),
  }),
  resume: (t) => ({
    label: t("Resume claims"),
    title: t("Resume this campaign"),
    effects: [t("Recipients can claim again, including amounts that vested during the pause.")],
    tone: "primary",
    done: t("Campaign resumed."),
  }),
  cancel: (t, { campaign }, getAmount) => {
    const open = BigInt(campaign.unclaimed);
    const rest = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed) - open;
    return {
      label: t("Cancel campaign"),
      title: t("Cancel this campaign"),
      effects: [
        t("Vesting stops now, with {vested} of {total} vested.", {
          vested: getAmount(campaign.vested),
          total: getAmount(campaign.totalSupply),
        }),
        t("Recipients have 7 days to claim the {amount} that has vested and is not claimed yet.", {
          amount: getAmount(open),
        }),
        t("After that, the creator can withdraw the remaining tokens: at least {amount}.", {
          amount: getAmount(rest > 0n ? rest : 0n),
        }),
      ],
      warning: t("A cancelled campaign cannot be restarted."),
      tone: "danger",
      done: t("Campaign cancelled. The grace period has begun."),
    };
  },
  "withdraw-unvested": (t, { campaign }, getAmount) => ({
    label: t("Withdraw remaining tokens"),
    effects: [
      t("The creator’s wallet receives all tokens that the campaign still holds, up to {amount}.", {
        amount: getAmount(BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed)),
      }),
      BigInt(campaign.payableUntilSwept) > 0n
        ? t(
            "This includes {amount} that vested but was not claimed. The program still pays that amount now. After the withdrawal, recipients lose it.",
            { amount: getAmount(campaign.payableUntilSwept) },
          )
        : t("Recipients can no longer claim from the campaign afterwards."),
    ],
    warning: t("This cannot be undone."),
    tone: "danger",
    done: t("The remaining tokens are in the creator’s wallet."),
  }),
  "cancel-stream": (t, { campaign, leaf }, getAmount) => {
    const toBeneficiary = BigInt(campaign.unclaimed);
    const rest = BigInt(campaign.totalSupply) - BigInt(campaign.totalClaimed) - toBeneficiary;
    return {
      label: t("Cancel stream"),
      title: t("Cancel this stream and split it now"),
      effects: [
        t("{recipient} receives the amount that has vested and is not claimed yet: about {amount}.", {
          recipient: leaf.beneficiary,
          amount: getAmount(toBeneficiary),
        }),
        t("You receive the rest: about {amount}.", { amount: getAmount(rest) }),
        t("There is no grace period: both sides are paid immediately."),
      ],
      warning: t("Cancelling ends the stream permanently."),
      tone: "danger",
      done: t("Stream cancelled. Both sides were paid."),
    };
  },
  "instant-refund": (t, { campaign }, getAmount) => ({
    label: t("Refund everything"),
    title: t("Refund this campaign before it begins"),
    effects: [
      t("Your wallet immediately receives all tokens that the campaign holds, up to {amount}.", {
        amount: getAmount(campaign.totalSupply),
      }),
      t("Recipients receive nothing."),
    ],
    warning: t("A refund ends the campaign permanently."),
    tone: "danger",
    done: t("Campaign refunded."),
  }),
  fund: (t, request, getAmount) => {
    const amount = getAmount(request.amount);
    return {
      label: t("Fund {amount}", { amount }),
      title: t("Fund this campaign"),
      effects: [
        t("{amount} moves from your wallet to the campaign, which is then fully funded.", { amount }),
        t("You pay the transaction fee."),
      ],
      tone: "primary",
      done: t("Campaign funded."),
    };
  },
  "release-milestone": (t, { milestoneIdx: milestone, amount }, getAmount) => ({
    label: t("Release milestone {milestone}", { milestone }),
    effects: [
      t("{amount} becomes claimable immediately, regardless of the schedule.", { amount: getAmount(amount) }),
      t("An instant refund is no longer possible afterwards."),
    ],
    warning: t("A release cannot be undone."),
    tone: "primary",
    done: t("Milestone {milestone} released.", { milestone }),
  }),
  "close-lookup-table": (t, { step, rent }) => {
    const amount = formatExactAmount(BigInt(rent), SOL, t);
    return step === "deactivate"
      ? {
          label: t("Deactivate lookup table"),
          effects: [
            t("Claims no longer use the table, which leaves less room for a priority fee."),
            t("About four minutes later you can close the table and get {amount} back.", { amount }),
          ],
          tone: "secondary",
          done: t("Deactivated. You can close the table in about four minutes."),
        }
      : {
          label: t("Close lookup table"),
          effects: [t("Your wallet receives {amount} back.", { amount })],
          tone: "primary",
          done: t("Lookup table closed."),
        };
  },
  "close-claim-record": (t, { rent }) => {
    const amount = formatExactAmount(BigInt(rent), SOL, t);
    return {
      label: t("Recover deposit of {amount}", { amount }),
      title: t("Close your claim record"),
      effects: [
        t("Your wallet receives {amount}, the deposit that the record has held since your first claim.", {
          amount,
        }),
        t(
          "The record is deleted from the network. Nothing more can be claimed from this campaign, with or without it.",
        ),
        t(
          "The program stores its payments to you only in this record. While a campaign holds funds, closing the record lets the same allocation be claimed again, and other recipients lose that amount. Therefore you can close it only after the campaign has ended.",
        ),
        t("You pay the transaction fee."),
      ],
      tone: "primary",
      done: t("Claim record closed. The deposit is in your wallet."),
    };
  },
};

function afterClaim(
  t: Translator,
  { campaign, stillToCome }: RequestOf<"claim">,
  getAmount: FormatAmount,
): string {
  const isMore = BigInt(stillToCome) > 0n;
  if (campaign.graceEnd !== null) {
    const date = formatMoment(BigInt(campaign.graceEnd), undefined, t);
    return isMore
      ? t(
          "Vesting stopped when the campaign was cancelled, and claims end on {date}. You can claim another {amount} if the creator releases its milestones before.",
          { date, amount: getAmount(stillToCome) },
        )
      : t(
          "Vesting stopped when the campaign was cancelled. Nothing more will vest, and claims end on {date}.",
          { date },
        );
  }
  return isMore
    ? t("You can claim the remaining {amount} after it vests.", { amount: getAmount(stillToCome) })
    : t("No further amounts will vest.");
}
