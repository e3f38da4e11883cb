import * as z from "zod";
import { browserStorage } from "@/components/shell/browser-storage";

const sentTransaction = z.object({
  signature: z.string(),
  /** The last block height that can include the transaction. The transaction cannot land later. */
  lastValidBlockHeight: z.number(),
  /**
   * The durable nonce, which replaces the block height. The transaction cannot land after the nonce account
   * has another value.
   */
  nonce: z.object({ account: z.string(), value: z.string() }).optional(),
  /** The signed bytes in base64. Sending the same bytes again is safe: the transaction lands at most once. */
  wire: z.string(),
});

/** A transaction that a wallet signed and whose outcome is unknown. */
export type SentTransaction = z.infer<typeof sentTransaction>;

/** The lifetime of a transaction. */
export type SendableUntil = Pick<SentTransaction, "lastValidBlockHeight" | "nonce">;

/** The block height for transactions with a durable nonce, which no block exceeds. */
export const NO_LAST_BLOCK = Number.MAX_SAFE_INTEGER;

const exportedTransaction = z.object({
  ...sentTransaction.omit({ signature: true }).shape,
  /** The newest slot at the time of the export. Transactions in earlier slots are not this one. */
  slot: z.number(),
  /** Milliseconds since the epoch, by the clock of the device. */
  exportedAt: z.number(),
});

/** A transaction that was exported for offline signing. `wire` has no signatures. */
export type ExportedTransaction = z.infer<typeof exportedTransaction>;

const PREFIX = "vesting-index.sent.";
const EXPORTED_PREFIX = "vesting-index.exported.";

/**
 * The storage key of a transaction. All attempts of a wallet for one purpose share the key, so that no second
 * attempt starts.
 */
export type Intent = { signer: string; treeAddress: string; what: string };

const getKey = ({ signer, treeAddress, what }: Intent, prefix = PREFIX) =>
  `${prefix}${treeAddress}.${signer}.${what}`;

/**
 * Stores an exported transaction until its outcome is known, because its signatures can arrive days later.
 */
export function storeExported(intent: Intent, exported: ExportedTransaction): void {
  browserStorage().setItem(getKey(intent, EXPORTED_PREFIX), JSON.stringify(exported));
}

export function findExported(intent: Intent): ExportedTransaction | null {
  const stored = browserStorage().getItem(getKey(intent, EXPORTED_PREFIX));
  return stored === null ? null : exportedTransaction.parse(JSON.parse(stored));
}

/** Stores a signed transaction before it is sent, until its outcome is known. The entry survives a reload. */
export function storeSent(intent: Intent, sent: SentTransaction): void {
  browserStorage().setItem(getKey(intent), JSON.stringify(sent));
}

export function deleteSent(intent: Intent): void {
  browserStorage().removeItem(getKey(intent));
}

export function deleteExported(intent: Intent): void {
  browserStorage().removeItem(getKey(intent, EXPORTED_PREFIX));
}

/** Returns the purpose of one of several transactions for one operation. The first has no number. */
export const numbered = (what: string, number: number): string => (number === 1 ? what : `${what}#${number}`);

/** A stored transaction and its key. */
export type StoredTransaction = { intent: Intent; sent: SentTransaction };

/**
 * Returns all stored transactions of a wallet for one purpose, numbered or not, in one campaign or in all
 * campaigns.
 */
export function findAllSent(
  input: Omit<Intent, "treeAddress"> & { treeAddress?: string },
): StoredTransaction[] {
  const found: StoredTransaction[] = [];
  for (let at = 0; at < browserStorage().length; at++) {
    const key = browserStorage().key(at);
    if (!key?.startsWith(PREFIX)) continue;
    const [treeAddress = "", signer = "", ...rest] = key.slice(PREFIX.length).split(".");
    const intent = { treeAddress, signer, what: rest.join(".") };
    if (signer !== input.signer || intent.what.split("#")[0] !== input.what) continue;
    if (input.treeAddress !== undefined && input.treeAddress !== treeAddress) continue;
    found.push({ intent, sent: sentTransaction.parse(JSON.parse(browserStorage().getItem(key) ?? "")) });
  }
  return found;
}
