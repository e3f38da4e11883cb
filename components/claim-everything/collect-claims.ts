import { PublicKey } from "@solana/web3.js";
import pLimit from "p-limit";
import { errorText } from "@/components/i18n/error-text";
import { solanaConnection } from "@/components/network/connection";
import { readTables } from "@/components/network/lookup-table";
import { serviceApi } from "@/components/service/service-api";
import { ApiClientError } from "@/lib/client/api-error";
import type { AllProofsView } from "@/lib/contract/leaf";
import { progressState } from "@/lib/contract/live-state";
import { campaignName, toToken } from "@/lib/contract/names";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import type { Translator } from "@/lib/core/i18n/translator";
import { planClaim } from "@/lib/core/plans/claim";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { campaignOrNull } from "@/lib/core/solana/tree-account";
import { coveredClaims } from "@/lib/core/vesting/payable";
import {
  type ClaimEverythingRequest,
  type ClaimTarget,
  claimKey,
  type LeafClaim,
  MAX_CAMPAIGNS,
  type SkippedClaim,
} from "./claim-request";
import { getDisabledReason, getRejectionReason } from "./disabled-reason";

type Entry = VestingProgress["campaigns"][number];

export type Collected = {
  /** The state of the service from which the claims were collected. */
  indexed: string;
  claims: LeafClaim[];
  leftOut: SkippedClaim[];
  /** Number of claimable campaigns beyond the limit of one run. */
  later: number;
};

export type Collecting = {
  /** Translates the reasons of `leftOut`. */
  t: Translator;
  request: ClaimEverythingRequest;
  includesUnsolicited: boolean;
  /** Keys of recently claimed leaves that may be missing in the index; see `claimKey`. */
  claimed: ReadonlySet<string>;
  now: bigint;
  /** The transaction versions of wallet and network. */
  supported: SupportedVersions;
};

/**
 * Collects the claims that an address can make now, in the order of the portfolio, from the index and the
 * accounts on the Solana network. Also returns the campaigns that are left out, with the reason.
 * @throws ConnectionLostError or ApiClientError if the index or the Solana network is unavailable
 */
export async function collectClaims(input: Collecting): Promise<Collected> {
  const { t, request, includesUnsolicited } = input;
  const progress = await serviceApi().vestingProgress(request.address);
  const { campaigns } = progress;
  const positions = new Map(request.order.map((treeAddress, position) => [treeAddress, position]));
  const getPosition = ({ treeAddress }: Entry) => positions.get(treeAddress) ?? request.order.length;
  const unsolicited = new Set(includesUnsolicited ? [] : request.unsolicited);
  const leftOut: SkippedClaim[] = [];
  const open: Entry[] = [];
  // An earlier campaign at the same address has a closed account, and the data of an unverified campaign may
  // be wrong.
  const current = campaigns.filter((entry) => entry.verified && entry.earlierGeneration === null);
  for (const entry of current.toSorted((a, b) => getPosition(a) - getPosition(b))) {
    const reason =
      getDisabledReason(t, entry) ??
      (unsolicited.has(entry.treeAddress) ? t("The creator is unknown. See the option above.") : null);
    if (reason === null) open.push(entry);
    else leftOut.push({ target: getTarget(t, entry, request), reason });
  }
  const taken = open.slice(0, MAX_CAMPAIGNS);
  const trees = await readTrees(
    taken.map(({ treeAddress }) => treeAddress),
    request.programId,
  );
  const found = await mapWithConcurrency(taken, (entry, at) =>
    claimsFrom(entry, { ...input, tree: trees[at] ?? null }),
  );
  return {
    indexed: progressState(progress),
    claims: found.flatMap((item) => ("reason" in item ? [] : item)),
    leftOut: [...leftOut, ...found.filter((item) => "reason" in item)],
    later: open.length - taken.length,
  };
}

function getTarget(t: Translator, entry: Entry, { tokens, prices }: ClaimEverythingRequest): ClaimTarget {
  const { treeAddress, mint } = entry;
  const token = tokens.find((known) => known.mint === mint) ?? toToken(mint, null);
  return {
    treeAddress,
    name: campaignName(entry, t),
    token,
    price: token.isKnown ? (prices[mint] ?? null) : null,
  };
}

type Found = LeafClaim[] | SkippedClaim;

async function claimsFrom(entry: Entry, input: Collecting & { tree: VestingTree | null }): Promise<Found> {
  const { t, request, claimed, tree, now, supported } = input;
  const { treeAddress, mint } = entry;
  const target = getTarget(t, entry, request);
  const getDueAmount = ({ progress }: Entry["leaves"][number]) => BigInt(progress.claimable);
  const available = entry.progress.payable === null ? null : BigInt(entry.progress.payable);
  const payable = new Map(
    coveredClaims(entry.leaves, getDueAmount, available).map((leaf) => [leaf.leafIndex, getDueAmount(leaf)]),
  );
  const answer = await readProofs(t, treeAddress, request.address);
  if (typeof answer === "string") return { target, reason: answer };
  const reason = getRejectionReason(t, { tree, merkleRoot: answer.merkleRoot, now });
  if (reason !== null) return { target, reason };
  const keys = { treeAddress, mint, programId: request.programId };
  const tables = await readTables(keys, { ...answer, supported });
  return answer.leaves.flatMap(({ leaf, proof }) => {
    const amount = payable.get(leaf.leafIndex);
    if (amount === undefined || claimed.has(claimKey({ target, leafIndex: leaf.leafIndex }))) return [];
    const plan = planClaim({ ...keys, leaf: toLeaf(leaf), proof: toProofBytes(proof) });
    return [{ target, leafIndex: leaf.leafIndex, amount, plan: { ...plan, ...tables } }];
  });
}

/** Returns the proofs of an address, or a sentence if the service has none. */
async function readProofs(
  t: Translator,
  treeAddress: string,
  address: string,
): Promise<AllProofsView | string> {
  try {
    return await serviceApi().proofs(treeAddress, address);
  } catch (error) {
    const isAnswered = error instanceof ApiClientError && (error.status === 404 || error.status === 409);
    if (isAnswered) return errorText(t, error);
    throw error;
  }
}

async function readTrees(
  treeAddresses: readonly string[],
  programId: string,
): Promise<(VestingTree | null)[]> {
  if (treeAddresses.length === 0) return [];
  const keys = treeAddresses.map((address) => new PublicKey(address));
  const accounts = await solanaConnection().getMultipleAccountsInfo(keys);
  return treeAddresses.map((address, at) => campaignOrNull(accounts[at], { address, programId }));
}

const CONCURRENCY = 4;

/**
 * Maps items to results, in order, with a limited number of concurrent calls. After an error, no further call
 * starts.
 */
export function mapWithConcurrency<Item, Answer>(
  items: readonly Item[],
  query: (item: Item, at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const limit = pLimit(CONCURRENCY);
  return limit.map(items, (item, at) =>
    query(item, at).catch((error: unknown) => {
      limit.clearQueue();
      throw error;
    }),
  );
}
