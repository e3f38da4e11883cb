import { type Message, message } from "@/lib/core/i18n/translator";
import type { Assumption, CertificateBody, CertificateDate } from "./certificate";

/** Returns the command with which an operator certifies a campaign and shows the certificate. */
export const certifyCommand = (treeAddress: string): string =>
  `vesting-index certify ${treeAddress} --publish`;

/** Sentences of a certificate, on its page and in the output of the command. */
export const ASSUMPTION_TEXTS: Readonly<Record<Assumption, Message>> = {
  milestones_released_at_cliff: message(
    "The creator releases each milestone at its earliest cliff, or now if that has passed. Until then, recipients can claim less than the amounts due.",
  ),
  milestones_never_released: message("The creator releases no further milestone after the cancellation."),
  pause_ends_at_once: message("The pause authority resumes the campaign now."),
  sampled: message("A sample of the claims was simulated. The other claims were calculated."),
  claimed_outside_list: message(
    "Some claims belong to earlier allocations or to closed claim records, which the program no longer counts.",
  ),
};

/** How each authority could take funds, as the label of its amount. */
export const TAKE_LABELS: Readonly<Record<keyof CertificateDate["takes"], Message>> = {
  instantRefund: message("Instant refund"),
  cancelStream: message("Stream cancellation"),
  cancelCampaign: message("Cancellation and withdrawal"),
  updateRoot: message("Change of recipients"),
  withdrawUnvested: message("Withdrawal after the grace period"),
};

/** Returns whether an authority could take an amount; null means that no authority can act this way. */
export const isPossible = (amount: string | null): amount is string => amount !== null && amount !== "0";

/** Returns the sentence about milestones that count as due before their release, if an authority could take them. */
export function unreleasedText({ assumptions, dates }: CertificateBody): Message | null {
  if (!assumptions.includes("milestones_released_at_cliff")) return null;
  return dates.some(({ takes }) => Object.values(takes).some(isPossible))
    ? message(
        "Until a milestone is released, its amount could be taken back too, although it counts as due here.",
      )
    : null;
}

/** Reasons of a failure that are not errors of the program. */
const DEFECT_TEXTS = new Map<string, Message>([
  ["UnclaimableAddress", message("No key can sign for this address.")],
  ["EarlierCampaignRecord", message("The claim record counts payments of an earlier campaign.")],
  ["PaidAnotherAmount", message("The program paid another amount than the schedule states.")],
  ["InsufficientVault", message("The campaign does not hold enough.")],
]);

/** Returns the sentence for the reason of a failure; its name for an error of the program. */
export const failureReason = (reason: string): Message | null => DEFECT_TEXTS.get(reason) ?? null;
