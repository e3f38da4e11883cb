import { type CampaignFacts, isOver } from "./lifecycle";

/**
 * Vault balance and totals of a campaign, in base units. The balance is null before the first read. The
 * balance of native SOL excludes the rent of the tree account, from which the program never pays a claim.
 */

type Held = Pick<CampaignFacts, "vaultBalance" | "totalClaimed" | "totalSupply">;

/** Returns the maximum that claims can take: the vault balance, but at most the unclaimed supply. */
function getAvailableBalance({ vaultBalance, totalClaimed, totalSupply }: Held): bigint | null {
  if (vaultBalance === null || vaultBalance === undefined) return null;
  const left = totalSupply > totalClaimed ? totalSupply - totalClaimed : 0n;
  return vaultBalance < left ? vaultBalance : left;
}

/**
 * Returns the amount that a claim of `due` would pay now: the program pays a claim in full or not at all.
 * Returns null if the vault balance is unknown and `due` is not zero. Source: program interface, claim
 * (InsufficientVault, OverClaim).
 */
export const payable = (due: bigint, held: Held): bigint | null => payableTogether([due], held);

/** Returns the total that claims would pay in this order, each in full or not at all. */
export function payableTogether(dues: readonly bigint[], held: Held): bigint | null {
  if (dues.every((due) => due === 0n)) return 0n;
  const available = getAvailableBalance(held);
  if (available === null) return null;
  return coveredClaims(dues, (due) => due, available).reduce((sum, due) => sum + due, 0n);
}

/** Returns the claims with a payment that `available` covers one after another; all of them if `available` is null. */
export function coveredClaims<Claim>(
  claims: readonly Claim[],
  getDueAmount: (claim: Claim) => bigint,
  available: bigint | null,
): Claim[] {
  let paid = 0n;
  return claims.filter((claim) => {
    const due = getDueAmount(claim);
    if (due === 0n || (available !== null && paid + due > available)) return false;
    paid += due;
    return true;
  });
}

type OwingFacts = Held & Pick<CampaignFacts, "cancelledAt" | "instantRefunded" | "settled" | "withdrawn">;

/**
 * Returns the amount that a campaign still owes its recipients. An open campaign owes all of its unclaimed
 * supply, vested or not. A cancelled campaign owes `unclaimed`, its vested but unclaimed amount. Computing
 * `unclaimed` requires reading the leaves; the result is null if it is needed and null. A campaign that is
 * over owes nothing.
 */
function owed(facts: OwingFacts, unclaimed: bigint | null): bigint | null {
  const { totalSupply, totalClaimed } = facts;
  if (isOver(facts)) return 0n;
  const left = totalSupply - totalClaimed;
  if (facts.cancelledAt === null) return left;
  return unclaimed === null ? null : unclaimed < left ? unclaimed : left;
}

/**
 * Returns the difference between the owed amount and a smaller vault balance; null while the balance, or the
 * debt of a cancelled campaign, is unknown.
 */
export function vaultShortfall(facts: OwingFacts, unclaimed: bigint | null = null): bigint | null {
  const { vaultBalance } = facts;
  if (vaultBalance === null || vaultBalance === undefined) return null;
  // A cancelled campaign never owes more than an open one. If the vault covers the whole supply, the leaves
  // need not be read.
  const max = owed({ ...facts, cancelledAt: null }, null) ?? 0n;
  if (max <= vaultBalance) return 0n;
  const due = owed(facts, unclaimed);
  if (due === null) return null;
  return due > vaultBalance ? due - vaultBalance : 0n;
}
