import { solanaConnection } from "@/components/network/connection";
import { serviceApi } from "@/components/service/service-api";
import { ConnectionLostError } from "@/components/service/service-fetch";
import type { SignedOffline, WalletAccount } from "@/components/wallet/wallet-store";
import { type DeliveryOutcome, deliver, toSent } from "@/lib/client/network/deliver";
import { type ConfirmedSend, indexNow } from "@/lib/client/network/send-plan";
import { supportedVersions } from "@/lib/client/network/supported-versions";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { chooseVersion, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { planFailure, planRefusal } from "@/lib/core/plans/plan-failure";
import { type RecentBlockhash, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import type { SendPhase } from "./send-phase";
import {
  deleteExported,
  deleteSent,
  findAllSent,
  type Intent,
  type SentTransaction,
  storeSent,
} from "./sent-transactions";

/** A transaction that the Solana network rejected or dropped. The message is a sentence for the sender. */
export class SendFailedError extends Error {
  override readonly name = "SendFailedError";
}

export type SendPlanOptions = {
  account: WalletAccount;
  /**
   * The purpose of the transaction. An earlier transaction for the same intent is found before another is
   * signed.
   */
  intent: Intent;
  onPhase: (phase: SendPhase) => void;
  /** Translates the error messages. */
  t?: Translator;
  /** Signs in place of the wallet alone, such as with a sponsor. */
  sign?: (plan: SendablePlan) => Promise<SignedOffline>;
};

/** A confirmed transaction. `isEarlier` if a multisig executed it before it was requested again. */
export type ConfirmedTransaction = ConfirmedSend & { isEarlier?: boolean };

/** Returns a recent confirmed blockhash to sign with. */
export const recentBlockhash = async (): Promise<RecentBlockhash> =>
  (await solanaConnection().getLatestBlockhashAndContext()).value;

/** Returns the transaction versions that the wallet signs and the network executes. */
export const getVersions = (account: WalletAccount): Promise<SupportedVersions> =>
  supportedVersions(solanaConnection(), [account]);

/**
 * Signs, sends and confirms a transaction, then requests its indexing. Earlier transactions for the same
 * intent must be settled first. The signed transaction is stored until its outcome is known.
 */
export async function sendPlan(plan: SendablePlan, sending: SendPlanOptions): Promise<ConfirmedTransaction> {
  const { intent, onPhase, t = english } = sending;
  onPhase("signing");
  const answer = await signed(plan, sending);
  if ("landed" in answer) {
    deleteExported(intent);
    onPhase("indexing");
    const { landed: signature, isEarlier = false } = answer;
    return { signature, isIndexed: await indexAll([signature]), isEarlier };
  }
  const sent = toSent(answer.signed, answer.until, t);
  storeSent(intent, sent);
  onPhase("confirming");
  const outcome = await follow(t, intent, sent);
  if (outcome.outcome !== "landed") throw new SendFailedError(writeSentence(plan, outcome, t));
  onPhase("indexing");
  return { signature: sent.signature, isIndexed: await indexAll([sent.signature]) };
}

/** Signs with the wallet of this browser, or returns the result of offline signing. */
async function signed(
  plan: SendablePlan,
  { account, intent, sign }: SendPlanOptions,
): Promise<SignedOffline> {
  if (sign) return sign(plan);
  if (account.signPlan) return account.signPlan(plan, intent);
  const [recent, supported] = await Promise.all([recentBlockhash(), getVersions(account)]);
  const unsigned = unsignedBytes(plan, recent, chooseVersion(plan, supported));
  return { signed: await account.signTransaction(unsigned), until: recent };
}

/**
 * Follows earlier transactions for this intent whose outcome is unknown. Returns null if none exists or none
 * changed anything.
 */
export async function settleSent({
  intent,
  onPhase,
  t = english,
}: Omit<SendPlanOptions, "account">): Promise<ConfirmedSend | null> {
  const landed: string[] = [];
  for (const { intent: stored, sent } of findAllSent(intent)) {
    onPhase("looking");
    const { outcome } = await follow(t, stored, sent);
    if (outcome === "landed") landed.push(sent.signature);
  }
  const signature = landed.at(-1);
  if (signature === undefined) return null;
  onPhase("indexing");
  return { signature, isIndexed: await indexAll(landed) };
}

async function follow(t: Translator, intent: Intent, sent: SentTransaction): Promise<DeliveryOutcome> {
  try {
    const outcome = await deliver(sent, solanaConnection());
    deleteSent(intent);
    // A transaction with a durable nonce that a node rejected can be sent again later, with the same
    // signature.
    if (outcome.outcome !== "refused") deleteExported(intent);
    return outcome;
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) throw error;
    throw new ConnectionLostError(
      t(
        "The connection was lost after your wallet signed. The result of the transaction is unknown. Continue here when you are online: the result is checked first, and the transaction is never executed twice.",
      ),
      { cause: error },
    );
  }
}

/** Returns a sentence for the sender that explains why a finished transaction had no effect. */
export function writeSentence(
  plan: SendablePlan,
  outcome: Exclude<DeliveryOutcome, { outcome: "landed" }>,
  t: Translator = english,
): string {
  if (outcome.outcome === "failed") return planFailure(plan, { err: outcome.error }, t)?.message ?? "";
  if (outcome.outcome === "refused") return planRefusal(plan, outcome.error, t).message;
  return t("The network did not process the transaction in time. Nothing was changed. Try again.");
}

/** Requests that the service of this page indexes transactions now. Returns false if the request fails. */
export const indexAll = (signatures: readonly string[]): Promise<boolean> =>
  indexNow(serviceApi(), signatures);
