import { type Message, message } from "@/lib/core/i18n/translator";

/** Errors of the Squads program that its members can meet, by code. Source: Squads-Protocol/v4, errors.rs. */
export const SQUADS_ERRORS: Readonly<Record<number, readonly [name: string, sentence: Message]>> = {
  2006: ["ConstraintSeeds", message("Another member proposed a transaction at the same time. Try again.")],
  6004: [
    "Unauthorized",
    message("This member of the multisig lacks the permission for this step. Use another member’s wallet."),
  ],
  6005: ["NotAMember", message("This wallet is not a member of the multisig. Connect a member’s wallet.")],
  6006: ["InvalidTransactionMessage", message("The multisig cannot read the transaction. Propose it again.")],
  6007: [
    "StaleProposal",
    message("The multisig’s settings changed, so this proposal is stale. Propose the transaction again."),
  ],
  6008: [
    "InvalidProposalStatus",
    message("The proposal is not in the state for this step. Refresh it to see its state."),
  ],
  6010: ["AlreadyApproved", message("This member has already approved the proposal.")],
  6013: ["InvalidNumberOfAccounts", message("The accounts do not match the proposed transaction.")],
  6014: ["InvalidAccount", message("The accounts do not match the proposed transaction.")],
  6021: [
    "TimeLockNotReleased",
    message("The multisig’s time lock has not ended. Execute the proposal when it has ended."),
  ],
};
