import { getVersions } from "@/components/network/send-plan";
import { CheckFailedError } from "@/components/network/simulate-plan";
import { serviceApi } from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import { isSendable, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { sponsorClaims } from "@/lib/core/plans/sponsored-claim";
import type { ActionRequest } from "./action-request";
import { type ActionBasis, CAMPAIGN_CHANGED, CampaignChangedError, readActionBasis } from "./chain-state";
import { planAction } from "./plan-action";
import { refreshRequest } from "./refresh-request";

/** An action that is ready to sign. */
export type PreparedAction = {
  /** The request with current amounts. */
  request: ActionRequest;
  /** The state that the plans depend on. */
  basis: string;
  plans: SendablePlan[];
  /** The transaction versions of wallet and network. */
  supported: SupportedVersions;
  /** Whether the sponsor signs the only transaction as its fee payer. */
  isSponsored: boolean;
};

type Preparing = {
  t: Translator;
  account: WalletAccount;
  now: bigint;
  /** Receives the state as soon as it is read, also if the plan fails. */
  onBasis?: (basis: string) => void;
  /** Omits the sponsor, after it refused to sign. */
  withoutSponsor?: boolean;
};

/**
 * Plans an action from current data of the service and the Solana network.
 * @throws CheckFailedError if there is nothing to sign
 */
export async function prepareAction(
  request: ActionRequest,
  { t, account, now, onBasis, withoutSponsor }: Preparing,
): Promise<PreparedAction> {
  const read = await readActionBasis(request);
  onBasis?.(read.basis);
  const current = refreshUnlessOffline(request, { t, account, now, read });
  const supported = await getVersions(account);
  const plans = await planAction(current, { t, merkleRoot: read.tree?.merkleRoot ?? null, supported });
  const own = { request: current, basis: read.basis, plans, supported, isSponsored: false };
  if (current.kind !== "claim" || !current.campaign.isSponsored) return own;
  // Signatures of offline signers and multisigs arrive after the sponsor's blockhash has expired.
  if (account.signPlan || account.vault) return own;
  if (withoutSponsor) return { ...own, request: { ...current, sponsor: "none" } };
  return (await withSponsor(current, own)) ?? own;
}

/** Returns the claim with the sponsor as fee payer; null if it needs several transactions. */
async function withSponsor(
  request: Extract<ActionRequest, { kind: "claim" }>,
  own: PreparedAction,
): Promise<PreparedAction | null> {
  const beneficiary = request.leaves[0]?.beneficiary ?? "";
  const { feePayer, rentLamports, code } = await serviceApi().sponsorship(
    request.campaign.treeAddress,
    beneficiary,
  );
  if (code === "SPONSOR_QUOTA_USED") return { ...own, request: { ...request, sponsor: "none" } };
  const [only, ...others] = own.plans;
  if (feePayer === null || !only || others.length > 0) return null;
  const rent = BigInt(rentLamports);
  const supported = own.supported.filter((version) => version !== 1);
  const plans = sponsorClaims([only], { account: beneficiary, sponsor: { address: feePayer, rent } });
  if (!plans.every((plan) => isSendable(plan, supported))) return null;
  const sponsor = rent > 0n ? "fee and rent" : "fee";
  return {
    ...{ ...own, plans, supported, isSponsored: true },
    request: { ...request, sponsor },
  };
}

function refreshUnlessOffline(
  request: ActionRequest,
  { t, account, now, read }: Preparing & { read: ActionBasis },
): ActionRequest {
  try {
    return refreshRequest(t, request, { ...read, now });
  } catch (error) {
    // An offline signer can sign now and send later, when the campaign pays again.
    if (account.signPlan && error instanceof CheckFailedError) return request;
    throw error;
  }
}

/**
 * Prepares an action again before a wallet opens.
 * @throws CampaignChangedError if the result differs from the visible plan
 */
export async function requireUnchanged(
  request: ActionRequest,
  shown: PreparedAction,
  preparing: Preparing,
): Promise<void> {
  const fresh = await prepareAction(request, preparing);
  if (!isSamePreparation(shown, fresh)) throw new CampaignChangedError(preparing.t(CAMPAIGN_CHANGED));
}

/**
 * Returns whether two preparations have the same state and instructions, and the later one pays no less. A
 * claim of a linear allocation grows every second, which is not a change.
 */
function isSamePreparation(shown: PreparedAction, fresh: PreparedAction): boolean {
  return (
    shown.basis === fresh.basis &&
    planText(shown.plans) === planText(fresh.plans) &&
    getClaim(fresh.request) >= getClaim(shown.request)
  );
}

const getClaim = (request: ActionRequest) => (request.kind === "claim" ? BigInt(request.claimable) : 0n);

/**
 * Returns everything that a signature covers except the blockhash. Recipient, amount and proof are in the
 * accounts and data.
 */
const planText = (plans: readonly SendablePlan[]) =>
  JSON.stringify(
    plans.map(({ feePayer, instructions }) => [
      feePayer,
      instructions.map(({ programId, keys, data }) => [
        programId.toBase58(),
        keys.map(({ pubkey }) => pubkey.toBase58()),
        [...data],
      ]),
    ]),
  );
