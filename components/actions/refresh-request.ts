import { getDisabledReason, getRejectionReason } from "@/components/claim-everything/disabled-reason";
import { CheckFailedError } from "@/components/network/simulate-plan";
import type { LeafView } from "@/lib/contract/leaf";
import type { Translator } from "@/lib/core/i18n/translator";
import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { coveredClaims } from "@/lib/core/vesting/payable";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import type { ActionRequest } from "./action-request";
import type { ActionBasis } from "./chain-state";

/** The tree account, the entry of the recipient and the balance as read, and the time in unix seconds. */
type Read = Pick<ActionBasis, "tree" | "entry" | "held"> & { now: bigint };

type ClaimRequest = Extract<ActionRequest, { kind: "claim" }>;

/**
 * Returns a request with current amounts, because the page that opened it can be old.
 * @throws CheckFailedError if nothing is claimable, or nothing is missing from a campaign to fund
 */
export function refreshRequest(
  t: Translator,
  request: ActionRequest,
  { tree, entry, held, now }: Read,
): ActionRequest {
  if (request.kind === "claim") return refreshClaim(t, request, { tree, entry, now });
  if (tree === null) return request;
  if (request.kind === "fund") return { ...request, amount: missingAmount(t, tree, held).toString() };
  const released = request.kind === "cancel" ? withReleases(request, tree) : request.campaign;
  const campaign = withClaims(released, tree.totalClaimed);
  return request.kind === "cancel-stream"
    ? { ...request, campaign: withStream(campaign, { leaf: request.leaf, tree, now }) }
    : { ...request, campaign };
}

/** Returns the amount that remains to be funded. The program accepts more after claims, and never pays it. */
function missingAmount(t: Translator, tree: VestingTree, held: bigint | null): bigint {
  const missing = tree.totalSupply - tree.totalClaimed - (held ?? 0n);
  if (missing <= 0n) throw new CheckFailedError(t("This campaign is fully funded."));
  return missing;
}

type Stream = { leaf: LeafView; tree: VestingTree; now: bigint };

/** Returns the amounts of a stream as its cancellation would split them at `now`. */
function withStream(campaign: ActionRequest["campaign"], { leaf, tree, now }: Stream) {
  const terms = toLeaf(leaf);
  const isReleased = tree.releasedMilestones.includes(terms.milestoneIdx);
  const ofMilestone = isReleased ? terms.amount : 0n;
  const isMilestone = terms.releaseType === ReleaseType.Milestone;
  const vested = isMilestone ? ofMilestone : vestedAmount(terms, { now, cancelledAt: null });
  const due = vested > tree.totalClaimed ? vested - tree.totalClaimed : 0n;
  return { ...campaign, vested: vested.toString(), unclaimed: due.toString() };
}

/** Adds the milestones that were released after the figures of the campaign were read. */
function withReleases(
  { campaign, unreleased = {} }: Extract<ActionRequest, { kind: "cancel" }>,
  { releasedMilestones }: VestingTree,
): ActionRequest["campaign"] {
  const since = releasedMilestones.reduce((sum, index) => sum + BigInt(unreleased[index] ?? 0), 0n);
  const [vested, unclaimed] = [BigInt(campaign.vested) + since, BigInt(campaign.unclaimed) + since];
  return { ...campaign, vested: vested.toString(), unclaimed: unclaimed.toString() };
}

/** Subtracts the claims that landed after the figures of the campaign were read. */
function withClaims(campaign: ActionRequest["campaign"], totalClaimed: bigint): ActionRequest["campaign"] {
  const since = totalClaimed - BigInt(campaign.totalClaimed);
  const reduce = (amount: string) => (BigInt(amount) > since ? BigInt(amount) - since : 0n).toString();
  if (since <= 0n) return campaign;
  return {
    ...campaign,
    totalClaimed: totalClaimed.toString(),
    unclaimed: reduce(campaign.unclaimed),
    payableUntilSwept: reduce(campaign.payableUntilSwept),
  };
}

function refreshClaim(
  t: Translator,
  request: ClaimRequest,
  { tree, entry, now }: Omit<Read, "held">,
): ClaimRequest {
  if (request.leaves.length === 0) return request;
  if (!entry) throw new CheckFailedError(t("This wallet is no longer a recipient of this campaign."));
  const reason =
    getDisabledReason(t, entry) ?? getRejectionReason(t, { tree, merkleRoot: tree?.merkleRoot ?? "", now });
  if (reason !== null) throw new CheckFailedError(reason);
  const { claimable, payable, stillToCome } = entry.progress;
  const available = payable === null ? null : BigInt(payable);
  const leaves = coveredClaims(entry.leaves, ({ progress }) => BigInt(progress.claimable), available);
  return {
    ...request,
    ...{ claimable: payable ?? claimable, stillToCome },
    leaves: leaves.map(({ progress: _, milestoneReleased: __, ...leaf }) => leaf),
  };
}
