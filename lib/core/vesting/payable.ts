import { type CampaignFacts, isOver } from "./lifecycle";

/**
 * What a campaign's vault covers. Amounts in base units. A balance is null while it was never read; of native SOL it leaves
 * out the rent of the tree account, which the program never pays a claim from.
 */

type Held = Pick<CampaignFacts, "vaultBalance" | "totalClaimed" | "totalSupply">;

/** Returns what claims can take at most: what the vault holds, and no more than what is left of the supply. */
function roomOf({ vaultBalance, totalClaimed, totalSupply }: Held): bigint | null {
  if (vaultBalance === null || vaultBalance === undefined) return null;
  const left = totalSupply > totalClaimed ? totalSupply - totalClaimed : 0n;
  return vaultBalance < left ? vaultBalance : left;
}

/**
 * Returns what a claim of `due` would pay now: the program pays a claim whole or not at all. Null while the vault is unknown
 * and something is due. Source: program interface, claim (InsufficientVault, OverClaim).
 */
export const payable = (due: bigint, held: Held): bigint | null => payableTogether([due], held);

/** Returns what claims would pay one after another in this order, each whole or not at all. */
export function payableTogether(dues: readonly bigint[], held: Held): bigint | null {
  if (dues.every((due) => due === 0n)) return 0n;
  const room = roomOf(held);
  if (room === null) return null;
  return coveredClaims(dues, (due) => due, room).reduce((sum, due) => sum + due, 0n);
}

/** Returns the claims that pay something and that `room` covers one after another; all of them where it is unknown. */
export function coveredClaims<Claim>(
  claims: readonly Claim[],
  dueOf: (claim: Claim) => bigint,
  room: bigint | null,
): Claim[] {
  let paid = 0n;
  return claims.filter((claim) => {
    const due = dueOf(claim);
    if (due === 0n || (room !== null && paid + due > room)) return false;
    paid += due;
    return true;
  });
}

type OwingFacts = Held & Pick<CampaignFacts, "cancelledAt" | "instantRefunded" | "settled" | "withdrawn">;

/**
 * Returns what a campaign still owes its recipients: of an open one all of the supply that is not claimed, whether it has
 * vested or not; of a cancelled one what had vested and is not claimed, `unclaimed`, which costs reading the leaves: null
 * where it is needed and not given. Nothing once the campaign is over.
 */
function owed(facts: OwingFacts, unclaimed: bigint | null): bigint | null {
  const { totalSupply, totalClaimed } = facts;
  if (isOver(facts)) return 0n;
  const left = totalSupply - totalClaimed;
  if (facts.cancelledAt === null) return left;
  return unclaimed === null ? null : unclaimed < left ? unclaimed : left;
}

/** Returns what the vault lacks of what is owed; null while the vault, or what a cancelled campaign owes, is unknown. */
export function vaultShortfall(facts: OwingFacts, unclaimed: bigint | null = null): bigint | null {
  const { vaultBalance } = facts;
  if (vaultBalance === null || vaultBalance === undefined) return null;
  // A cancelled campaign never owes more than an open one, so a vault that covers all needs no reading of leaves.
  const most = owed({ ...facts, cancelledAt: null }, null) ?? 0n;
  if (most <= vaultBalance) return 0n;
  const due = owed(facts, unclaimed);
  if (due === null) return null;
  return due > vaultBalance ? due - vaultBalance : 0n;
}
