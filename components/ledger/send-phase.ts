/** Where a transaction stands on its way to the ledger and the index. */
export type SendPhase = "looking" | "signing" | "confirming" | "indexing";

export const SEND_PHASES: Readonly<Record<SendPhase, string>> = {
  looking: "Looking up what was sent before…",
  signing: "Waiting for your wallet to sign…",
  confirming: "Sent. Waiting for the ledger to confirm…",
  indexing: "Confirmed. Recording the result…",
};
