import { z } from "zod";

const sentTransaction = z.object({
  signature: z.string(),
  /** The last block that can take it; after that it never lands. */
  lastValidBlockHeight: z.number(),
  /** The durable nonce that it lives by instead: once the account holds another value, it never lands. */
  nonce: z.object({ account: z.string(), value: z.string() }).optional(),
  /** The signed bytes in base64: handed in again they are the same transaction, which lands once at most. */
  wire: z.string(),
});

/** A transaction that a wallet has signed and whose outcome is not known yet. */
export type SentTransaction = z.infer<typeof sentTransaction>;

/** How long a transaction can land. */
export type SendableUntil = Pick<SentTransaction, "lastValidBlockHeight" | "nonce">;

/** No block is higher: for what lives by a nonce. */
export const NO_LAST_BLOCK = Number.MAX_SAFE_INTEGER;

const exportedTransaction = z.object({
  ...sentTransaction.omit({ signature: true }).shape,
  /** The newest slot when it was exported: what was done before is not what it did. */
  slot: z.number(),
  /** In milliseconds since the epoch, by the device's clock. */
  exportedAt: z.number(),
});

/** A transaction that was given out to be signed elsewhere; `wire` has no signatures. */
export type ExportedTransaction = z.infer<typeof exportedTransaction>;

const PREFIX = "vesting-index.sent.";
const EXPORTED_PREFIX = "vesting-index.exported.";

/** What one is kept by: the same for every try of one thing by one wallet, so that it cannot be begun twice. */
export type Intent = { signer: string; treeAddress: string; what: string };

const keyOf = ({ signer, treeAddress, what }: Intent, prefix = PREFIX) =>
  `${prefix}${treeAddress}.${signer}.${what}`;

/** Remembers what was given out, until its outcome is known: its signatures may come days later. */
export function keepExported(intent: Intent, exported: ExportedTransaction): void {
  localStorage.setItem(keyOf(intent, EXPORTED_PREFIX), JSON.stringify(exported));
}

export function findExported(intent: Intent): ExportedTransaction | null {
  const kept = localStorage.getItem(keyOf(intent, EXPORTED_PREFIX));
  return kept === null ? null : exportedTransaction.parse(JSON.parse(kept));
}

/** Remembers a signed transaction, before it is sent, until its outcome is known: also after a reload. */
export function keepSent(intent: Intent, sent: SentTransaction): void {
  localStorage.setItem(keyOf(intent), JSON.stringify(sent));
}

export function forgetSent(intent: Intent): void {
  localStorage.removeItem(keyOf(intent));
}

export function forgetExported(intent: Intent): void {
  localStorage.removeItem(keyOf(intent, EXPORTED_PREFIX));
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
