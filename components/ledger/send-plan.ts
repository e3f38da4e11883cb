import { VersionedTransaction } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { explainFailure } from "@/components/ledger/explain-failure";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import type { TransactionPlan } from "@/lib/transactions/plans/plan";
import { unsignedBytes, unsignedTransaction } from "@/lib/transactions/plans/wire";

/** A transaction that the ledger refused or lost; the message is a sentence for the person who sent it. */
class TransactionFailure extends Error {
  override readonly name = "TransactionFailure";
}

export type SendPhase = "signing" | "confirming" | "indexing";

const POLL_MS = 500;
const INDEX_ATTEMPTS = 8;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs the plan on the ledger's node without signatures. Throws TransactionFailure with what would go wrong. */
export async function simulatePlan(plan: TransactionPlan): Promise<void> {
  const recent = await ledger().getLatestBlockhash();
  const message = unsignedTransaction(plan, recent).compileMessage();
  const { value } = await ledger().simulateTransaction(new VersionedTransaction(message), {
    sigVerify: false,
    replaceRecentBlockhash: true,
  });
  if (value.err) throw new TransactionFailure(explainFailure(value.err, value.logs ?? []));
}

/**
 * Signs, sends, waits for confirmation, and has the service index what happened. The
 * transaction stands either way: `isIndexed` is false when the service will only see it at its next run.
 */
export async function sendPlan(
  plan: TransactionPlan,
  { account, onPhase }: { account: WalletAccount; onPhase: (phase: SendPhase) => void },
): Promise<{ isIndexed: boolean }> {
  onPhase("signing");
  const recent = await ledger().getLatestBlockhash();
  const signed = await account.signTransaction(unsignedBytes(plan, recent));
  onPhase("confirming");
  const signature = await ledger().sendRawTransaction(signed, { skipPreflight: true });
  await confirm(signature, recent.lastValidBlockHeight);
  onPhase("indexing");
  return { isIndexed: await index(signature) };
}

async function confirm(signature: string, lastValidBlockHeight: number): Promise<void> {
  for (;;) {
    const { value } = await ledger().getSignatureStatuses([signature]);
    const status = value[0];
    if (status?.err) throw new TransactionFailure(explainFailure(status.err));
    if (status?.confirmationStatus === "confirmed" || status?.confirmationStatus === "finalized") return;
    if (!status && (await ledger().getBlockHeight()) > lastValidBlockHeight) {
      throw new TransactionFailure(
        "The ledger did not take the transaction in time. Nothing was changed; try again.",
      );
    }
    await pause(POLL_MS);
  }
}

/** Has the service read the transaction now instead of at its next run; false when it could not. */
async function index(signature: string): Promise<boolean> {
  const api = new ApiClient({ baseUrl: "" });
  for (let attempt = 1; attempt <= INDEX_ATTEMPTS; attempt++) {
    try {
      const { results } = await api.syncEvents([signature]);
      if (results.every(({ status }) => status !== "pending")) return true;
    } catch (error) {
      if (!(error instanceof ApiClientError)) throw error;
      return false;
    }
    await pause(POLL_MS * attempt);
  }
  return false;
}
