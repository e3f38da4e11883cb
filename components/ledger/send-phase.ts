import { type Message, message } from "@/lib/core/i18n/translator";

/** The progress of a transaction toward the Solana network and the index. */
export type SendPhase = "looking" | "signing" | "confirming" | "indexing";

export const SEND_PHASES: Readonly<Record<SendPhase, Message>> = {
  looking: message("Looking up what was sent before…"),
  signing: message("Waiting for your wallet to sign…"),
  confirming: message("Sent. Waiting for the ledger to confirm…"),
  indexing: message("Confirmed. Recording the result…"),
};
