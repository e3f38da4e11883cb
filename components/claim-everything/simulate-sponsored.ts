import { findLamportsChange, newRents, simulatePlan } from "@/components/network/simulate-plan";
import { serviceApi } from "@/components/service/service-api";
import type { Translator } from "@/lib/core/i18n/translator";
import { isSendable, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import { joinPlans, type TransactionPlan } from "@/lib/core/plans/plan";
import { sponsorClaims } from "@/lib/core/plans/sponsored-claim";
import { type ClaimEverythingRequest, type LeafClaim, MAX_TRANSACTIONS } from "./claim-request";
import { paidBy, type SimulatedTransaction } from "./simulate-claims";

type Sponsoring = { t: Translator; request: ClaimEverythingRequest; supported: SupportedVersions };

/**
 * Simulates one transaction per campaign whose sponsor pays, until its quota is used up. `others` are the claims that
 * the wallet has to pay itself: of other campaigns, and those that fail or do not fit into one transaction.
 */
export async function simulateSponsored(
  claims: readonly LeafClaim[],
  { t, request, supported }: Sponsoring,
): Promise<{ transactions: SimulatedTransaction[]; others: LeafClaim[] }> {
  const transactions: SimulatedTransaction[] = [];
  for (const treeAddress of request.sponsored) {
    const own = claims.filter(({ target }) => target.treeAddress === treeAddress);
    if (own.length === 0) continue;
    if (transactions.length === MAX_TRANSACTIONS) break;
    const { feePayer, rentLamports, code } = await serviceApi().sponsorship(treeAddress, request.address);
    if (code === "SPONSOR_QUOTA_USED") break;
    if (feePayer === null) continue;
    const sponsor = { address: feePayer, rent: BigInt(rentLamports) };
    const simulated = await simulateOne(own, { t, request, supported, sponsor });
    if (simulated) transactions.push(simulated);
  }
  const paid = new Set(transactions.flatMap(({ claims }) => claims.map(({ target }) => target.treeAddress)));
  return { transactions, others: claims.filter(({ target }) => !paid.has(target.treeAddress)) };
}

/** Returns null if the claims do not fit into one transaction, or the network would reject it. */
async function simulateOne(
  claims: readonly LeafClaim[],
  { t, request, supported: all, sponsor }: Sponsoring & { sponsor: { address: string; rent: bigint } },
): Promise<SimulatedTransaction | null> {
  // The sponsor signs legacy and version 0 alone.
  const supported = all.filter((version) => version !== 1);
  const [plan] = sponsorClaims([joined(claims)], { account: request.address, sponsor });
  if (!plan || !isSendable(plan, supported)) return null;
  const { err, logs, unitsConsumed, changes } = await simulatePlan(plan, t);
  if (err) return null;
  const { programId } = request;
  const rents = sponsor.rent > 0n ? [] : await newRents(changes);
  return {
    ...{ plan, isSponsored: true, unitsConsumed, supported, fee: 0n },
    // The sponsor chooses and pays the priority fee.
    recentPrices: null,
    claims: paidBy(claims, { logs, programId }),
    rents: rents.map(({ owner, ...rent }) => ({ ...rent, isRecord: owner === programId })),
    sol: findLamportsChange(request.address, changes),
  };
}

function joined([first, ...others]: readonly LeafClaim[]): TransactionPlan {
  if (!first) throw new RangeError("A transaction needs a claim.");
  return others.reduce((plan, claim) => joinPlans(plan, claim.plan), first.plan);
}
