import { versionsOf } from "@/components/ledger/send-plan";
import { CheckFailure } from "@/components/ledger/simulate-plan";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import type { ActionRequest } from "./action-request";
import { type ActionBasis, CAMPAIGN_CHANGED, CampaignChanged, readActionBasis } from "./ledger-basis";
import { planAction } from "./plan-action";
import { refreshRequest } from "./refresh-request";

/** An action that is ready to sign. */
export type PreparedAction = {
  /** The request with current amounts. */
  request: ActionRequest;
  /** The state that the plans depend on. */
  basis: string;
  plans: TransactionPlan[];
  /** The transaction versions of wallet and network. */
  supported: SupportedVersions;
};

type Preparing = {
  t: Translator;
  account: WalletAccount;
  now: bigint;
  /** Receives the state as soon as it is read, also if the plan fails. */
  onBasis?: (basis: string) => void;
};

/**
 * Plans an action from current data of the service and the Solana network.
 * @throws CheckFailure if there is nothing to sign
 */
export async function prepareAction(
  request: ActionRequest,
  { t, account, now, onBasis }: Preparing,
): Promise<PreparedAction> {
  const read = await readActionBasis(request);
  onBasis?.(read.basis);
  const current = refreshUnlessOffline(request, { t, account, now, read });
  const supported = await versionsOf(account);
  const plans = await planAction(current, { t, merkleRoot: read.tree?.merkleRoot ?? null, supported });
  return { request: current, basis: read.basis, plans, supported };
}

function refreshUnlessOffline(
  request: ActionRequest,
  { t, account, now, read }: Preparing & { read: ActionBasis },
): ActionRequest {
  try {
    return refreshRequest(t, request, { ...read, now });
  } catch (error) {
    // An offline signer can sign now and send later, when the campaign pays again.
    if (account.signPlan && error instanceof CheckFailure) return request;
    throw error;
  }
}

/**
 * Prepares an action again before a wallet opens.
 * @throws CampaignChanged if the result differs from the visible plan
 */
export async function requireUnchanged(
  request: ActionRequest,
  shown: PreparedAction,
  preparing: Preparing,
): Promise<void> {
  const fresh = await prepareAction(request, preparing);
  if (!isSamePreparation(shown, fresh)) throw new CampaignChanged(preparing.t(CAMPAIGN_CHANGED));
}

/**
 * Returns whether two preparations have the same state and instructions, and the later one pays no less. A
 * claim of a linear allocation grows every second, which is not a change.
 */
function isSamePreparation(shown: PreparedAction, fresh: PreparedAction): boolean {
  return (
    shown.basis === fresh.basis &&
    planText(shown.plans) === planText(fresh.plans) &&
    claimOf(fresh.request) >= claimOf(shown.request)
  );
}

const claimOf = (request: ActionRequest) => (request.kind === "claim" ? BigInt(request.claimable) : 0n);

/**
 * Returns everything that a signature covers except the blockhash. Recipient, amount and proof are in the
 * accounts and data.
 */
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
