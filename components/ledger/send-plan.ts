import { Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { ledger } from "@/components/ledger/connection";
import { ConnectionLost, isUnanswered, serviceApi } from "@/components/service/service-api";
import type { SignedElsewhere, WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClientError } from "@/lib/client/api-error";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { type RecentBlockhash, unsignedBytes } from "@/lib/core/plans/wire";
import { deliver, type Outcome } from "./deliver";
import { failureSentence, refusalSentence } from "./failure-sentence";
import type { SendPhase } from "./send-phase";
import {
  findAllSent,
  forgetExported,
  forgetSent,
  type Intent,
  keepSent,
  type SendableUntil,
  type SentTransaction,
} from "./sent-transactions";

/** A transaction that the ledger refused or lost; the message is a sentence for the person who sent it. */
export class TransactionFailure extends Error {
  override readonly name = "TransactionFailure";
}

/** A transaction that stands. `isIndexed` is false when the service will only see it at its next run. */
export type Landed = { signature: string; isIndexed: boolean };

export type Sending = {
  account: WalletAccount;
  /** What the transaction is for, so that an earlier one for the same is found before another is signed. */
  intent: Intent;
  onPhase: (phase: SendPhase) => void;
};

const POLL_MS = 500;
const INDEX_ATTEMPTS = 8;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A blockhash to sign with, from the ledger as it is confirmed. */
export const recentBlockhash = async (): Promise<RecentBlockhash> =>
  (await ledger().getLatestBlockhashAndContext()).value;

/**
 * Signs, sends, waits for confirmation, and has the service index what happened. An earlier transaction for the same
 * intent must have been settled before. The signed transaction is kept until its outcome is known.
 */
export async function sendPlan(plan: SendablePlan, sending: Sending): Promise<Landed> {
  const { intent, onPhase } = sending;
  onPhase("signing");
  const answer = await signed(plan, sending);
  if ("landed" in answer) {
    forgetExported(intent);
    onPhase("indexing");
    return { signature: answer.landed, isIndexed: await indexAll([answer.landed]) };
  }
  const sent = toSent(answer.signed, answer.until);
  keepSent(intent, sent);
  onPhase("confirming");
  const outcome = await follow(intent, sent);
  if (outcome.outcome !== "landed") throw new TransactionFailure(sentenceOf(plan, outcome));
  onPhase("indexing");
  return { signature: sent.signature, isIndexed: await indexAll([sent.signature]) };
}

/** Signed by the wallet of this browser, or by whoever has the key elsewhere. */
async function signed(plan: SendablePlan, { account, intent }: Sending): Promise<SignedElsewhere> {
  if (account.signPlan) return account.signPlan(plan, intent);
  const recent = await recentBlockhash();
  return { signed: await account.signTransaction(unsignedBytes(plan, recent)), until: recent };
}

/**
 * What became of a transaction for this intent that was signed before and whose end nobody saw: null when there was
 * none, or none that changed anything.
 */
export async function settleSent({ intent, onPhase }: Omit<Sending, "account">): Promise<Landed | null> {
  const landed: string[] = [];
  for (const { intent: kept, sent } of findAllSent(intent)) {
    onPhase("looking");
    const { outcome } = await follow(kept, sent);
    if (outcome === "landed") landed.push(sent.signature);
  }
  const signature = landed.at(-1);
  if (signature === undefined) return null;
  onPhase("indexing");
  return { signature, isIndexed: await indexAll(landed) };
}

async function follow(intent: Intent, sent: SentTransaction): Promise<Outcome> {
  try {
    const outcome = await deliver(sent, ledger());
    forgetSent(intent);
    // What a node only would not send can be sent later, by its nonce, as it was signed.
    if (outcome.outcome !== "refused") forgetExported(intent);
    return outcome;
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    throw new ConnectionLost(
      "The connection was lost after your wallet had signed, so it is not known yet whether the transaction went through. Once you are connected again, go on here: it is looked up first, and never done twice.",
      { cause: error },
    );
  }
}

/** Why a transaction that has come to its end did nothing, for the person who sent it. */
export function sentenceOf(plan: SendablePlan, outcome: Exclude<Outcome, { outcome: "landed" }>): string {
  if (outcome.outcome === "failed") return failureSentence(plan, { err: outcome.error });
  if (outcome.outcome === "refused") return refusalSentence(plan, outcome.error);
  return "The ledger did not take the transaction in time. Nothing was changed; try again.";
}

/** A signed transaction as it is kept. Throws where the wallet's signature is missing. */
export function toSent(signed: Uint8Array, { lastValidBlockHeight, nonce }: SendableUntil): SentTransaction {
  const signature = Transaction.from(signed).signature;
  if (!signature) throw new Error("The wallet gave back a transaction without its signature. Try again.");
  return {
    signature: bs58.encode(signature),
    lastValidBlockHeight,
    nonce,
    wire: btoa(String.fromCharCode(...signed)),
  };
}

/** Has the service read transactions, at most 50, now instead of at its next run; false when it could not. */
export async function indexAll(signatures: readonly string[]): Promise<boolean> {
  const api = serviceApi();
  for (let attempt = 1; attempt <= INDEX_ATTEMPTS; attempt++) {
    try {
      const { results } = await api.syncEvents(signatures);
      if (results.every(({ status }) => status !== "pending")) return true;
    } catch (error) {
      // The transaction stands, whatever the service says to it now.
      if (!(error instanceof ApiClientError) && !isUnanswered(error)) throw error;
      return false;
    }
    await pause(POLL_MS * attempt);
  }
  return false;
}
