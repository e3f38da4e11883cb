import { CheckFailure } from "@/components/ledger/try-plan";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import type { Words } from "@/lib/core/words/words";
import type { ActionRequest } from "./action-request";
import { type ActionBasis, CAMPAIGN_CHANGED, CampaignChanged, readActionBasis } from "./ledger-basis";
import { planAction } from "./plan-action";
import { refreshRequest } from "./refresh-request";

/** An action as it would be signed now. */
export type PreparedAction = {
  /** The request with the amounts of now. */
  request: ActionRequest;
  /** The state that the plans rest on. */
  basis: string;
  plans: TransactionPlan[];
};

type Preparing = {
  t: Words;
  account: WalletAccount;
  now: bigint;
  /** Receives the state as soon as it is read, also where nothing can be planned on it. */
  onBasis?: (basis: string) => void;
};

/** Plans an action from fresh answers of service and ledger. Throws CheckFailure when there is nothing to sign. */
export async function prepareAction(
  request: ActionRequest,
  { t, account, now, onBasis }: Preparing,
): Promise<PreparedAction> {
  const read = await readActionBasis(request);
  onBasis?.(read.basis);
  const current = refreshUnlessElsewhere(request, { t, account, now, read });
  const plans = await planAction(current, { t, merkleRoot: read.tree?.merkleRoot ?? null });
  return { request: current, basis: read.basis, plans };
}

function refreshUnlessElsewhere(
  request: ActionRequest,
  { t, account, now, read }: Preparing & { read: ActionBasis },
): ActionRequest {
  try {
    return refreshRequest(t, request, { ...read, now });
  } catch (error) {
    // A key elsewhere may sign for later, when the campaign pays again.
    if (account.signPlan && error instanceof CheckFailure) return request;
    throw error;
  }
}

/** Prepares an action once more before a wallet opens. Throws CampaignChanged when it is not what was shown. */
export async function refuseChanged(
  request: ActionRequest,
  shown: PreparedAction,
  preparing: Preparing,
): Promise<void> {
  const fresh = await prepareAction(request, preparing);
  if (!isSamePreparation(shown, fresh)) throw new CampaignChanged(preparing.t(CAMPAIGN_CHANGED));
}

/**
 * Returns whether two preparations sign the same on the same state, and the later one pays no less. A claim of a linear
 * allocation grows with every second, which is not a change.
 */
function isSamePreparation(shown: PreparedAction, fresh: PreparedAction): boolean {
  return (
    shown.basis === fresh.basis &&
    planText(shown.plans) === planText(fresh.plans) &&
    claimOf(fresh.request) >= claimOf(shown.request)
  );
}

const claimOf = (request: ActionRequest) => (request.kind === "claim" ? BigInt(request.claimable) : 0n);

/** All that a signature covers but the blockhash: recipient, amount and proof are in the accounts and data. */
const planText = (plans: readonly TransactionPlan[]) =>
  JSON.stringify(
    plans.map(({ instructions }) =>
      instructions.map(({ programId, keys, data }) => [
        programId.toBase58(),
        keys.map(({ pubkey }) => pubkey.toBase58()),
        [...data],
      ]),
    ),
  );
