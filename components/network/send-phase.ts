import { type Message, message } from "@/lib/core/i18n/translator";

/** The progress of a transaction toward the Solana network and the index. */
export type SendPhase = "looking" | "signing" | "confirming" | "indexing";

export const SEND_PHASES: Readonly<Record<SendPhase, Message>> = {
  looking: message("Checking earlier transactions…"),
  signing: message("Waiting for your signature…"),
  confirming: message("Sent. Waiting for confirmation…"),
  indexing: message("Confirmed. Updating the index…"),
};
