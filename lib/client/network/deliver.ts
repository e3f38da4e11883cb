import { type Connection, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { NetworkError } from "@/lib/client/api-error";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { readNonceAccount } from "@/lib/core/plans/durable-nonce";
import { readTransaction, transactionSignature } from "@/lib/core/solana/transaction/wire-transaction";

/**
 * The period in which a transaction can land: up to a block height, or while a nonce account holds the given
 * value.
 */
export type SendableUntil = {
  lastValidBlockHeight: number;
  nonce?: { account: string; value: string } | undefined;
};

/** A signed transaction whose outcome is unknown; `wire` is base64, `signature` base58. */
export type SentTransaction = SendableUntil & { signature: string; wire: string };

/** Converts a signed transaction for delivery. Throws if the fee payer's signature is missing. */
export function toSent(
  signed: Uint8Array,
  { lastValidBlockHeight, nonce }: SendableUntil,
  t: Translator = english,
): SentTransaction {
  const signature = transactionSignature(readTransaction(signed));
  if (signature.every((byte) => byte === 0))
    throw new Error(t("The wallet returned a transaction without its signature. Try again."));
  return {
    signature: bs58.encode(signature),
    lastValidBlockHeight,
    nonce,
    wire: btoa(String.fromCharCode(...signed)),
  };
}

/**
 * The outcome of a signed transaction. Only `landed` has an effect. `expired` transactions never land, nor do
 * `refused` ones, unless they have a durable nonce and are sent again.
 */
export type DeliveryOutcome =
  | { outcome: "landed" }
  | { outcome: "failed"; error: unknown }
  | { outcome: "refused"; error: unknown }
  | { outcome: "expired" };

/** The RPC methods that delivery uses. */
export type DeliveryRpc = Pick<
  Connection,
  "getSignatureStatuses" | "getBlockHeight" | "sendRawTransaction" | "getAccountInfo"
>;

/** The first polls are more frequent, because a local ledger confirms at once. */
const [FIRST_POLL_MS, POLL_MS] = [100, 500];
/** Polls between two sends of the same transaction; a node may drop a transaction that it accepted. */
const POLLS_PER_SEND = 4;
/**
 * Errors of a node that simulated the transaction and did not send it. After any other error, the transaction
 * may have been sent.
 */
const REFUSED =
  /transaction simulation failed|refused the transaction|signature verification failure|address table/i;
/** Errors for a transaction that was sent too early, or that had just been processed. */
const PASSING = /blockhash not found|already been processed/i;
/** Consecutive network errors after which delivery fails. */
const LOST_ANSWERS = 5;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Polls the status of a signed transaction until its outcome is final. Sends the same bytes repeatedly, which
 * can land only once. A transaction expires when its last valid block has passed or its nonce was used. After a
 * node accepted it, a refusal of a later send is not final: the first one can land.
 * @throws NetworkError if the node stops responding; the outcome is then unknown
 */
export async function deliver(sent: SentTransaction, connection: DeliveryRpc): Promise<DeliveryOutcome> {
  let lost = 0;
  let isAccepted = false;
  for (let attempt = 0; ; attempt++) {
    try {
      const outcome = await pollOnce(sent, connection, attempt);
      // A refused transaction with a nonce never expires, so that its outcome would never be final.
      const isFinal =
        outcome !== "accepted" && !(outcome?.outcome === "refused" && isAccepted && !sent.nonce);
      if (outcome === "accepted") isAccepted = true;
      else if (outcome && isFinal) return outcome;
      lost = 0;
    } catch (error) {
      lost += 1;
      if (!(error instanceof NetworkError) || lost >= LOST_ANSWERS) throw error;
    }
    await pause(Math.min(POLL_MS, FIRST_POLL_MS * 2 ** attempt));
  }
}

/** Milliseconds for which queries are collected into one batch. */
const GATHER_MS = 50;
/** The service's proxy accepts at most this number of signatures in one call. */
const MAX_STATUSES = 32;

/** Wraps a connection for concurrent deliveries: status and height queries within `GATHER_MS` are batched. */
export function shareConnection(connection: DeliveryRpc): DeliveryRpc {
  let requested: string[] = [];
  let statuses: ReturnType<DeliveryRpc["getSignatureStatuses"]> | null = null;
  let height: Promise<number> | null = null;
  const fetchStatuses: DeliveryRpc["getSignatureStatuses"] = async (signatures, options) => {
    await pause(GATHER_MS);
    if (signatures === requested) statuses = null;
    return connection.getSignatureStatuses(signatures, options);
  };
  const fetchHeight = async () => {
    await pause(GATHER_MS);
    height = null;
    return connection.getBlockHeight();
  };
  return {
    getSignatureStatuses: async (signatures, options) => {
      if (requested.length + signatures.length > MAX_STATUSES) statuses = null;
      if (!statuses) {
        requested = [];
        statuses = fetchStatuses(requested, options);
      }
      const first = requested.push(...signatures) - signatures.length;
      const { context, value } = await statuses;
      return { context, value: value.slice(first, first + signatures.length) };
    },
    getBlockHeight: () => {
      height ??= fetchHeight();
      return height;
    },
    getAccountInfo: (address) => connection.getAccountInfo(address),
    sendRawTransaction: (wire, options) => connection.sendRawTransaction(wire, options),
  };
}

async function pollOnce(
  sent: SentTransaction,
  connection: DeliveryRpc,
  attempt: number,
): Promise<DeliveryOutcome | "accepted" | null> {
  const known = await getStatus(sent, connection);
  if (known) return known === "pending" ? null : known;
  if (await isOver(sent, connection)) {
    // The transaction may have landed between the two responses.
    const last = await getStatus(sent, connection);
    if (last === null) return { outcome: "expired" };
    return last === "pending" ? null : last;
  }
  return attempt % POLLS_PER_SEND === 0 ? handIn(sent, connection) : null;
}

/**
 * Returns whether a transaction can no longer land: its last valid block has passed, or its nonce was used.
 */
export async function isOver(
  { nonce, lastValidBlockHeight }: SendableUntil,
  connection: Pick<Connection, "getBlockHeight" | "getAccountInfo">,
): Promise<boolean> {
  if (!nonce) return (await connection.getBlockHeight()) > lastValidBlockHeight;
  const account = await connection.getAccountInfo(new PublicKey(nonce.account));
  const found = account && { owner: account.owner.toBase58(), data: account.data };
  return readNonceAccount(nonce.account, found)?.value !== nonce.value;
}

async function getStatus(
  { signature }: SentTransaction,
  connection: DeliveryRpc,
): Promise<DeliveryOutcome | "pending" | null> {
  const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: true });
  const [status] = value;
  if (!status) return null;
  if (status.err) return { outcome: "failed", error: status.err };
  return status.confirmationStatus === "processed" ? "pending" : { outcome: "landed" };
}

async function handIn(
  sent: SentTransaction,
  connection: DeliveryRpc,
): Promise<DeliveryOutcome | "accepted" | null> {
  try {
    // With preflight, a transaction that would fail is not sent and costs no fee.
    await connection.sendRawTransaction(fromBase64(sent.wire), { preflightCommitment: "confirmed" });
    return "accepted";
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    // A node also rejects a transaction that has already landed.
    const known = await getStatus(sent, connection);
    if (known === null) return isRefusal(error) ? { outcome: "refused", error } : null;
    return known === "pending" ? null : known;
  }
}

const isRefusal = (error: unknown) => REFUSED.test(String(error)) && !PASSING.test(String(error));

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
