import { z } from "zod";

const sentTransaction = z.object({
  signature: z.string(),
  /** The last block that can take it; after that it never lands. */
  lastValidBlockHeight: z.number(),
  /** The signed bytes in base64: handed in again they are the same transaction, which lands once at most. */
  wire: z.string(),
});

/** A transaction that a wallet has signed and whose outcome is not known yet. */
export type SentTransaction = z.infer<typeof sentTransaction>;

const PREFIX = "vesting-index.sent.";

/** What one is kept by: the same for every try of one thing by one wallet, so that it cannot be begun twice. */
export type Intent = { signer: string; treeAddress: string; what: string };

const keyOf = ({ signer, treeAddress, what }: Intent) => `${PREFIX}${treeAddress}.${signer}.${what}`;

/** Remembers a signed transaction, before it is sent, until its outcome is known: also after a reload. */
export function keepSent(intent: Intent, sent: SentTransaction): void {
  localStorage.setItem(keyOf(intent), JSON.stringify(sent));
}

export function forgetSent(intent: Intent): void {
  localStorage.removeItem(keyOf(intent));
}

export function findSent(intent: Intent): SentTransaction | null {
  const text = localStorage.getItem(keyOf(intent));
  return text === null ? null : sentTransaction.parse(JSON.parse(text));
}
