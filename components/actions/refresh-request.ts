import { whyLedgerDiffers, whyNothing } from "@/components/claim-everything/why-not";
import { CheckFailure } from "@/components/ledger/try-plan";
import { serviceApi } from "@/components/service/service-api";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { coveredClaims } from "@/lib/core/vesting/payable";
import type { Words } from "@/lib/core/words/words";
import type { ActionRequest } from "./action-request";

/** A campaign's account on the ledger, and the time in unix seconds. */
type OnLedger = { tree: VestingTree | null; now: bigint };

type ClaimRequest = Extract<ActionRequest, { kind: "claim" }>;

/** Returns a request with the amounts of now; the page that opened it may be old. Throws CheckFailure when nothing is due. */
export async function refreshRequest(
  t: Words,
  request: ActionRequest,
  { tree, now }: OnLedger,
): Promise<ActionRequest> {
  if (request.kind === "claim") return refreshClaim(t, request, { tree, now });
  return tree === null ? request : { ...request, campaign: withClaims(request.campaign, tree.totalClaimed) };
}

/** Counts the claims that landed since a campaign's figures were read. */
function withClaims(campaign: ActionRequest["campaign"], totalClaimed: bigint): ActionRequest["campaign"] {
  const since = totalClaimed - BigInt(campaign.totalClaimed);
  const less = (amount: string) => (BigInt(amount) > since ? BigInt(amount) - since : 0n).toString();
  if (since <= 0n) return campaign;
  return {
    ...campaign,
    totalClaimed: totalClaimed.toString(),
    unclaimed: less(campaign.unclaimed),
    payableUntilSwept: less(campaign.payableUntilSwept),
  };
}

async function refreshClaim(t: Words, request: ClaimRequest, { tree, now }: OnLedger): Promise<ClaimRequest> {
  const { treeAddress } = request.campaign;
  const beneficiary = request.leaves[0]?.beneficiary;
  if (beneficiary === undefined) return request;
  const { campaigns } = await serviceApi().vestingProgress(beneficiary);
  const entry = campaigns.find((each) => each.treeAddress === treeAddress);
  if (!entry) throw new CheckFailure(t("This wallet is not a recipient of this campaign any more."));
  const reason =
    whyNothing(t, entry) ?? whyLedgerDiffers(t, { tree, merkleRoot: tree?.merkleRoot ?? "", now });
  if (reason !== null) throw new CheckFailure(reason);
  const { claimable, payable, stillToCome } = entry.progress;
  const room = payable === null ? null : BigInt(payable);
  const leaves = coveredClaims(entry.leaves, ({ progress }) => BigInt(progress.claimable), room);
  return {
    ...request,
    ...{ claimable: payable ?? claimable, stillToCome },
    leaves: leaves.map(({ progress: _, milestoneReleased: __, ...leaf }) => leaf),
  };
}
