import { selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { hasRootVersion } from "@/db/queries/campaigns/current-version";
import { type Proofs, selectProofs } from "@/db/queries/campaigns/leaves";
import type { Campaign } from "@/db/schema";
import type { Token } from "@/lib/contract/names";
import { ApiError, notFound } from "@/lib/core/errors";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toProofBytes } from "@/lib/core/plans/answered-leaf";
import { planClaim } from "@/lib/core/plans/claim";
import { readCampaignTable } from "@/lib/core/plans/lookup-table";
import { namedFailure } from "@/lib/core/plans/named-failure";
import { chooseVersion, packPlans, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import { type LookupTable, payoutAccount, type TransactionPlan } from "@/lib/core/plans/plan";
import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import { missingClaimRent, sponsorClaims } from "@/lib/core/plans/sponsored-claim";
import { transactionSize, unsignedBytes } from "@/lib/core/plans/wire";
import {
  type ClaimRecord,
  decodeClaimRecord,
  decodeVestingTree,
  type VestingTree,
} from "@/lib/core/solana/accounts";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { maxBytesOf } from "@/lib/core/solana/transaction/wire-transaction";
import { vaultAccountOf, vaultBalance } from "@/lib/core/solana/vault";
import { campaignControls, registeredClaimControl } from "@/lib/core/vesting/controls";
import { isReleaseType, type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { firstUnlock, gracePeriod, isTreeGone } from "@/lib/core/vesting/lifecycle";
import { coveredClaims, payableTogether } from "@/lib/core/vesting/payable";
import { leafProgress, type Progress, sumProgress } from "@/lib/core/vesting/progress";
import { type Chain, type LedgerAccount, REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import { readGenesis } from "@/lib/service/chain/genesis";
import { readTokens } from "@/lib/service/pages/tokens";
import type { Services } from "@/lib/service/services";
import type { Sponsor } from "@/lib/service/sponsor/signer";
import {
  contentOf,
  findSigned,
  notSponsored,
  requireSponsor,
  type SignedClaim,
  signSponsored,
  sponsorUnavailable,
} from "@/lib/service/sponsored-claims/sponsored-claims";
import { addPriorityFee, WITHOUT_VERSION_1 } from "./add-priority-fee";
import { insufficientSol, isShortSponsor, lacksSol } from "./insufficient-sol";
import { versionsOf } from "./transaction-versions";

export type ClaimOffer = {
  campaign: Campaign;
  token: Token;
  /** The reason why claims are not possible now; null if they are. */
  closed: string | null;
};

/**
 * Returns the offer of a claim link from the indexed state. Throws NOT_FOUND if the tree is not registered.
 */
export async function readClaimOffer(
  { reads, now }: Services,
  { treeAddress }: { treeAddress: string },
): Promise<ClaimOffer> {
  const campaign = await selectCampaign(reads, { treeAddress });
  if (!campaign) throw notFound("campaign");
  const tokens = await readTokens([campaign.mint]);
  const { id: campaignRowId, merkleRoot } = campaign;
  const isRegistered = await hasRootVersion(reads, { campaignRowId, merkleRoot });
  const claim = registeredClaimControl(campaignControls(campaign, now()).claim, isRegistered);
  const isEmpty = claim.enabled && campaign.vaultBalance === 0n;
  const first = firstUnlock(campaign);
  const begins = first !== null && first > now() ? ` The first unlock is at ${utcTime(first)}.` : "";
  const reason = claim.enabled ? null : claim.showsCountdown ? `${claim.reason}${begins}` : claim.reason;
  const closed = isEmpty ? NOT_COVERED : reason;
  return { campaign, token: tokens.of(campaign.mint), closed };
}

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

/** The payer of the fee. */
export type FeePayer = "account" | "sponsor";

/**
 * Builds the transaction that claims as much as one transaction can for an account. Uses the leaves and
 * proofs of the index, and the on-chain state of the campaign and of the account's claims.
 * @throws NOT_FOUND if the campaign is unknown or the account is not a recipient
 * @throws CONFLICT if the account has another root
 * @throws NOTHING_TO_CLAIM with the reason if the transaction would pay nothing
 * @throws INSUFFICIENT_SOL if the account cannot pay the fee
 * @throws NOT_SPONSORED, SPONSOR_QUOTA_USED or SPONSOR_UNAVAILABLE if the sponsor is requested and does not pay
 */
export async function buildClaim(services: Services, request: ClaimRequest): Promise<BuiltClaim> {
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
  const amount = sum(included.map(dueOf));
  const tokens = await readTokens([campaign.mint]);
  return {
    ...{ campaign, token: tokens.of(campaign.mint), amount, left: sum(payable.map(dueOf)) - amount },
    ...(await buildTransaction(services, {
      request,
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

type ClaimRequest = {
  treeAddress: string;
  account: string;
  priorityFee?: PriorityChoice | null | undefined;
  feePayer?: FeePayer | undefined;
  transactionVersions?: SupportedVersions | null | undefined;
};

const dueOf = ({ progress }: Part) => progress.claimable;

/** Returns the leaves that the campaign pays the account now, and the state that decides it. */
async function readPayable(services: Services, { treeAddress, account, feePayer }: ClaimRequest) {
  const { reads, env, now } = services;
  const [campaign, proofs] = await Promise.all([
    selectCampaign(reads, { treeAddress }),
    selectProofs(reads, { treeAddress, beneficiary: account }),
  ]);
  if (!campaign) throw notFound("campaign");
  if (!proofs || proofs.leaves.length === 0) {
    throw new ApiError(
      "NOT_FOUND",
      "This wallet is not a recipient of this campaign. Use the recipient's wallet.",
    );
  }
  const chain = requireLedger(services);
  const sponsor = feePayer === "sponsor" ? await requireSponsor(services, campaign, account) : null;
  const [state, indexed] = await Promise.all([
    readState(chain, { ...campaign, account, programId: env.VESTING_PROGRAM_ID }),
    selectClaimedBy(reads, { address: account, campaignRowId: campaign.id }),
  ]);
  const { tree } = state;
  if (!tree) throw goneFromLedger(campaign);
  if (tree.merkleRoot !== proofs.merkleRoot) {
    throw new ApiError(
      "CONFLICT",
      "The recipient list was updated on chain and has not been registered here yet. Try again in a minute.",
    );
  }
  const { paused, cancelledAt, instantRefunded, totalClaimed, totalSupply, releasedMilestones } = tree;
  // State of the account that is newer than the index.
  const newer = { paused, cancelledAt, instantRefunded, totalClaimed, totalSupply, releasedMilestones };
  const facts = { ...campaign, ...newer, vaultBalance: state.vaultBalance };
  const parts = payableParts(proofs, { ...state, indexed, facts, now: now() });
  const claimable = parts.filter(({ progress }) => progress.claimable > 0n);
  if (claimable.length === 0) throw nothingToClaim(facts, { parts, now: now() });
  const payable = coveredClaims(claimable, dueOf, payableTogether(claimable.map(dueOf), facts));
  if (payable.length === 0) throw nothing(NOT_COVERED);
  return { campaign, chain, sponsor, state, tree, payable };
}

type Building = {
  request: ClaimRequest;
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
  const supported = await versionsOf(chain, transactionVersions, WITHOUT_VERSION_1);
  return feePayer === "sponsor" ? supported.filter((version) => version !== 1) : supported;
}

/** Builds and simulates the transaction of a plan, and has the sponsor sign it. */
async function buildTransaction(
  services: Services,
  { request, keys, sponsor, rent, claims, chain, record, supported }: Building,
): Promise<Pick<BuiltClaim, "transaction" | "sponsor">> {
  const { env } = services;
  const { account, treeAddress } = request;
  const { blockhash, ...latest } = await chain.getLatestBlockhash(REQUEST_DEADLINE);
  const recent = { blockhash, lastValidBlockHeight: Number(latest.lastValidBlockHeight) };
  const { lastValidBlockHeight } = recent;
  // A transaction that has landed is not returned again for the amount that vested since.
  const content = contentOf(claims, String(record?.claimedAmount));
  const claim = { wallet: account, treeAddress, content, lastValidBlockHeight };
  const earlier = sponsor && (await findSigned(services, claim));
  if (sponsor && earlier) return sponsored(sponsor, earlier);
  // The sponsor pays the fee of the settings, whatever the account requests.
  const choice = sponsor ? undefined : request.priorityFee;
  const { plan, priorityFee } = await addPriorityFee(claims, { chain, env, choice, recent, supported });
  const version = chooseVersion(plan, supported);
  if (sponsor && transactionSize(plan, version) > maxBytesOf(version))
    throw notSponsored("This claim has no room for another signature.");
  const wire = unsignedBytes(plan, recent, version);
  const transaction = Buffer.from(wire).toString("base64");
  const payer = sponsor && { paysRent: env.SPONSOR_RENT === "on" };
  await refuseFailing(chain, { ...keys, account, transaction, instructions: plan.instructions, payer });
  if (!sponsor) return { transaction };
  const lamports = SPONSORED_FEE + BigInt(priorityFee?.lamports ?? 0) + rent;
  return sponsored(sponsor, await signSponsored(services, sponsor, { ...claim, lamports, rent, wire }));
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

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

/**
 * Returns the chain client with separate concurrency, because unauthenticated wallets make these requests and
 * must not delay others.
 */
function requireLedger({ syncChain }: Services): Chain {
  if (syncChain) return syncChain;
  throw new ApiError("LEDGER_UNAVAILABLE", "No Solana network is connected. Set SOLANA_RPC_URL.");
}

type LedgerState = {
  tree: VestingTree | null;
  record: ClaimRecord | null;
  vaultBalance: bigint;
  lookupTables: LookupTable[];
  /** Rent in lamports of the claim record and the token account that a claim would create. */
  missingRent: bigint;
};

const NOT_COVERED = "The campaign does not hold enough to pay this claim. Ask its creator to fund it.";

async function readState(
  chain: Chain,
  of: Pick<Campaign, "treeAddress" | "mint" | "lookupTable"> & { account: string; programId: string },
): Promise<LedgerState> {
  const { treeAddress, lookupTable, account: beneficiary, programId } = of;
  const record = findClaimRecordAddress({ treeAddress, beneficiary, programId }).address;
  const payout = payoutAccount(of, beneficiary);
  const requested = [
    ...[treeAddress, record, vaultAccountOf(of), payout ?? beneficiary],
    ...(lookupTable ? [lookupTable] : []),
  ];
  const { accounts } = await chain.getAccounts(requested, REQUEST_DEADLINE);
  const [treeAccount, recordAccount] = accounts.map((account) =>
    account?.owner === programId ? account : null,
  );
  const table = lookupTable && readCampaignTable(lookupTable, accounts[4] ?? null, of);
  return {
    lookupTables: table ? [table] : [],
    tree: decoded(treeAccount, decodeVestingTree),
    record: decoded(recordAccount, decodeClaimRecord),
    vaultBalance: vaultBalance(accounts[2], of),
    missingRent: missingClaimRent({
      record: Boolean(recordAccount),
      tokenAccount: payout === null || Boolean(accounts[3]),
    }),
  };
}

const decoded = <T>(account: LedgerAccount | null | undefined, decode: (data: Uint8Array) => T): T | null =>
  account ? decode(account.data) : null;

/**
 * The indexed claims. They count in addition to the on-chain record, because a record can be closed once all
 * amounts that have begun to vest are paid. The program would then pay the same leaves again from other
 * recipients' funds.
 */
type Indexed = Awaited<ReturnType<typeof selectClaimedBy>>;

const greater = (a: bigint, b: bigint) => (a > b ? a : b);

type Part = { leaf: Leaf; proof: number[][]; progress: Progress };

function payableParts(
  { leaves }: Proofs,
  {
    record,
    indexed,
    facts,
    now,
  }: Pick<LedgerState, "record"> & { indexed: Indexed; facts: Campaign; now: bigint },
): Part[] {
  return leaves.flatMap(({ leaf: { releaseType, ...stored }, proof }) => {
    if (!isReleaseType(releaseType)) return [];
    const leaf: Leaf = { ...stored, releaseType };
    const own = indexed.filter(({ leafIndex, claimed }) => leafIndex === leaf.leafIndex && claimed > 0n);
    const milestoneClaimed =
      record?.claimedMilestones.includes(leaf.milestoneIdx) ||
      own.some(({ milestoneIdx }) => milestoneIdx === leaf.milestoneIdx);
    const progress = leafProgress(
      {
        ...leaf,
        claimed: greater(claimedOf(leaf, record, milestoneClaimed), sum(own.map(({ claimed }) => claimed))),
        milestoneReleased: facts.releasedMilestones.includes(leaf.milestoneIdx),
        milestoneClaimed,
      },
      facts,
      now,
    );
    return [{ leaf, proof, progress }];
  });
}

function claimedOf(leaf: Leaf, record: ClaimRecord | null, milestoneClaimed: boolean): bigint {
  if (leaf.releaseType === ReleaseType.Milestone) return milestoneClaimed ? leaf.amount : 0n;
  return record?.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
}

const nothing = (message: string) => new ApiError("NOTHING_TO_CLAIM", message);

function goneFromLedger(campaign: Campaign): ApiError {
  if (isTreeGone(campaign))
    return nothing("Everything in the campaign has been claimed. The campaign is closed.");
  return new ApiError(
    "CONFLICT",
    "The campaign does not exist on the network. Ask its creator before you sign anything.",
  );
}

function nothingToClaim(facts: Campaign, { parts, now }: { parts: readonly Part[]; now: bigint }): ApiError {
  if (facts.instantRefunded) return nothing("The campaign was refunded to its creator before it began.");
  if (facts.settled) return nothing("The stream was cancelled and paid out. Nothing is left to claim.");
  if (facts.withdrawn)
    return nothing("The campaign was cancelled, and its creator has withdrawn the remaining balance.");
  const grace = gracePeriod(facts, now);
  if (grace?.isExpired) {
    return nothing(`The campaign was cancelled, and claims ended at ${utcTime(grace.end)}.`);
  }
  const { claimedSoFar, totalEntitled, nextUnlock } = sumProgress(parts.map(({ progress }) => progress));
  if (claimedSoFar >= totalEntitled) return nothing("This wallet has claimed its whole allocation.");
  if (grace)
    return nothing("The campaign was cancelled. This wallet has claimed everything that had vested.");
  if (facts.paused)
    return nothing(
      "Claims are paused. Vesting continues, and everything that vests can be claimed after the pause.",
    );
  if (nextUnlock !== null)
    return nothing(`Nothing can be claimed yet. The next unlock is at ${utcTime(nextUnlock)}.`);
  return nothing("Nothing can be claimed until the campaign's creator releases a milestone.");
}

/**
 * Simulates the transaction and rejects a failing one with a named error. A wallet would only show an error
 * number.
 */
async function refuseFailing(
  chain: Chain,
  of: Omit<Parameters<typeof insufficientSol>[1], "paysFee"> & {
    transaction: string;
    instructions: TransactionPlan["instructions"];
    /** Null if the account pays the fee. */
    payer: { paysRent: boolean } | null;
  },
): Promise<void> {
  const { transaction, instructions, programId, payer } = of;
  const { err, logs } = await chain.simulate(transaction, REQUEST_DEADLINE);
  const failure = namedFailure({ err, logs, instructions, programId });
  if (failure && payer && isShortSponsor(err, failure, payer)) throw sponsorUnavailable();
  if (failure && lacksSol(err, failure, payer ? 1 : 0))
    throw await insufficientSol(chain, { ...of, paysFee: payer === null }, REQUEST_DEADLINE);
  if (failure) throw nothing(`The network would reject this claim: ${failure.message}`);
}

/**
 * Formats a time such as "2027-01-31 14:05 UTC". Stored times are any i64, which exceeds the range of Date.
 */
function utcTime(unixSeconds: bigint): string {
  const date = new Date(Number(unixSeconds) * 1000);
  if (Number.isNaN(date.getTime())) return `second ${unixSeconds}`;
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Characters of a genesis hash in a CAIP-2 chain reference. */
const CHAIN_REFERENCE = 32;

/** Returns the header that names the network of the transactions; empty if the genesis hash is unknown. */
export async function blockchainIds(services: Services): Promise<Record<string, string>> {
  const genesis = await readGenesis(services);
  return genesis === null ? {} : { "x-blockchain-ids": `solana:${genesis.slice(0, CHAIN_REFERENCE)}` };
}
