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

/** What is done once in several transactions goes by numbers: the first has none. */
export const numbered = (what: string, number: number): string => (number === 1 ? what : `${what}#${number}`);

/** What is kept, and by what. */
export type Kept = { intent: Intent; sent: SentTransaction };

/** All that is kept of one thing, numbered or not, for a wallet in one campaign or in all of them. */
export function findAllSent(of: Omit<Intent, "treeAddress"> & { treeAddress?: string }): Kept[] {
  const found: Kept[] = [];
  for (let at = 0; at < localStorage.length; at++) {
    const key = localStorage.key(at);
    if (!key?.startsWith(PREFIX)) continue;
    const [treeAddress = "", signer = "", ...rest] = key.slice(PREFIX.length).split(".");
    const intent = { treeAddress, signer, what: rest.join(".") };
    if (signer !== of.signer || intent.what.split("#")[0] !== of.what) continue;
    if (of.treeAddress !== undefined && of.treeAddress !== treeAddress) continue;
    found.push({ intent, sent: sentTransaction.parse(JSON.parse(localStorage.getItem(key) ?? "")) });
  }
  return found;
}
