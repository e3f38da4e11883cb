import { type Connection, PublicKey, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { NetworkError } from "@/lib/client/api-error";
import { readNonceAccount } from "@/lib/core/plans/durable-nonce";
import { english, type Words } from "@/lib/core/words/words";

/** How long a transaction can land: to a block height, or as long as a nonce account holds the value that it names. */
export type SendableUntil = {
  lastValidBlockHeight: number;
  nonce?: { account: string; value: string } | undefined;
};

/** A transaction that was signed and whose outcome is not known yet; `wire` is base64, `signature` base58. */
export type SentTransaction = SendableUntil & { signature: string; wire: string };

/** A signed transaction as it is delivered. Throws where the fee payer's signature is missing. */
export function toSent(
  signed: Uint8Array,
  { lastValidBlockHeight, nonce }: SendableUntil,
  t: Words = english,
): SentTransaction {
  const signature = Transaction.from(signed).signature;
  if (!signature) throw new Error(t("The wallet gave back a transaction without its signature. Try again."));
  return {
    signature: bs58.encode(signature),
    lastValidBlockHeight,
    nonce,
    wire: btoa(String.fromCharCode(...signed)),
  };
}

/** What became of a signed transaction. Only `landed` changed anything; `refused` and `expired` never will. */
export type Outcome =
  | { outcome: "landed" }
  | { outcome: "failed"; error: unknown }
  | { outcome: "refused"; error: unknown }
  | { outcome: "expired" };

/** What delivering needs of the ledger. */
export type DeliveryLedger = Pick<
  Connection,
  "getSignatureStatuses" | "getBlockHeight" | "sendRawTransaction" | "getAccountInfo"
>;

/** The first looks follow each other faster: a local ledger confirms at once. */
const [FIRST_POLL_MS, POLL_MS] = [100, 500];
/** Hands it in again every so many looks: a node may drop what it was given. */
const LOOKS_PER_TRY = 4;
/** What a node says that has tried it and will not send it; anything else leaves open whether it did. */
const REFUSED = /transaction simulation failed|refused the transaction|signature verification failure/i;
/** What it says of one that it tried too early, or a moment too late. */
const PASSING = /blockhash not found|already been processed/i;
/** Answers that may fail to come, one after another, before the person is told. */
const LOST_ANSWERS = 5;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Follows a signed transaction to its end. Its signature is looked up first, then its very bytes are handed in, which
 * can land only once; it is given up when the last block that could take it has passed, or its nonce was used. Throws NetworkError when
 * nobody answers any more: the outcome is then still open.
 */
export async function deliver(sent: SentTransaction, ledger: DeliveryLedger): Promise<Outcome> {
  let lost = 0;
  for (let look = 0; ; look++) {
    try {
      const outcome = await lookOnce(sent, ledger, look);
      if (outcome) return outcome;
      lost = 0;
    } catch (error) {
      lost += 1;
      if (!(error instanceof NetworkError) || lost >= LOST_ANSWERS) throw error;
    }
    await pause(Math.min(POLL_MS, FIRST_POLL_MS * 2 ** look));
  }
}

/** How long questions are gathered, in milliseconds, before they are asked in one. */
const GATHER_MS = 50;

/** The ledger for several deliveries at once: what they look up at about the same time is asked together. */
export function sharedLedger(ledger: DeliveryLedger): DeliveryLedger {
  let asked: string[] = [];
  let statuses: ReturnType<DeliveryLedger["getSignatureStatuses"]> | null = null;
  let height: Promise<number> | null = null;
  const askStatuses: DeliveryLedger["getSignatureStatuses"] = async (_, options) => {
    await pause(GATHER_MS);
    const signatures = asked;
    asked = [];
    statuses = null;
    return ledger.getSignatureStatuses(signatures, options);
  };
  const askHeight = async () => {
    await pause(GATHER_MS);
    height = null;
    return ledger.getBlockHeight();
  };
  return {
    getSignatureStatuses: async (signatures, options) => {
      const first = asked.push(...signatures) - signatures.length;
      statuses ??= askStatuses(signatures, options);
      const { context, value } = await statuses;
      return { context, value: value.slice(first, first + signatures.length) };
    },
    getBlockHeight: () => {
      height ??= askHeight();
      return height;
    },
    getAccountInfo: (address) => ledger.getAccountInfo(address),
    sendRawTransaction: (wire, options) => ledger.sendRawTransaction(wire, options),
  };
}

async function lookOnce(
  sent: SentTransaction,
  ledger: DeliveryLedger,
  look: number,
): Promise<Outcome | null> {
  const known = await statusOf(sent, ledger);
  if (known) return known === "pending" ? null : known;
  if (await isOver(sent, ledger)) {
    // It may have landed between the two answers.
    const last = await statusOf(sent, ledger);
    if (last === null) return { outcome: "expired" };
    return last === "pending" ? null : last;
  }
  return look % LOOKS_PER_TRY === 0 ? handIn(sent, ledger) : null;
}

/** Whether a transaction can never land any more: its last block has passed, or its nonce was used. */
export async function isOver(
  { nonce, lastValidBlockHeight }: SendableUntil,
  ledger: Pick<Connection, "getBlockHeight" | "getAccountInfo">,
): Promise<boolean> {
  if (!nonce) return (await ledger.getBlockHeight()) > lastValidBlockHeight;
  const account = await ledger.getAccountInfo(new PublicKey(nonce.account));
  const found = account && { owner: account.owner.toBase58(), data: account.data };
  return readNonceAccount(nonce.account, found)?.value !== nonce.value;
}

async function statusOf(
  { signature }: SentTransaction,
  ledger: DeliveryLedger,
): Promise<Outcome | "pending" | null> {
  const { value } = await ledger.getSignatureStatuses([signature], { searchTransactionHistory: true });
  const [status] = value;
  if (!status) return null;
  if (status.err) return { outcome: "failed", error: status.err };
  return status.confirmationStatus === "processed" ? "pending" : { outcome: "landed" };
}

async function handIn(sent: SentTransaction, ledger: DeliveryLedger): Promise<Outcome | null> {
  try {
    // Tried by the node first: what could only fail is not sent, and costs no fee.
    await ledger.sendRawTransaction(fromBase64(sent.wire), { preflightCommitment: "confirmed" });
    return null;
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    // A node also refuses what has landed already.
    const known = await statusOf(sent, ledger);
    if (known === null) return isRefusal(error) ? { outcome: "refused", error } : null;
    return known === "pending" ? null : known;
  }
}

const isRefusal = (error: unknown) => REFUSED.test(String(error)) && !PASSING.test(String(error));

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
