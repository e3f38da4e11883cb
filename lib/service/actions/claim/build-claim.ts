import type { Campaign } from "@/db/schema";
import type { Token } from "@/lib/contract/names";
import { verifyProof } from "@/lib/core/merkle/verify";
import { planClaim } from "@/lib/core/plans/claim";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import { toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { chooseVersion, packPlans, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { transactionSize, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { sponsorClaims } from "@/lib/core/plans/sponsored-claim";
import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { getMaxBytes } from "@/lib/core/solana/transaction/wire-transaction";
import { type Chain, REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import { readTokens } from "@/lib/service/pages/tokens";
import type { Services } from "@/lib/service/services";
import type { Sponsor } from "@/lib/service/sponsor/signer";
import {
  findSigned,
  getContent,
  notSponsored,
  requireQuota,
  type SignedClaim,
  signSponsored,
  sponsorUnavailable,
} from "@/lib/service/sponsored-claims/sponsored-claims";
import { addPriorityFee, WITHOUT_VERSION_1 } from "../add-priority-fee";
import { insufficientSol, isShortSponsor, lacksSol } from "../insufficient-sol";
import { readSupportedVersions } from "../transaction-versions";
import { nothingToClaimError } from "./claim-refusals";
import { type ClaimRequest, getDueAmount, type Part, readPayable, sum } from "./payable-claims";

export type BuiltClaim = {
  campaign: Campaign;
  token: Token;
  /** In base64, for the account to sign: unsigned, or signed by the sponsor alone. */
  transaction: string;
  /**
   * `amount` is claimed by this transaction, and `left` needs further transactions; both are in base units.
   */
  amount: bigint;
  left: bigint;
  /** The sponsor that has signed as fee payer, and the most that it pays in lamports; absent if the account pays. */
  sponsor?: { address: string; lamports: bigint; lastValidBlockHeight: number };
};

/**
 * Builds the transaction that claims as much as one transaction can for an account. Uses the leaves and
 * proofs of the index, and the on-chain state of the campaign and of the account's claims.
 * @throws NOT_FOUND if the campaign is unknown or the account is not a recipient
 * @throws CONFLICT if the account has another root
 * @throws NOTHING_TO_CLAIM with the reason if the transaction would pay nothing
 * @throws INSUFFICIENT_SOL if the account cannot pay the fee
 * @throws NOT_SPONSORED, SPONSOR_QUOTA_USED or SPONSOR_UNAVAILABLE if the sponsor is requested and does not pay
 */
export async function buildClaim(
  services: Services,
  request: ClaimRequest,
  httpRequest: Request,
): Promise<BuiltClaim> {
  const { env } = services;
  const { campaign, chain, sponsor, state, tree, payable } = await readPayable(services, request);
  const { treeAddress, account } = request;
  const keys = { treeAddress, mint: campaign.mint, programId: env.VESTING_PROGRAM_ID };
  const rent = sponsor && env.SPONSOR_RENT === "on" ? state.missingRent : 0n;
  const plans = payable.map(({ leaf, proof }) => ({
    ...planClaim({ ...keys, leaf, proof: toProofBytes(proof) }),
    lookupTables: state.lookupTables,
  }));
  const paid = sponsor
    ? sponsorClaims(plans, { account, sponsor: { address: sponsor.address, rent } })
    : plans;
  const supported = await supportedBy(chain, request);
  const [claims] = packPlans(paid, supported);
  if (!claims) throw new RangeError("Plans of claims pack into at least one.");
  // One instruction per leaf, after the transfer of the rent.
  const included = payable.slice(0, claims.instructions.length - (rent > 0n ? 1 : 0));
  if (sponsor && !(await areProven(included, tree)))
    throw new RangeError("The index has a proof that does not verify.");
  const amount = sum(included.map(getDueAmount));
  const tokens = await readTokens([campaign.mint]);
  return {
    ...{ campaign, token: tokens.of(campaign.mint), amount, left: sum(payable.map(getDueAmount)) - amount },
    ...(await buildTransaction(services, {
      ...{ request, httpRequest },
      keys,
      sponsor,
      rent,
      claims,
      chain,
      supported,
      record: state.record,
    })),
  };
}

type Building = {
  request: ClaimRequest;
  /** The network of its client has a share of the sponsor's budget. */
  httpRequest: Request;
  keys: { treeAddress: string; mint: string; programId: string };
  sponsor: Sponsor | null;
  /** Lamports that the sponsor transfers to the account. */
  rent: bigint;
  claims: TransactionPlan;
  chain: Chain;
  record: ClaimRecord | null;
  supported: SupportedVersions;
};

/** The sponsor signs legacy and version 0 alone. */
async function supportedBy(
  chain: Chain,
  { transactionVersions, feePayer }: ClaimRequest,
): Promise<SupportedVersions> {
  const supported = await readSupportedVersions(chain, transactionVersions, WITHOUT_VERSION_1);
  return feePayer === "sponsor" ? supported.filter((version) => version !== 1) : supported;
}

/** Builds and simulates the transaction of a plan, and has the sponsor sign it. */
async function buildTransaction(
  services: Services,
  { request, httpRequest, keys, sponsor, rent, claims, chain, record, supported }: Building,
): Promise<Pick<BuiltClaim, "transaction" | "sponsor">> {
  const { env } = services;
  const { account, treeAddress } = request;
  const { blockhash, ...latest } = await chain.getLatestBlockhash(REQUEST_DEADLINE);
  const recent = { blockhash, lastValidBlockHeight: Number(latest.lastValidBlockHeight) };
  const { lastValidBlockHeight } = recent;
  // A transaction that has landed is not returned again for the amount that vested since.
  const content = getContent(claims, String(record?.claimedAmount));
  const claim = { wallet: account, treeAddress, content, lastValidBlockHeight };
  const earlier = sponsor && (await findSigned(services, claim));
  if (sponsor && earlier) return sponsored(sponsor, earlier);
  if (sponsor) await requireQuota(services, account);
  // The sponsor pays the fee of the settings, whatever the account requests.
  const choice = sponsor ? undefined : request.priorityFee;
  const { plan, priorityFee } = await addPriorityFee(claims, { chain, env, choice, recent, supported });
  const version = chooseVersion(plan, supported);
  if (sponsor && transactionSize(plan, version) > getMaxBytes(version))
    throw notSponsored("This claim has no room for another signature.");
  const wire = unsignedBytes(plan, recent, version);
  const transaction = Buffer.from(wire).toString("base64");
  const payer = sponsor && { paysRent: env.SPONSOR_RENT === "on" };
  await refuseFailing(chain, { ...keys, account, transaction, instructions: plan.instructions, payer });
  if (!sponsor) return { transaction };
  const lamports = SPONSORED_FEE + BigInt(priorityFee?.lamports ?? 0) + rent;
  const priced = { ...claim, lamports, rent, wire, request: httpRequest };
  return sponsored(sponsor, await signSponsored(services, sponsor, priced));
}

const sponsored = ({ address }: Sponsor, { transaction, ...cost }: SignedClaim) => ({
  transaction,
  sponsor: { address, ...cost },
});

/** The network's fee of two signatures: the sponsor's and the account's. */
const SPONSORED_FEE = 10_000n;

async function areProven(
  parts: readonly Part[],
  { merkleRoot: root, leafCount }: VestingTree,
): Promise<boolean> {
  for (const { leaf, proof } of parts) {
    if (!(await verifyProof({ leaf, proof: toProofBytes(proof), root, leafCount }))) return false;
  }
  return true;
}

/**
 * Simulates the transaction and rejects a failing one with a named error. A wallet would only show an error
 * number.
 */
async function refuseFailing(
  chain: Chain,
  claim: Omit<Parameters<typeof insufficientSol>[1], "paysFee"> & {
    transaction: string;
    instructions: TransactionPlan["instructions"];
    /** Null if the account pays the fee. */
    payer: { paysRent: boolean } | null;
  },
): Promise<void> {
  const { transaction, instructions, programId, payer } = claim;
  const { err, logs } = await chain.simulate(transaction, REQUEST_DEADLINE);
  const failure = describeFailure({ err, logs, instructions, programId });
  if (failure && payer && isShortSponsor(err, failure, payer)) throw sponsorUnavailable();
  if (failure && lacksSol(err, failure, payer ? 1 : 0))
    throw await insufficientSol(chain, { ...claim, paysFee: payer === null }, REQUEST_DEADLINE);
  if (failure) throw nothingToClaimError(`The network would reject this claim: ${failure.message}`);
}
